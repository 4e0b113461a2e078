import { beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../../testing/visitors/browser.ts';
import type { Held } from '../../../testing/running/held.ts';
import { openHeldWorld } from '../../../testing/running/held-world.ts';
import { lastSecret, mailsTo, newcomer, newMailAddress, signedIn } from '../../../testing/visitors/mail.ts';
import { type ProviderServer, providerOf, startProvider } from '../../../testing/visitors/provider-server.ts';
import { visitorBy } from '../../../testing/visitors/provider-visit.ts';
import { PEOPLE, type RunningGateway, type World } from '../../../testing/world.ts';

// Somebody else has come in and given the account an address of theirs, before its owner reads of it.

const PASSWORD = 'four words of mine';
const vouched = newMailAddress();
const vouchedToo = newMailAddress();
let world: World;
let gateway: RunningGateway;
/** Where a call of the database can be made to wait. */
let slow: RunningGateway;
let hold: Held['hold'];
let server: ProviderServer;
beforeAll(async () => {
  server = await startProvider({
    thief: { email: vouched, email_verified: true },
    other: { email: vouchedToo, email_verified: true },
  });
  const people = { ...PEOPLE, providers: [providerOf(server)] };
  ({ world, gateway, slow, hold } = await openHeldWorld({ people }));
  return world.end;
});

interface Taken {
  readonly id: string;
  readonly owner: Browser;
  readonly email: string;
  readonly thief: Browser;
  /** Of the mail that told the owner. */
  readonly secret: string;
}
/** An account into which somebody else has come by its password. */
async function taken(): Promise<Taken> {
  const email = newMailAddress();
  const owner = await signedIn(gateway, email);
  await owner.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  const thief = await newcomer(slow);
  await thief.must('POST', '/api/session/password', { email, password: PASSWORD });
  return { id: (await owner.person()).id, owner, email, thief, secret: await linkTo(email) };
}
async function linkTo(email: string): Promise<string> {
  const [mail] = (await mailsTo(gateway, email)).filter(({ subject }) => subject === 'New sign-in to Bough');
  return /\/sign-in\/not-me#secret=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? expect.unreachable('there is a link');
}
async function press(secret: string): Promise<unknown> {
  const { json } = await (await newcomer(gateway)).ask('POST', '/api/session/not-me', { secret });
  return json.code ?? json.isMailed;
}
async function changeAddress(browser: Browser, email = newMailAddress()): Promise<string> {
  await browser.must('POST', '/api/account/email', { email, proof: null });
  await browser.must('POST', '/api/account/email/confirm', { secret: await lastSecret(gateway, email) });
  return email;
}
async function whoIs(email: string): Promise<string> {
  return (await (await signedIn(gateway, email)).person()).id;
}

test('[GW-315] "This was not me" gives the address back, and the other one is somebody else’s from then on', async () => {
  const { id, email, thief, secret } = await taken();
  const theirs = await changeAddress(thief);
  const before = (await mailsTo(gateway, theirs)).length;
  expect(await press(secret)).toBe(true);
  expect((await thief.ask('GET', '/api/account')).status).toBe(401);
  const [told, ...others] = (await mailsTo(gateway, theirs)).slice(0, -before);
  expect([told?.subject, others]).toEqual(['Your Bough email address was changed', []]);
  expect(await whoIs(theirs)).not.toBe(id);
  const owner = await newcomer(gateway);
  await owner.must('POST', '/api/session/reset', { email });
  const body = { secret: await lastSecret(gateway, email), password: 'another four words' };
  await owner.must('POST', '/api/session/reset/confirm', body);
  expect((await owner.person()).id).toBe(id);
});

test('[GW-315] so it does after several changes, and a provider that vouched for the last one joins the account no more', async () => {
  const { id, email, thief, secret } = await taken();
  await changeAddress(thief);
  await changeAddress(thief, vouched);
  expect((await visitorBy(server, 'provider', 'thief', gateway)).said).toBe(id);
  expect(await press(secret)).toBe(true);
  expect((await visitorBy(server, 'provider', 'thief', gateway)).said).not.toBe(id);
  expect(await whoIs(email)).toBe(id);
});

test('[GW-426] nor does a provider that vouched for the other one join it where the owner has changed the address back before', async () => {
  const { id, owner, email, thief, secret } = await taken();
  await changeAddress(thief, vouchedToo);
  expect((await visitorBy(server, 'provider', 'other', gateway)).said).toBe(id);
  await changeAddress(owner, email);
  expect(await press(secret)).toBe(true);
  expect((await visitorBy(server, 'provider', 'other', gateway)).said).not.toBe(id);
  expect(await whoIs(email)).toBe(id);
});

test('[GW-315] a link that was mailed to the other address meanwhile counts for nothing', async () => {
  const { id, email, thief, secret } = await taken();
  const theirs = await changeAddress(thief);
  await signedIn(gateway, theirs);
  const later = await linkTo(theirs);
  expect(await press(secret)).toBe(true);
  expect(await press(later)).toBe('gateway/bad-token');
  expect(await whoIs(email)).toBe(id);
});

test('[GW-315] nor does it where the owner has changed the address back without a link: the first one stays', async () => {
  const { id, owner, email, thief } = await taken();
  const theirs = await changeAddress(thief);
  await signedIn(gateway, theirs);
  const later = await linkTo(theirs);
  await changeAddress(owner, email);
  expect(await press(later)).toBe(false);
  expect([await whoIs(email), (await whoIs(theirs)) === id]).toEqual([id, false]);
});

test('[GW-315] where somebody else has the address by now, nobody comes in until an operator has decided', async () => {
  const { id, email, thief, secret } = await taken();
  const theirs = await changeAddress(thief);
  const other = await whoIs(email);
  expect(other).not.toBe(id);
  expect(await press(secret)).toBe(false);
  const browser = await newcomer(gateway);
  await browser.must('POST', '/api/session/sign-in', { email: theirs });
  const coming = { secret: await lastSecret(gateway, theirs) };
  expect((await browser.ask('POST', '/api/session/sign-in/confirm', coming)).json.code).toBe('gateway/disabled');
  expect(await whoIs(email)).toBe(other);
});

test('[GW-315] a change of the address that is under way comes to nothing', async () => {
  const { id, email, thief, secret } = await taken();
  const theirs = newMailAddress();
  await thief.must('POST', '/api/account/email', { email: theirs, proof: null });
  const body = { secret: await lastSecret(gateway, theirs) };
  const holding = hold('tryChangeEmail', 'before');
  const changing = thief.ask('POST', '/api/account/email/confirm', body);
  await holding.reached;
  expect(await press(secret)).toBe(true);
  holding.release();
  expect((await changing).status).toBeGreaterThanOrEqual(400);
  expect([await whoIs(email), (await whoIs(theirs)) === id]).toEqual([id, false]);
});
