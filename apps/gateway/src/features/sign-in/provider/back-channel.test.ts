import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { stopwatch } from '@bough/house/servers';
import { beforeAll, expect, test } from 'vitest';
import { entryOf } from '../../audit/entry.ts';
import { type Answer, ask, Browser } from '../../../testing/visitors/browser.ts';
import { newcomer, signedIn } from '../../../testing/visitors/mail.ts';
import { PageSocket } from '../../../testing/visitors/page-socket.ts';
import { CLIENT, providerOf, startProvider, type ProviderServer } from '../../../testing/visitors/provider-server.ts';
import { beginAt, confirmAt, visitorBy } from '../../../testing/visitors/provider-visit.ts';
import { openWorld, PEOPLE, type RunningGateway, type World } from '../../../testing/world.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const SOON_MS = 1_000;
const names = ['ann', 'bo', 'cy', 'dee', 'eve', 'flo', 'gus'] as const;
const CLAIMS = Object.fromEntries(
  names.map((name) => [name, { email: `${name}@logout.example`, email_verified: true }]),
);
let world: World;
let gateway: RunningGateway;
let other: RunningGateway;
let server: ProviderServer;
let school: ProviderServer;
beforeAll(async () => {
  world = await openWorld(['mailer', 'docstore']);
  // The provider's clock is the machine's.
  world.clock.jump(Date.now() - world.clock.now());
  const backChannel = (id: string) => (): string => `http://127.0.0.1:${gateway.port}/sign-in/backchannel/${id}`;
  server = await startProvider(CLAIMS, { backChannel: backChannel('provider') });
  school = await startProvider(CLAIMS, { id: 'school', backChannel: backChannel('school'), namesSessions: false });
  const people = { ...PEOPLE, providers: [providerOf(server), providerOf(school, { id: 'school' })] };
  gateway = await world.start({ limitsFactor: 1_000, people });
  other = await world.start({ limitsFactor: 1_000, people });
  return world.end;
});

async function statusOf(browser: Browser): Promise<number> {
  return (await browser.ask('GET', '/api/maps')).status;
}
/** What a good token says of this person: each time under another name. */
let tokens = 0;
function good(sub: string | undefined, change: JWTPayload = {}, without: readonly string[] = []): JWTPayload {
  const iat = Math.floor(world.clock.now() / 1_000);
  const who = sub === undefined ? {} : { sub };
  const named = { iss: server.issuer, aud: CLIENT.clientId, iat, exp: iat + 120, jti: `${++tokens}` };
  const all = { ...named, ...who, events: { [EVENT]: {} }, ...change };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)));
}
async function post(
  body: string,
  provider = 'provider',
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
  return await ask(gateway, `/sign-in/backchannel/${provider}`, { method: 'POST', body, headers: form });
}
async function tell(token: string, provider = 'provider'): Promise<Answer> {
  return await post(new URLSearchParams({ logout_token: token }).toString(), provider);
}

test('[GW-344] [GW-349] who signs out at the provider is out of the sessions that it began, on all gateways, sockets included, within a second', async () => {
  const { browser } = await visitorBy(server, 'provider', 'ann', gateway);
  const there = browser.at(other);
  const { id } = await browser.makeMap();
  const sockets = [await PageSocket.join(browser, id), await PageSocket.join(there, id)];
  const byMail = await signedIn(gateway, 'ann@logout.example');
  const bySchool = (await visitorBy(school, 'school', 'ann', gateway)).browser;
  const bystander = (await visitorBy(server, 'provider', 'bo', gateway)).browser;
  const tookMs = stopwatch();
  expect(await server.signOut('ann')).toBe('told');
  await Promise.all(sockets.map((socket) => socket.end()));
  expect(tookMs()).toBeLessThan(SOON_MS);
  expect([await statusOf(browser), await statusOf(there)]).toEqual([401, 401]);
  expect([await statusOf(byMail), await statusOf(bySchool), await statusOf(bystander)]).toEqual([200, 200, 200]);
  expect((await byMail.must('GET', '/api/account/sessions')).json.sessions).toHaveLength(2);
  const { id: person } = await byMail.person();
  const what = 'session-ended';
  const log = await world.metadata.audit({ order: 'oldest first', behind: null, what, person, most: 100 });
  expect(log.map((row) => Object.fromEntries(entryOf(row).about))).toMatchObject([
    { by: 'provider', provider: 'provider' },
  ]);
});

test('[GW-344] a provider that names its sessions ends that one alone; one that does not, all that it began for the person', async () => {
  const [one, two] = [
    await visitorBy(server, 'provider', 'cy', gateway),
    await visitorBy(server, 'provider', 'cy', gateway),
  ];
  // The provider knows the second visit by now; its session is another one than the first.
  expect(await server.signOut('cy')).toBe('told');
  expect([await statusOf(one.browser), await statusOf(two.browser)]).toEqual([200, 401]);
  expect((await tell(await server.signed(good('cy')))).status).toBe(200);
  expect(await statusOf(one.browser)).toBe(401);
  const [three, four] = [
    await visitorBy(school, 'school', 'cy', gateway),
    await visitorBy(school, 'school', 'cy', gateway),
  ];
  expect(await school.signOut('cy')).toBe('told');
  expect([await statusOf(three.browser), await statusOf(four.browser)]).toEqual([401, 401]);
});

test('[GW-344] the name of a session is enough, stays with it when it goes on under another id, and is the provider’s own', async () => {
  const { browser } = await visitorBy(server, 'provider', 'dee', gateway);
  const before = browser.at(gateway);
  await browser.must('POST', '/api/account/sessions/end-others');
  expect([await statusOf(before), await statusOf(browser)]).toEqual([401, 200]);
  const sid = await sidOf('dee');
  const strange = { iss: school.issuer, sid };
  expect((await tell(await school.signed(good(undefined, strange)), 'school')).status).toBe(200);
  expect((await tell(await server.signed(good('ann', { sid })))).status).toBe(200);
  expect(await statusOf(browser)).toBe(200);
  expect((await tell(await server.signed(good(undefined, { sid })))).status).toBe(200);
  expect(await statusOf(browser)).toBe(401);
});

/** What the provider calls the session that this person has there now: as its ID tokens say it. */
async function sidOf(who: string): Promise<string> {
  const sid = server.sessionOf(who);
  if (sid === null) throw new Error('nobody has signed in as this');
  return sid;
}

test('[GW-344] it is answered as the standard says, whether somebody was signed in or not, and nobody keeps the answer', async () => {
  const answer = await tell(await server.signed(good('nobody who was ever here')));
  expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([200, '', 'no-store']);
  const bad = await tell('no.good.token');
  expect([bad.status, bad.headers['cache-control'], bad.json.error]).toEqual([400, 'no-store', 'invalid_request']);
  expect((await tell(await server.signed(good('ann')), 'nobody')).status).not.toBe(200);
  expect((await ask(gateway, '/sign-in/backchannel/provider')).status).toBe(404);
});

test('[GW-345] a logout token that is not the provider’s own, for us, new, and a logout, ends nothing', async () => {
  const { browser } = await visitorBy(server, 'provider', 'eve', gateway);
  const nowS = Math.floor(world.clock.now() / 1_000);
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(publicKey);
  const own = await server.signed(good('eve'));
  const [head = '', , signature = ''] = own.split('.');
  const forged = (header: Readonly<Record<string, unknown>>): Promise<string> =>
    new SignJWT(good('eve')).setProtectedHeader({ alg: 'RS256', typ: 'logout+jwt', ...header }).sign(privateKey);
  const hostile: Readonly<Record<string, string>> = {
    unsigned: new UnsecuredJWT(good('eve')).encode(),
    'of a key of its own': await forged({ kid: server.keyId }),
    'of a key that it brings': await forged({ jwk }),
    'of a key that it names': await forged({ jku: 'http://127.0.0.1:1/keys', kid: 'mine' }),
    'with the client secret as a key': await new SignJWT(good('eve'))
      .setProtectedHeader({ alg: 'HS256', typ: 'logout+jwt' })
      .sign(new TextEncoder().encode(CLIENT.clientSecret)),
    'changed after it was signed': [
      head,
      Buffer.from(JSON.stringify(good('eve'))).toString('base64url'),
      signature,
    ].join('.'),
    'of the other provider': await school.signed(good('eve', { iss: school.issuer })),
    'of the other provider, saying it is this one': await school.signed(good('eve')),
    'for another client': await server.signed(good('eve', { aud: 'another' })),
    'for nobody': await server.signed(good('eve', {}, ['aud'])),
    'of another issuer': await server.signed(good('eve', { iss: 'https://login.evil.example' })),
    'too old': await server.signed(good('eve', { iat: nowS - 400, exp: nowS + 400 })),
    over: await server.signed(good('eve', { iat: nowS - 200, exp: nowS - 100 })),
    'of a time to come': await server.signed(good('eve', { iat: nowS + 400, exp: nowS + 500 })),
    'without a time': await server.signed(good('eve', {}, ['iat'])),
    'without a name': await server.signed(good('eve', {}, ['jti'])),
    'with an empty name': await server.signed(good('eve', { jti: '' })),
    'an ID token': await server.signed(good('eve', { nonce: 'n' })),
    'without an event': await server.signed(good('eve', {}, ['events'])),
    'with another event': await server.signed(good('eve', { events: { 'http://schemas.openid.net/event/other': {} } })),
    'with an event of another form': await server.signed(good('eve', { events: { [EVENT]: 'logout' } })),
    'of a list of events': await server.signed(good('eve', { events: [EVENT] })),
    'that names nobody': await server.signed(good(undefined)),
    'that names nobody rightly': await server.signed(good('eve', { sid: 7 })),
    'of another kind': await server.signed(good('eve'), { typ: 'at+jwt' }),
  };
  for (const [what, token] of Object.entries(hostile)) {
    const answer = await tell(token);
    expect([what, answer.status, answer.json?.error]).toEqual([what, 400, 'invalid_request']);
  }
  for (const body of [
    '',
    'logout_token=',
    `logout_token=${own}&logout_token=${own}`,
    `token=${own}`,
    `logout_token=${'a'.repeat(20_000)}`,
  ]) {
    expect((await post(body)).status).toBe(400);
  }
  const json = { 'content-type': 'application/json' };
  expect((await post(JSON.stringify({ logout_token: own }), 'provider', json)).status).toBe(400);
  expect((await ask(gateway, `/sign-in/backchannel/provider?logout_token=${own}`, { method: 'POST' })).status).toBe(
    400,
  );
  expect(await statusOf(browser)).toBe(200);
  expect((await tell(own)).status).toBe(200);
  expect(await statusOf(browser)).toBe(401);
});

test('[GW-345] a logout token is good once, on all gateways together', async () => {
  const token = await server.signed(good('flo'));
  expect((await tell(token)).status).toBe(200);
  const { browser } = await visitorBy(server, 'provider', 'flo', gateway);
  expect((await tell(token)).status).toBe(400);
  const elsewhere = new URLSearchParams({ logout_token: token }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const again = await ask(other, '/sign-in/backchannel/provider', { method: 'POST', body: elsewhere, headers });
  expect(again.status).toBe(400);
  expect(await statusOf(browser)).toBe(200);
});

test('[GW-345] so many from one network cost no more than a refusal; nothing of a token is logged', async () => {
  const people = { ...PEOPLE, providers: [providerOf(server)] };
  const strict = await world.start({ limitsFactor: 1, people });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const sent = Array.from({ length: 330 }, () =>
    ask(strict, '/sign-in/backchannel/provider', { method: 'POST', body: 'logout_token=canary-of-a-token', headers }),
  );
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([400, 429]));
  expect(world.logged()).toContain('a logout token was refused');
  expect(world.logged()).not.toContain('canary-of-a-token');
});

test('[GW-344] a sign-in that was under way is not touched by a logout of the session before', async () => {
  const { browser } = await visitorBy(server, 'provider', 'gus', gateway);
  const next = await newcomer(gateway);
  const answer = await server.signIn(await beginAt(next, 'provider'), 'gus');
  expect((await tell(await server.signed(good('gus')))).status).toBe(200);
  expect(await confirmAt(next, 'provider', answer)).toMatch(/^[\w-]{22}$/);
  expect([await statusOf(browser), await statusOf(next)]).toEqual([401, 200]);
});
