import { beforeAll, expect, test } from 'vitest';
import { ask, Browser } from '../../testing/visitors/browser.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { until } from '../../testing/until.ts';
import { openWorld, PUBLIC_URL, type RunningGateway, type World } from '../../testing/world.ts';
import { MAILED_MINUTES } from './mail/mailed-secrets.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

let addresses = 0;
function newAddress(): string {
  addresses++;
  return `person${addresses}@example.test`;
}
interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}
async function mails(): Promise<SentMail[]> {
  return (await new Browser(gateway).must('GET', '/api/outbox?limit=200')).json.mails;
}
/** Asks for a mail and answers the secret in it. */
async function secretFor(browser: Browser, email: string): Promise<string> {
  const answer = await browser.must('POST', '/api/session/sign-in', { email });
  expect([answer.status, answer.text]).toEqual([204, '']);
  const mail = (await mails()).find(({ to }) => to === email.toLowerCase());
  return /#secret=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
async function newcomer(): Promise<Browser> {
  const browser = new Browser(gateway);
  await browser.open();
  return browser;
}
async function signIn(browser: Browser, email: string): Promise<string> {
  const secret = await secretFor(browser, email);
  const answer = await browser.must('POST', '/api/session/sign-in/confirm', { secret });
  return answer.json.person.id;
}

test('[GW-28] a sign-in mail lets in once, in the browser that asked, within its time', async () => {
  const browser = await newcomer();
  const email = newAddress();
  const secret = await secretFor(browser, email);
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  const confirm = async (who: Browser, what = secret): Promise<string> => {
    const answer = await who.ask('POST', '/api/session/sign-in/confirm', { secret: what });
    return answer.json.code ?? answer.json.person.email;
  };
  expect(await confirm(await newcomer())).toBe('gateway/wrong-browser');
  // A mail scanner opens the link: that is a GET of the page, without the fragment.
  expect((await new Browser(gateway).ask('GET', '/sign-in/confirm')).status).toBe(200);
  const captured = browser.at(gateway);
  expect(await confirm(browser)).toBe(email);
  expect(await confirm(browser)).toBe('gateway/bad-token');
  expect(await confirm(captured)).toBe('gateway/bad-token');
  const late = await secretFor(browser, newAddress());
  world.clock.jump(MAILED_MINUTES * 60_000);
  expect(await confirm(browser, late)).toBe('gateway/bad-token');
  expect(await confirm(browser, 'AAAA')).toBe('gateway/bad-token');
});

test('[GW-13] coming in ends the session before it, so that whoever had or planted its cookie has nothing', async () => {
  const browser = await Browser.guest(gateway);
  const planted = browser.at(gateway);
  expect((await planted.ask('GET', '/api/account/sessions')).status).toBe(200);
  const person = await signIn(browser, newAddress());
  expect((await planted.ask('GET', '/api/account/sessions')).status).toBe(401);
  const before = browser.at(gateway);
  expect(await signIn(browser, newAddress())).not.toBe(person);
  expect((await before.ask('GET', '/api/account/sessions')).status).toBe(401);
});

test('[GW-28] of 20 parallel uses of one mail one lets in', async () => {
  const browser = await newcomer();
  const secret = await secretFor(browser, newAddress());
  const racers = Array.from({ length: 20 }, () => browser.at(gateway));
  const answers = await Promise.all(
    racers.map((racer) => racer.ask('POST', '/api/session/sign-in/confirm', { secret })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('[GW-29] the answer is the same for known and unknown addresses', async () => {
  const known = newAddress();
  await signIn(await newcomer(), known);
  const asks: unknown[] = [];
  for (const email of [known, newAddress(), known.toUpperCase()]) {
    const { status, text, headers } = await (await newcomer()).ask('POST', '/api/session/sign-in', { email });
    const { date: _date, 'bough-request-id': _id, 'server-timing': _timing, ...same } = headers;
    asks.push({ status, text, same });
  }
  expect(asks[1]).toEqual(asks[0]);
  expect(asks[2]).toEqual(asks[0]);
});

test('[GW-30] a guest who signs in keeps the maps; the one whose address it is gets them too', async () => {
  const email = newAddress();
  const first = await Browser.guest(gateway);
  const map = await first.makeMap('Mine');
  const { id } = await first.person();
  const guestSession = first.at(gateway);
  expect(await signIn(first, email)).toBe(id);
  expect(await first.person()).toMatchObject({ id, email, isGuest: false });
  expect((await guestSession.ask('GET', '/api/maps')).status).toBe(401);
  const second = await Browser.guest(gateway);
  const other = await second.makeMap('Drawn elsewhere');
  expect(await signIn(second, email.toUpperCase())).toBe(id);
  const titles = (await second.must('GET', '/api/maps')).json.maps.map(({ title }: { title: string }) => title);
  expect(new Set(titles)).toEqual(new Set(['Mine', 'Drawn elsewhere']));
  const socket = await PageSocket.join(second, other.id);
  await socket.close();
  expect((await second.must('GET', `/api/maps/${map.id}`)).json.role).toBe('own');
});

test('[GW-30] what a guest had changed bears the name of whom they became', async () => {
  const email = newAddress();
  const ada = await newcomer();
  await signIn(ada, email);
  await ada.must('PUT', '/api/account', { name: 'Ada', hue: 3 });
  const { id } = await ada.person();
  const guest = await Browser.guest(gateway, 'Otter');
  const map = await guest.makeMap('Drawn as a guest');
  await guest.must('PUT', `/api/maps/${map.id}`, { title: 'Drawn before' });
  const lastOf = async (browser: Browser): Promise<unknown> =>
    (await browser.must('GET', `/api/maps/${map.id}`)).json.changedBy;
  expect(await lastOf(guest)).toMatchObject({ name: 'Otter' });
  expect(await signIn(guest, email)).toBe(id);
  expect(await lastOf(guest)).toEqual({ id, name: 'Ada', hue: 3 });
});

test('[GW-220] what a guest had sent is known when they have signed in, and nobody else is believed to have been them', async () => {
  const email = newAddress();
  const ada = await newcomer();
  await signIn(ada, email);
  const guest = await Browser.guest(gateway);
  const map = await guest.makeMap();
  const asked = { role: 'edit', needsSignIn: false, mayCopy: true, expiresAt: null };
  const { json: link } = await guest.must('POST', `/api/maps/${map.id}/links`, asked);
  const stranger = await Browser.guest(gateway);
  await stranger.join(link.secret);
  const { id: began } = await guest.person();
  const before = await PageSocket.join(guest, map.id);
  expect([await before.change([addItem('one')]), await before.change([addItem('two')])]).toEqual(['kept', 'kept']);
  const greet = async (browser: Browser): Promise<PageSocket> => {
    const socket = await PageSocket.open(browser, before.client);
    const path = `/api/maps/${map.id}/ticket?client=${before.client}`;
    socket.hello(map.id, (await browser.must('POST', path)).json.ticket, 0, null, began);
    await until(() => socket.frames.some(({ kind }) => kind === 'changes'));
    return socket;
  };
  const welcomeOf = (socket: PageSocket): unknown => socket.frames.find(({ kind }) => kind === 'welcome');
  const claims = await greet(stranger);
  expect(welcomeOf(claims)).toMatchObject({ counter: 0 });
  await signIn(guest, email);
  const after = await greet(guest);
  expect(welcomeOf(after)).toMatchObject({ counter: 2, person: (await ada.person()).id });
  // The answer to the second was lost: it is sent again, with a third.
  const again = [2, 3].map((counter) => ({ counter, ops: [addItem(`once ${counter}`)] }));
  after.send({ kind: 'submit', base: after.seq, changes: again });
  await until(() => after.outcome(3) !== null);
  const changes = after.frames.flatMap((frame) => (frame.kind === 'changes' ? frame.changes : []));
  expect(changes.map(({ counter }) => counter)).toEqual([1, 1, 2, 3]);
  await Promise.all([claims.close(), after.close()]);
});

test('[GW-30] first sign-ins of one address at once are one person', async () => {
  const email = newAddress();
  const browsers = [await newcomer(), await newcomer(), await newcomer(), await Browser.guest(gateway)];
  const secrets: string[] = [];
  for (const browser of browsers) secrets.push(await secretFor(browser, email));
  const answers = await Promise.all(
    browsers.map((browser, n) => browser.must('POST', '/api/session/sign-in/confirm', { secret: secrets[n] })),
  );
  expect(new Set(answers.map(({ json }) => json.person.id)).size).toBe(1);
});

test('[GW-31] an address that is more than an address is refused, and no mail says what a stranger wrote', async () => {
  const browser = await Browser.guest(gateway, 'Call Stranger now');
  const before = (await mails()).length;
  for (const email of [
    'a@b.example\r\nbcc: c@d.example',
    'a@b.example,c@d.example',
    '"a b"@c.example',
    'a@b.example\0',
    'A <a@b.example>',
    '@b.example',
    `${'a'.repeat(65)}@b.example`,
    '',
  ]) {
    expect((await browser.ask('POST', '/api/session/sign-in', { email })).status).toBe(400);
  }
  expect(await mails()).toHaveLength(before);
  await secretFor(browser, newAddress());
  expect(JSON.stringify((await mails())[0])).not.toContain('Stranger');
});

test('[GW-32] the outbox is shown on this machine alone, past no proxy, under no other name', async () => {
  const outbox = '/api/outbox?limit=1';
  const browser = new Browser(gateway);
  expect((await browser.ask('GET', outbox)).status).toBe(200);
  for (const headers of [
    { host: 'bough.example' },
    { host: 'localhost.evil.example' },
    { 'x-forwarded-for': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
  ]) {
    expect((await browser.ask('GET', outbox, undefined, headers)).json).toMatchObject({ code: 'gateway/absent' });
  }
  const behind = await world.start({ trustedProxies: 1 });
  expect((await new Browser(behind).ask('GET', outbox)).status).toBe(404);
});

test('[GW-417] where others may come the outbox is shown to nobody: their proxy may say nothing of them', async () => {
  const shown: string[] = [];
  const local = ['http://localhost:8080', 'https://127.0.0.1', 'http://[::1]:8080', PUBLIC_URL];
  const others = [
    'https://maps.example.org',
    'https://localhost.example.org',
    'https://notlocalhost',
    'http://10.0.0.1',
  ];
  for (const publicUrl of [...local, ...others]) {
    const here = await world.start({ publicUrl });
    // As nginx sends it on when it is told nothing but where to: its own host, and no word of who asked.
    const headers = { host: `127.0.0.1:${here.port}` };
    const { status } = await ask(here, '/api/outbox?limit=5', { headers });
    if (status === 200) shown.push(publicUrl);
    else expect([publicUrl, status]).toEqual([publicUrl, 404]);
  }
  expect(shown).toEqual(local);
});

test('[GW-33] no cookie, token, secret or address reaches a log', async () => {
  const browser = await Browser.guest(gateway);
  const email = 'canary-address@example.test';
  const map = await browser.makeMap('canary-title');
  const link = await browser.makeLink(map.id, 'edit');
  const { ticket } = (await browser.must('POST', `/api/maps/${map.id}/ticket?client=AAAAAAAAAAAA`)).json;
  const secret = await secretFor(browser, email);
  await browser.ask('POST', '/api/session/sign-in/confirm', { secret: `${secret}x` });
  await browser.ask('GET', `/join?secret=${link.secret}`);
  await browser.ask('GET', `/api/maps/${map.id}?ticket=${ticket}`);
  const password = 'canary password of mine';
  await browser.ask('POST', '/api/session/password', { email, password });
  await browser.ask('POST', '/api/session/reset/confirm', { secret: 'AAAA', password });
  await browser.ask('PUT', '/api/account/password', { password, proof: password });
  await browser.ask('POST', '/api/session/sign-in', '{"email": "canary-address@example.test\r\n');
  await (await PageSocket.join(browser, map.id)).close();
  const [value = '', signature = ''] = browser.cookie.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1));
  const logged = world.logged();
  expect(logged).toContain('"service":"gateway"');
  expect(logged).toContain('"service":"mailer"');
  for (const canary of [email, password, 'canary-title', link.secret, ticket, secret, browser.csrf, value, signature]) {
    expect(canary.length).toBeGreaterThan(8);
    expect(logged.includes(canary)).toBe(false);
  }
});
