import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../../../testing/visitors/browser.ts';
import { lastSecret, mailsTo, newMailAddress, signedIn } from '../../../testing/visitors/mail.ts';
import { openWorld, type RunningGateway, type World } from '../../../testing/world.ts';

// Somebody who asks for emails to an address that is not theirs, or guesses its password, until its owner is locked out.

let world: World;
/** Behind a proxy, which says from where each request comes. */
let gateway: RunningGateway;
/** On the same machine, where the outbox can be read. */
let beside: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['mailer']);
  gateway = await world.start({ trustedProxies: 1 });
  beside = await world.start({ limitsFactor: 1_000 });
});
afterAll(() => world.end());

async function from(network: string, cookie = ''): Promise<Browser> {
  const browser = new Browser(gateway, { 'x-forwarded-for': network });
  browser.take(cookie);
  await browser.open();
  return browser;
}

for (const path of ['/api/session/sign-in', '/api/session/reset']) {
  test(`[GW-239] nobody locks somebody else out of mailed links from their own network: ${path}`, async () => {
    const email = newMailAddress();
    const attacker = await from('198.51.100.7');
    const codes: number[] = [];
    for (let n = 0; n < 8; n++) codes.push((await attacker.ask('POST', path, { email })).status);
    // They are told about what they did themselves.
    expect([codes[0], codes.at(-1)]).toEqual([204, 429]);
    const before = (await mailsTo(beside, email)).length;
    const victim = await from('203.0.113.9');
    expect((await victim.ask('POST', path, { email })).status).toBe(204);
    expect((await mailsTo(beside, email)).length).toBe(before + 1);
  });
}

test('[GW-239] a crowd of networks cannot do it to a browser that has been signed in, and learns nothing', async () => {
  const email = newMailAddress();
  const known = await signedIn(beside, email);
  await known.must('POST', '/api/session/sign-out');
  const codes = new Set<number>();
  for (let n = 0; n < 60; n++) {
    const one = await from(`198.51.${100 + Math.floor(n / 20)}.${10 + (n % 20)}`);
    codes.add((await one.ask('POST', '/api/session/sign-in', { email })).status);
  }
  // Answered alike, whether a mail was sent or not: how often an address is asked for is nobody's business.
  expect([...codes]).toEqual([204]);
  const sent = (await mailsTo(beside, email)).length;
  expect(sent).toBeLessThan(45);
  const stranger = await from('203.0.113.10');
  expect((await stranger.ask('POST', '/api/session/sign-in', { email })).status).toBe(204);
  expect((await mailsTo(beside, email)).length).toBe(sent);
  const back = await from('203.0.113.11', known.cookie);
  expect((await back.ask('POST', '/api/session/sign-in', { email })).status).toBe(204);
  expect((await mailsTo(beside, email)).length).toBe(sent + 1);
  const secret = await lastSecret(beside, email);
  expect((await back.ask('POST', '/api/session/sign-in/confirm', { secret })).json.person.email).toBe(email);
  // What says that a browser is known is good for that address alone, and not to be made up.
  const other = newMailAddress();
  for (let n = 0; n < 60; n++) {
    const one = await from(`192.0.2.${10 + n}`);
    await one.ask('POST', '/api/session/sign-in', { email: other });
  }
  const soFar = (await mailsTo(beside, other)).length;
  expect((await back.ask('POST', '/api/session/sign-in', { email: other })).status).toBe(204);
  expect((await mailsTo(beside, other)).length).toBe(soFar);
});

const PASSWORD = 'four words of mine';

/** A browser where the owner of a password has signed in and out again. */
async function ownerOf(email: string): Promise<Browser> {
  const browser = await signedIn(beside, email);
  await browser.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  await browser.must('POST', '/api/session/sign-out');
  return browser;
}

async function guess(browser: Browser, email: string, password = 'not this one'): Promise<number> {
  return (await browser.ask('POST', '/api/session/password', { email, password })).status;
}

/** How each of so many guesses was answered, each from another network. */
async function guessesOf(networks: readonly string[], email: string): Promise<ReadonlySet<number>> {
  const codes = new Set<number>();
  for (const network of networks) codes.add(await guess(await from(network), email));
  return codes;
}
const crowd = (count: number, block: number): string[] =>
  Array.from({ length: count }, (_, n) => `10.${block}.${Math.floor(n / 200)}.${1 + (n % 200)}`);

test('[GW-240] nobody locks somebody else out of their password from their own network', async () => {
  const email = newMailAddress();
  await ownerOf(email);
  const attacker = await from('198.51.100.8');
  const codes: number[] = [];
  for (let n = 0; n < 14; n++) codes.push(await guess(attacker, email));
  // They are told about what they did themselves.
  expect([codes[0], codes.at(-1)]).toEqual([403, 429]);
  expect(await guess(await from('203.0.113.12'), email, PASSWORD)).toBe(200);
});

test('[GW-240] guesses from a crowd of networks are slowed down, and the browsers of the owner are let through', async () => {
  const email = newMailAddress();
  const known = await ownerOf(email);
  expect([...(await guessesOf(crowd(90, 1), email))]).toEqual([403]);
  expect([...(await guessesOf(crowd(60, 2), email))]).toContain(429);
  // Whoever knows the password, in a browser that nobody knows, is asked to wait as everybody is.
  expect(await guess(await from('203.0.113.13'), email, PASSWORD)).toBe(429);
  const back = await from('203.0.113.14', known.cookie);
  expect(await guess(back, email, PASSWORD)).toBe(200);
  // An address without an account is answered alike.
  const nobody = newMailAddress();
  expect([...(await guessesOf(crowd(90, 3), nobody))]).toEqual([403]);
  expect([...(await guessesOf(crowd(60, 4), nobody))]).toContain(429);
  // What says that a browser is known is good for its own address alone, and for no more than some guesses.
  expect(await guess(await from('203.0.113.15', known.cookie), nobody)).toBe(429);
  const stolen: number[] = [];
  for (let n = 0; n < 14; n++) stolen.push(await guess(await from(`203.0.113.${20 + n}`, known.cookie), email));
  expect([stolen[0], stolen.at(-1)]).toEqual([403, 429]);
});
