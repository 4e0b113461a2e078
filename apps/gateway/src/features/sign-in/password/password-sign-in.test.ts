import { seededRandom } from '@bough/base/testing';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../../testing/visitors/browser.ts';
import { lastSecret, mailsTo, newcomer, newMailAddress, signedIn } from '../../../testing/visitors/mail.ts';
import { LIMITS } from '../../../limits/rate-limits.ts';
import { openWorld, type RunningGateway, type World } from '../../../testing/world.ts';
import { Passwords } from './passwords.ts';

const PASSWORD = 'four words of mine';
let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 100_000 });
  return world.end;
});

/** Somebody with an address and this password. */
async function member(): Promise<{ readonly browser: Browser; readonly email: string; readonly id: string }> {
  const email = newMailAddress();
  const browser = await signedIn(gateway, email);
  await browser.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  return { browser, email, id: (await browser.person()).id };
}
async function tryPassword(browser: Browser, email: string, password: string): Promise<string> {
  const answer = await browser.ask('POST', '/api/session/password', { email, password });
  return answer.json.code ?? answer.json.person.id;
}

test('[GW-65] the address and its password let in, on any browser; nothing else does', async () => {
  const { email, id } = await member();
  expect(await tryPassword(await newcomer(gateway), email, PASSWORD)).toBe(id);
  expect(await tryPassword(await newcomer(gateway), email.toUpperCase(), PASSWORD)).toBe(id);
  const none = newMailAddress();
  const bare = newMailAddress();
  await signedIn(gateway, bare);
  for (const [address, password] of [
    [email, 'four words of min'],
    [email, ' '],
    [none, PASSWORD],
    [bare, PASSWORD],
    [bare, ''.padEnd(20)],
  ] as const) {
    expect(await tryPassword(await newcomer(gateway), address, password)).toBe('gateway/wrong-password');
  }
});

test('[GW-30] a guest who signs in by password keeps the maps', async () => {
  const { email, id } = await member();
  const guest = await Browser.guest(gateway);
  await guest.makeMap('Drawn as a guest');
  expect(await tryPassword(guest, email, PASSWORD)).toBe(id);
  const { maps } = (await guest.must('GET', '/api/maps')).json;
  expect(maps.map(({ title }: { title: string }) => title)).toEqual(['Drawn as a guest']);
});

test('[GW-13] signing in by password begins a new session; the id from before is worth nothing', async () => {
  const { email } = await member();
  const browser = await Browser.guest(gateway);
  const before = browser.at(gateway);
  await tryPassword(browser, email, PASSWORD);
  expect((await before.ask('GET', '/api/account')).status).toBe(401);
  expect((await browser.ask('GET', '/api/account')).status).toBe(200);
});

test('[GW-62] a hash of older parameters is written anew when its owner signs in', async () => {
  const { email, browser } = await member();
  const person = await world.metadata.personByEmail(email);
  if (person === null) throw new Error('nobody has the address');
  const older = new Passwords({ random: seededRandom(9) }, { cost: { memoryKib: 32, passes: 2, lanes: 1 } });
  await world.metadata.setPassword(person.id, await older.hash(PASSWORD));
  expect(await tryPassword(browser, email, 'not this one')).toBe('gateway/wrong-password');
  expect((await world.metadata.account(person.id)).password).toContain('m=32,');
  expect(await tryPassword(browser, email, PASSWORD)).toBe(person.id);
  expect((await world.metadata.account(person.id)).password).toContain('m=64,');
  expect(await tryPassword(browser, email, PASSWORD)).toBe(person.id);
});

test('[GW-66] a mailed link sets another password once, in the browser that asked, and ends every session', async () => {
  const { browser: elsewhere, email, id } = await member();
  const browser = await newcomer(gateway);
  await browser.must('POST', '/api/session/reset', { email: email.toUpperCase() });
  const secret = await lastSecret(gateway, email);
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  const reset = async (who: Browser, password: string): Promise<string> => {
    const answer = await who.ask('POST', '/api/session/reset/confirm', { secret, password });
    return answer.json.code ?? answer.json.person.id;
  };
  expect(await reset(await newcomer(gateway), 'another four words')).toBe('gateway/wrong-browser');
  expect(await reset(browser, 'password')).toBe('gateway/weak-password');
  const confirm = await browser.ask('POST', '/api/session/sign-in/confirm', { secret });
  expect(confirm.json).toMatchObject({ code: 'gateway/bad-token' });
  world.clock.jump(10);
  const racers = Array.from({ length: 20 }, () => browser.at(gateway));
  const outcomes = await Promise.all(racers.map((racer) => reset(racer, 'another four words')));
  expect(outcomes.filter((each) => each === id)).toHaveLength(1);
  expect(outcomes.filter((each) => each === 'gateway/bad-token')).toHaveLength(19);
  expect((await elsewhere.ask('GET', '/api/account')).status).toBe(401);
  expect(await tryPassword(await newcomer(gateway), email, PASSWORD)).toBe('gateway/wrong-password');
  expect(await tryPassword(await newcomer(gateway), email, 'another four words')).toBe(id);
  expect((await mailsTo(gateway, email)).slice(0, 3).map(({ subject }) => subject)).toContain(
    'Your Bough password was changed',
  );
});

test('[GW-66] a link for a password is worth nothing after ten minutes, and makes a newcomer a person', async () => {
  const browser = await newcomer(gateway);
  const email = newMailAddress();
  await browser.must('POST', '/api/session/reset', { email });
  world.clock.jump(10 * 60_000);
  const late = { secret: await lastSecret(gateway, email), password: PASSWORD };
  const answer = await browser.ask('POST', '/api/session/reset/confirm', late);
  expect(answer.json).toMatchObject({ code: 'gateway/bad-token' });
  await browser.must('POST', '/api/session/reset', { email });
  const secret = await lastSecret(gateway, email);
  const made = await browser.must('POST', '/api/session/reset/confirm', { secret, password: PASSWORD });
  expect(made.json.person).toMatchObject({ email, isGuest: false });
});

test('[GW-35] guessing at a password is limited by its address, however it is written, and by network', async () => {
  const strict = await world.start({ limitsFactor: 0.5 });
  const codes: string[] = [];
  for (let n = 0; n < 7; n++) {
    const email = n % 2 === 0 ? 'guessed@b.example' : 'GUESSED@b.example';
    codes.push(await tryPassword(await newcomer(strict), email, `guess ${n}`));
  }
  expect(codes).toEqual([
    ...Array.from({ length: 5 }, () => 'gateway/wrong-password'),
    'gateway/too-many',
    'gateway/too-many',
  ]);
  for (let n = 0; n < 80; n++) codes.push(await tryPassword(await newcomer(strict), `a${n}@b.example`, 'guess'));
  // What comes back while they are tried is less than one or two.
  const wrong = codes.filter((code) => code === 'gateway/wrong-password').length;
  expect(Math.abs(wrong - LIMITS['password by network address'].burst / 2 - 1)).toBeLessThanOrEqual(1);
  expect(codes.at(-1)).toBe('gateway/too-many');
});
