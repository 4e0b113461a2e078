import { beforeAll, expect, test } from 'vitest';
import { deriveKeys } from '../../../secrets/keys.ts';
import { setUpLink } from '../set-up.ts';
import { Authenticator } from '../../../testing/visitors/authenticator.ts';
import { Browser } from '../../../testing/visitors/browser.ts';
import { lastSecret, mailsTo, newcomer, newMailAddress, signedIn } from '../../../testing/visitors/mail.ts';
import { providerOf, startProvider, type ProviderServer } from '../../../testing/visitors/provider-server.ts';
import { visitorBy } from '../../../testing/visitors/provider-visit.ts';
import { turnOn } from '../../../testing/visitors/totp-app.ts';
import { KEYS, openWorld, PEOPLE, PUBLIC_URL, type RunningGateway, type World } from '../../../testing/world.ts';

const PASSWORD = 'three words together';
const CLAIMS = {
  ann: { email: 'ann@only.example', email_verified: true },
  bo: { email: 'bo@only.example', email_verified: true },
  far: { email: 'far@elsewhere.example', email_verified: true },
};
let world: World;
let server: ProviderServer;
/** As people like; accounts by the provider alone; signing in by the provider alone. */
let any: RunningGateway;
let accounts: RunningGateway;
let only: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['mailer', 'docstore']);
  server = await startProvider(CLAIMS);
  any = await start({});
  accounts = await start({ registration: 'provider', domains: ['only.example'] });
  only = await start({ registration: 'provider', signIn: 'provider' });
  return world.end;
});

async function start(people: Partial<typeof PEOPLE>): Promise<RunningGateway> {
  return await world.start({ limitsFactor: 1_000, people: { ...PEOPLE, providers: [providerOf(server)], ...people } });
}

test('[GW-346] where accounts come from providers alone, passwords, mailed links, invitations and guests make none', async () => {
  const stranger = newMailAddress();
  const browser = await newcomer(accounts);
  for (const [begin, path, more] of [
    ['/api/session/sign-in', '/api/session/sign-in/confirm', {}],
    ['/api/session/reset', '/api/session/reset/confirm', { password: PASSWORD }],
  ] as const) {
    await browser.must('POST', begin, { email: stranger });
    const secret = await lastSecret(accounts, stranger);
    expect(await browser.outcome('POST', path, { secret, ...more })).toBe('gateway/closed');
  }
  expect(await browser.outcome('POST', '/api/session/guest', { name: null })).toBe('gateway/closed');
  const owner = await signedIn(any, newMailAddress());
  const { id } = await owner.makeMap('Shared');
  await owner.must('POST', `/api/maps/${id}/invitations`, { email: stranger, role: 'view' });
  await browser.must('POST', '/api/session/sign-in', { email: stranger });
  const secret = await lastSecret(accounts, stranger);
  expect(await browser.outcome('POST', '/api/session/sign-in/confirm', { secret })).toBe('gateway/closed');
  expect(await world.metadata.personByEmail(stranger)).toBeNull();
});

test('[GW-346] there, people whom a provider lets in have accounts, of the domains that are allowed; others come in as before', async () => {
  const { browser, said } = await visitorBy(server, 'provider', 'ann', accounts);
  expect(await browser.person()).toMatchObject({ id: said, email: 'ann@only.example' });
  expect((await visitorBy(server, 'provider', 'far', accounts)).said).toBe('gateway/closed');
  expect((await (await signedIn(accounts, 'ann@only.example')).person()).id).toBe(said);
  expect((await new Browser(accounts).must('GET', '/api/session/ways')).json).toMatchObject({
    registration: 'provider',
    signIn: 'any',
  });
});

test('[GW-347] where people sign in by providers alone, no other way lets anybody in or mails anything', async () => {
  const email = newMailAddress();
  const member = await signedIn(any, email);
  await member.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  const browser = await newcomer(any);
  await browser.must('POST', '/api/session/sign-in', { email });
  const secret = await lastSecret(any, email);
  const mails = (await mailsTo(any, email)).length;
  const here = browser.at(only);
  for (const [path, body] of [
    ['/api/session/sign-in', { email }],
    ['/api/session/sign-in/confirm', { secret }],
    ['/api/session/password', { email, password: PASSWORD }],
    ['/api/session/reset', { email }],
    ['/api/session/reset/confirm', { secret, password: PASSWORD }],
  ] as const) {
    expect([path, await here.outcome('POST', path, body)]).toEqual([path, 'gateway/way-closed']);
  }
  expect(await mailsTo(any, email)).toHaveLength(mails);
  // It was not used up by being refused.
  expect(await here.at(any).outcome('POST', '/api/session/sign-in/confirm', { secret })).toBe(200);
  expect((await new Browser(only).must('GET', '/api/session/ways')).json).toMatchObject({
    providers: [{ id: 'provider', name: 'The Provider' }],
    signIn: 'provider',
  });
});

test('[GW-347] a passkey lets nobody in there either: every way in leads past the same door', async () => {
  const member = await signedIn(any, newMailAddress());
  const key = new Authenticator('ES256', { counts: false });
  const order = (await member.must('POST', '/api/account/passkeys/begin', { proof: null })).json;
  await member.must('POST', '/api/account/passkeys', key.make(order));
  const browser = await newcomer(only);
  const answer = key.answer((await browser.at(any).must('POST', '/api/session/passkey')).json);
  expect(await browser.outcome('POST', '/api/session/passkey/confirm', { answer })).toBe('gateway/way-closed');
  expect((await browser.open()).person).toBeNull();
  const ways = async (at: RunningGateway): Promise<unknown> =>
    (await new Browser(at).must('GET', '/api/session/ways')).json.passkeys;
  expect([await ways(only), await ways(any)]).toEqual([false, true]);
});

test('[GW-347] nor does a code there, after a password that was shown where passwords let in', async () => {
  const email = newMailAddress();
  const member = await signedIn(any, email);
  await member.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  const { app } = await turnOn(world, member);
  const browser = await newcomer(any);
  await browser.must('POST', '/api/session/password', { email, password: PASSWORD });
  const code = app.next();
  expect(await browser.at(only).outcome('POST', '/api/session/second-step', { code })).toBe('gateway/way-closed');
  expect((await browser.at(only).open()).person).toBeNull();
});

test('[GW-350] there, nobody sets a password, the account says so, and one from before can be removed', async () => {
  const email = newMailAddress();
  const member = await signedIn(any, email);
  await member.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  const account = async (at: RunningGateway): Promise<unknown> => {
    const { hasPassword, mayHavePassword } = (await member.at(at).must('GET', '/api/account')).json;
    return { hasPassword, mayHavePassword };
  };
  expect(await account(any)).toEqual({ hasPassword: true, mayHavePassword: true });
  expect(await account(only)).toEqual({ hasPassword: true, mayHavePassword: false });
  const another = { password: 'four words for another', proof: null };
  expect(await member.at(only).outcome('PUT', '/api/account/password', another)).toBe('gateway/way-closed');
  // It was not set: the one from before is still good where passwords are.
  await (await newcomer(any)).must('POST', '/api/session/password', { email, password: PASSWORD });
  expect(await member.at(only).outcome('POST', '/api/account/password/remove', { proof: null })).toBe(200);
  const typed = { email, password: PASSWORD };
  expect(await (await newcomer(any)).outcome('POST', '/api/session/password', typed)).toBe('gateway/wrong-password');
});

test('[GW-347] there, the first owner is set up by the link, after coming in by the provider', async () => {
  const { browser } = await visitorBy(server, 'provider', 'bo', only);
  const link = new URL(setUpLink(PUBLIC_URL, deriveKeys(KEYS).setUp, await world.metadata.setUpTurn()));
  const secret = link.hash.slice('#secret='.length);
  expect(await browser.outcome('POST', '/api/account/owner', { secret })).toBe(204);
  expect((await browser.must('GET', '/api/account')).json).toMatchObject({ isOwner: true, hasProvider: true });
});
