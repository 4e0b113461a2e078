import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { Authenticator } from '../../../testing/visitors/authenticator.ts';
import { turnOn } from '../../../testing/visitors/totp-app.ts';
import { Browser } from '../../../testing/visitors/browser.ts';
import { lastSecret, mailsTo, newcomer, newMailAddress, signedIn } from '../../../testing/visitors/mail.ts';
import { observed } from '../../../testing/observed.ts';
import { newAccount, Program } from '../../../testing/visitors/program.ts';
import { type ProviderServer, providerOf, startProvider } from '../../../testing/visitors/provider-server.ts';
import { openTwoGateways } from '../../../testing/running/two-gateways.ts';
import { openWorld, PEOPLE, type RunningGateway, type World } from '../../../testing/world.ts';

// Somebody else signs in to an account, and its owner hears of it.

const DAY_MS = 86_400_000;
const PASSWORD = 'four words of mine';
const SUBJECT = 'New sign-in to Bough';
const ofProvider = newMailAddress();
let world: World;
let gateway: RunningGateway;
let other: RunningGateway;
let server: ProviderServer;
beforeAll(async () => {
  server = await startProvider({ ada: { email: ofProvider, email_verified: true } });
  const people = { ...PEOPLE, providers: [providerOf(server)] };
  ({ world, gateway, other } = await openTwoGateways({ people }));
  return world.end;
});

interface Member {
  readonly browser: Browser;
  readonly email: string;
}
async function member(): Promise<Member> {
  const email = newMailAddress();
  const browser = await signedIn(gateway, email);
  await browser.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  return { browser, email };
}
async function byPassword(email: string, browser?: Browser): Promise<Browser> {
  const here = browser ?? (await newcomer(gateway));
  await here.must('POST', '/api/session/password', { email, password: PASSWORD });
  return here;
}
async function byProvider(): Promise<void> {
  const browser = await newcomer(gateway);
  const { url } = (await browser.must('POST', '/api/session/provider', { provider: 'provider' })).json;
  await browser.must('POST', '/api/session/provider/confirm', {
    provider: 'provider',
    answer: await server.signIn(url, 'ada'),
  });
}
async function told(email: string): Promise<readonly string[]> {
  return (await mailsTo(gateway, email)).filter(({ subject }) => subject === SUBJECT).map(({ text }) => text);
}
/** The secret of the last such mail. */
async function secretOf(email: string): Promise<string> {
  const [text = ''] = await told(email);
  return /\/sign-in\/not-me#secret=([\w.-]+)/.exec(text)?.[1] ?? expect.unreachable('there is a link');
}
async function press(secret: string, browser?: Browser): Promise<unknown> {
  const { json } = await (browser ?? (await newcomer(gateway))).ask('POST', '/api/session/not-me', { secret });
  return json.code ?? json.isMailed;
}
async function isIn(browser: Browser, at = gateway): Promise<boolean> {
  return (await browser.at(at).ask('GET', '/api/account')).status === 200;
}

test('[GW-310] a sign-in in a browser that was not known is told by mail, when and which', async () => {
  const { email } = await member();
  expect(await told(email)).toEqual([]);
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const stranger = new Browser(gateway, { 'user-agent': agent });
  await stranger.open();
  await byPassword(email, stranger);
  const [mail = '', ...more] = await told(email);
  expect(more).toEqual([]);
  expect(mail).toContain('Firefox on Linux');
  expect(mail).toContain(`${new Date(world.clock.now()).getUTCFullYear()} at `);
  expect(mail).not.toMatch(/127\.0\.0\.1|Mozilla/);
  // Known from then on, also for somebody else's having signed in there in between.
  await stranger.must('POST', '/api/session/sign-out');
  await signedIn(gateway, newMailAddress(), stranger);
  await byPassword(email, stranger);
  expect(await told(email)).toHaveLength(1);
});

test('[GW-310] so is one by mail, by a mailed reset, by the provider, and after the second step; not the first of an account', async () => {
  const [mailed, reset] = [newMailAddress(), newMailAddress()];
  await signedIn(gateway, mailed);
  const browser = await newcomer(gateway);
  const choose = async (who: Browser): Promise<void> => {
    await who.must('POST', '/api/session/reset', { email: reset });
    const body = { secret: await lastSecret(gateway, reset), password: PASSWORD };
    await who.must('POST', '/api/session/reset/confirm', body);
  };
  await choose(browser);
  await byProvider();
  // Each account was made by that sign-in.
  for (const email of [mailed, reset, ofProvider]) expect([email, await told(email)]).toEqual([email, []]);
  await signedIn(gateway, mailed);
  await choose(await newcomer(gateway));
  await byProvider();
  for (const email of [mailed, reset, ofProvider]) expect(await told(email)).toHaveLength(1);
  const { browser: own, email } = await member();
  const { app } = await turnOn(world, own);
  const half = await byPassword(email);
  expect(await told(email)).toEqual([]);
  await half.must('POST', '/api/session/second-step', { code: app.next() });
  expect(await told(email)).toHaveLength(1);
});

test('[GW-310] while mail cannot be handed over people come in all the same, and the log says why nobody was told', async () => {
  const silent = await openWorld([]);
  onTestFinished(() => silent.end());
  const alone = await silent.start({ limitsFactor: 100_000 });
  const email = newMailAddress();
  const browser = await newAccount(silent, alone, email);
  const person = await silent.metadata.personByEmail(email);
  if (person === null) throw new Error('nobody has the address');
  const { password } = await aHash();
  await silent.metadata.setPassword(person.id, password);
  const stranger = await newcomer(alone);
  await stranger.must('POST', '/api/session/password', { email, password: PASSWORD });
  expect((await stranger.person()).id).toBe((await browser.person()).id);
  expect(silent.logged()).toContain('something around the gateway fails');
});
async function aHash(): Promise<{ readonly password: string | null }> {
  const { email } = await member();
  const person = await world.metadata.personByEmail(email);
  return await world.metadata.account(person?.id ?? expect.unreachable('there is such a person'));
}

test('[GW-311] "This was not me" ends every session and token on every gateway, takes the password away, and mails for another', async () => {
  const { browser, email } = await member();
  const program = await Program.of(browser);
  const thief = await byPassword(email);
  const secret = await secretOf(email);
  const anywhere = await newcomer(gateway);
  // A mail scanner opens the link, and its page asks who is here: nothing has changed.
  for (const path of ['/sign-in/not-me', '/api/session', `/api/session/not-me?secret=${secret}`])
    await anywhere.ask('GET', path);
  expect([await isIn(thief), await isIn(browser)]).toEqual([true, true]);
  expect(await press(secret, anywhere)).toBe(true);
  for (const at of [gateway, other]) {
    world.clock.jump(3_000);
    expect([await isIn(thief, at), await isIn(browser, at)]).toEqual([false, false]);
    expect((await new Program(at, program.token).ask('GET', '/me')).status).toBe(401);
  }
  const again = await (await newcomer(gateway)).ask('POST', '/api/session/password', { email, password: PASSWORD });
  expect(again.json.code).toBe('gateway/wrong-password');
  const body = { secret: await lastSecret(gateway, email), password: 'another four words' };
  await anywhere.must('POST', '/api/session/reset/confirm', body);
  expect((await anywhere.person()).email).toBe(email);
});

test('[GW-311] the link works in a browser that is signed in to the account, whose session ends too', async () => {
  const { browser, email } = await member();
  await byPassword(email);
  expect(await press(await secretOf(email), browser)).toBe(true);
  expect(await isIn(browser)).toBe(false);
  const body = { secret: await lastSecret(gateway, email), password: 'another four words' };
  await browser.must('POST', '/api/session/reset/confirm', body);
  expect((await browser.person()).email).toBe(email);
});

test('[GW-311] it is good once, for a month, and only as it was mailed', async () => {
  const { email } = await member();
  const [first, second] = [await byPassword(email), await byPassword(email)];
  const secret = await secretOf(email);
  const [person = '', at = '', letters = ''] = secret.split('.');
  const { browser: another } = await member();
  const stranger = (await another.person()).id;
  const forged = [
    [stranger, at, letters],
    [person, String(Number(at) + 1), letters],
    [person, at, letters.slice(1)],
    [person, at],
  ].map((parts) => parts.join('.'));
  for (const wrong of [...forged, 'x', '..', letters]) expect(await press(wrong)).toBe('gateway/bad-token');
  expect([await isIn(first), await isIn(second)]).toEqual([true, true]);
  const racers = await Promise.all(Array.from({ length: 6 }, () => newcomer(gateway)));
  const outcomes = await Promise.all(racers.map((racer) => press(secret, racer)));
  expect(outcomes.filter((each) => each === true)).toHaveLength(1);
  expect(outcomes.filter((each) => each === 'gateway/bad-token')).toHaveLength(5);
  const { email: late } = await member();
  const stays = await byPassword(late);
  world.clock.jump(29 * DAY_MS);
  await stays.open();
  world.clock.jump(DAY_MS);
  expect(await press(await secretOf(late))).toBe('gateway/bad-token');
  expect(await isIn(stays)).toBe(true);
});

test.each([
  'setPassword',
  'removePasskey',
  'endSessions',
  'removeSessionRecords',
  'addAudit',
  'addSignIn',
  'useSignIn',
])(
  '[GW-313] where the database fails at `%s`, the link can be pressed again, until all of it is done',
  async (step) => {
    const { metadata, away } = observed(world.metadata);
    const here = await world.start({ limitsFactor: 100_000 }, metadata);
    const { browser, email } = await member();
    const thief = await byPassword(email);
    const key = new Authenticator('ES256', { counts: false });
    const order = (await thief.must('POST', '/api/account/passkeys/begin', { proof: null })).json;
    await thief.must('POST', '/api/account/passkeys', key.make(order));
    const secret = await secretOf(email);
    const pressing = await newcomer(here);
    away.add(step);
    expect(await press(secret, pressing)).toBe('gateway/metadata');
    away.delete(step);
    expect(await press(secret, pressing)).toBe(true);
    world.clock.jump(3_000);
    expect([await isIn(thief), await isIn(browser)]).toEqual([false, false]);
    const person = await world.metadata.personByEmail(email);
    const id = person?.id ?? expect.unreachable('there is such a person');
    expect([(await world.metadata.account(id)).password, await world.metadata.passkeysOf(id)]).toEqual([null, []]);
    const body = { secret: await lastSecret(here, email), password: 'another four words' };
    await pressing.must('POST', '/api/session/reset/confirm', body);
    expect(await press(secret)).toBe('gateway/bad-token');
    expect(await isIn(pressing, here)).toBe(true);
  },
);

test('[GW-317] what ends all sessions has every browser be unknown again but the one where that was asked', async () => {
  const { email } = await member();
  const thief = await byPassword(email);
  const [secret, owner] = [await secretOf(email), await newcomer(gateway)];
  const reset = async (): Promise<void> => {
    await owner.must('POST', '/api/session/reset', { email });
    const body = { secret: await lastSecret(gateway, email), password: PASSWORD };
    await owner.must('POST', '/api/session/reset/confirm', body);
  };
  await press(secret, owner);
  await reset();
  const before = (await told(email)).length;
  await thief.open();
  await byPassword(email, thief);
  expect(await told(email)).toHaveLength(before + 1);
  await reset();
  await owner.must('POST', '/api/account/sessions/end-others');
  await owner.must('POST', '/api/session/sign-out');
  await byPassword(email, owner);
  expect(await told(email)).toHaveLength(before + 1);
  // Nor is a browser known by it that was not before.
  const copied = owner.at(gateway);
  const isSession = (cookie: string): boolean => !cookie.startsWith('__Host-k=');
  copied.take(owner.cookie.split('; ').filter(isSession).join('; '));
  await copied.must('POST', '/api/account/sessions/end-others');
  expect(copied.cookie).not.toContain('__Host-k=');
  await owner.open();
  await byPassword(email, owner);
  expect(await told(email)).toHaveLength(before + 2);
});

test('[GW-316] recovery codes that were made since are worth nothing afterwards; those from before are', async () => {
  for (const isThief of [true, false]) {
    const { browser, email } = await member();
    const { app, codes } = await turnOn(world, browser);
    const thief = await byPassword(email);
    await thief.must('POST', '/api/session/second-step', { code: app.next() });
    const renewed = isThief
      ? (await thief.must('POST', '/api/account/second-step/codes', { proof: null })).json.codes
      : [];
    const owner = await newcomer(gateway);
    expect(await press(await secretOf(email), owner)).toBe(true);
    const body = { secret: await lastSecret(gateway, email), password: 'another four words' };
    await owner.must('POST', '/api/session/reset/confirm', body);
    const shown = async (code: string): Promise<number> =>
      (await owner.ask('POST', '/api/session/second-step', { code })).status;
    expect(await shown(isThief ? renewed[0] : 'none')).toBe(403);
    expect(await shown(codes[0] ?? '')).toBe(isThief ? 403 : 200);
    if (isThief) expect(await shown(app.next())).toBe(200);
  }
});

test('[GW-421] whoever has an account hears that "This was not me" took recovery codes or a second step away, at either address', async () => {
  const about = async (email: string): Promise<readonly string[]> =>
    (await mailsTo(gateway, email))
      .map(({ subject }) => subject)
      .filter((subject) => /(?:was|were) removed/.test(subject));
  const { browser, email } = await member();
  const { app } = await turnOn(world, browser);
  const thief = await byPassword(email);
  await thief.must('POST', '/api/session/second-step', { code: app.next() });
  await thief.must('POST', '/api/account/second-step/codes', { proof: null });
  await press(await secretOf(email));
  expect(await about(email)).toEqual(['Your Bough recovery codes were removed']);
  const { email: another } = await member();
  const stranger = await byPassword(another);
  await turnOn(world, stranger);
  const theirs = newMailAddress();
  await stranger.must('POST', '/api/account/email', { email: theirs, proof: null });
  await stranger.must('POST', '/api/account/email/confirm', { secret: await lastSecret(gateway, theirs) });
  await press(await secretOf(another));
  for (const to of [another, theirs])
    expect(await about(to)).toEqual(['Two-step sign-in was removed from your Bough account']);
  const { email: plain } = await member();
  await byPassword(plain);
  await press(await secretOf(plain));
  expect(await about(plain)).toEqual([]);
});

test('[GW-311] a second step that was turned on since is taken back; one from before stays', async () => {
  const { email } = await member();
  const thief = await byPassword(email);
  await turnOn(world, thief);
  expect(await press(await secretOf(email))).toBe(true);
  const person = await world.metadata.personByEmail(email);
  expect(await world.metadata.secondStep(person?.id ?? expect.unreachable('there is such a person'))).toBe(null);
  const { browser, email: careful } = await member();
  const { app } = await turnOn(world, browser);
  await (await byPassword(careful)).must('POST', '/api/session/second-step', { code: app.next() });
  expect(await press(await secretOf(careful))).toBe(true);
  const kept = await world.metadata.personByEmail(careful);
  expect((await world.metadata.secondStep(kept?.id ?? expect.unreachable('there is')))?.onAt).toBeGreaterThan(0);
});
