import { seededRandom } from '@bough/base/testing';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { deriveKeys } from '../../../secrets/keys.ts';
import { TotpApp, turnOn } from '../../../testing/visitors/totp-app.ts';
import type { Browser } from '../../../testing/visitors/browser.ts';
import { lastSecret, mailsTo, newcomer, newMailAddress, signedIn } from '../../../testing/visitors/mail.ts';
import { newAccount } from '../../../testing/visitors/program.ts';
import { openTwoGateways } from '../../../testing/running/two-gateways.ts';
import { KEYS, openWorld, PUBLIC_URL, type RunningGateway, type World } from '../../../testing/world.ts';
import { SecondSteps } from './second-steps.ts';

// Somebody who knows the password, or reads the mail, and has not the phone.

const HOUR_MS = 3_600_000;
const PASSWORD = 'four words of mine';
let world: World;
let gateway: RunningGateway;
let other: RunningGateway;
beforeAll(async () => {
  ({ world, gateway, other } = await openTwoGateways());
  return world.end;
});

interface Member {
  readonly browser: Browser;
  readonly email: string;
  readonly id: string;
  readonly app: TotpApp;
  readonly codes: readonly string[];
}
/** Somebody with a password and a second step. */
async function member(): Promise<Member> {
  const email = newMailAddress();
  const browser = await signedIn(gateway, email);
  await browser.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  const { app, codes } = await turnOn(world, browser);
  return { browser, email, id: (await browser.person()).id, app, codes };
}
/** A browser in which the password was right. */
async function halfway(email: string, at = gateway): Promise<Browser> {
  const browser = await newcomer(at);
  const { json } = await browser.must('POST', '/api/session/password', { email, password: PASSWORD });
  expect(json).toMatchObject({ person: null, awaitsCode: true });
  return browser;
}
async function show(browser: Browser, code: string): Promise<unknown> {
  const { json } = await browser.ask('POST', '/api/session/second-step', { code });
  return json.code ?? json.person.id;
}
async function isIn(browser: Browser): Promise<boolean> {
  return (await browser.ask('GET', '/api/account')).status === 200;
}

test('[GW-300] the second step is on once a code of the app was shown, and its secret is told once', async () => {
  const email = newMailAddress();
  const browser = await signedIn(gateway, email);
  const first = (await browser.must('POST', '/api/account/second-step', { proof: null })).json;
  const { secret, address } = (await browser.must('POST', '/api/account/second-step', { proof: null })).json;
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(secret).not.toBe(first.secret);
  expect(new URL(address).searchParams.get('secret')).toBe(secret);
  const app = new TotpApp(world.clock, secret);
  const on = '/api/account/second-step/on';
  for (const code of ['000000', new TotpApp(world.clock, first.secret).code(), 'x'])
    expect(await browser.outcome('POST', on, { code })).toBe('gateway/wrong-code');
  expect((await browser.must('GET', '/api/account')).json.secondStep).toBe(null);
  // Until then nobody is asked for anything.
  const elsewhere = await signedIn(gateway, email);
  expect(await isIn(elsewhere)).toBe(true);
  const turned = (await browser.must('POST', on, { code: app.code() })).json;
  expect(turned.codes).toHaveLength(10);
  const facts = (await browser.must('GET', '/api/account')).json;
  expect(facts).toMatchObject({ isFresh: true, secondStep: { codesLeft: 10 } });
  expect(JSON.stringify(facts)).not.toContain(secret);
  expect(await browser.outcome('POST', '/api/account/second-step', { proof: null })).toBe('gateway/second-step-on');
  expect(await browser.outcome('POST', on, { code: app.next() })).toBe('gateway/second-step-on');
});

test('[GW-300] a session that was proved an hour ago begins no second step, turns none on, and a guest has none', async () => {
  const browser = await signedIn(gateway, newMailAddress());
  const { secret } = (await browser.must('POST', '/api/account/second-step', { proof: null })).json;
  world.clock.jump(HOUR_MS + 1);
  expect(await browser.outcome('POST', '/api/account/second-step', { proof: null })).toBe('gateway/unproved');
  const { code } = { code: new TotpApp(world.clock, secret).code() };
  expect(await browser.outcome('POST', '/api/account/second-step/on', { code })).toBe('gateway/unproved');
  const guest = await newcomer(gateway);
  await guest.must('POST', '/api/session/guest', { name: null });
  expect(await guest.outcome('POST', '/api/account/second-step', { proof: null })).toBe('gateway/unproved');
});

test('[GW-303] a password alone lets nobody in; a code of the app then does, in that browser', async () => {
  const { email, id, app } = await member();
  const browser = await halfway(email);
  expect(await isIn(browser)).toBe(false);
  expect((await browser.open()).awaitsCode).toBe(true);
  const stranger = await newcomer(gateway);
  expect(await show(stranger, app.next())).toBe('gateway/bad-token');
  expect(await show(browser, '000000')).toBe('gateway/wrong-code');
  expect(await isIn(browser)).toBe(false);
  expect(await show(browser, ` ${app.code().slice(0, 3)} ${app.code().slice(3)} `)).toBe(id);
  expect((await browser.open()).awaitsCode).toBe(false);
  expect((await browser.must('GET', '/api/account')).json.isFresh).toBe(true);
  const wrong = { email, password: 'not these four words' };
  expect(await (await newcomer(gateway)).outcome('POST', '/api/session/password', wrong)).toBe(
    'gateway/wrong-password',
  );
});

test('[GW-303] a mailed link, and one for a new password, are asked for the code too', async () => {
  const { email, id, app } = await member();
  const byMail = await signedIn(gateway, email);
  expect(await isIn(byMail)).toBe(false);
  expect(await show(byMail, app.next())).toBe(id);
  // In the browser that is signed in, as well as in one that is not.
  for (const browser of [byMail, await newcomer(gateway)]) {
    await browser.must('POST', '/api/session/reset', { email });
    const body = { secret: await lastSecret(gateway, email), password: PASSWORD };
    const reset = await browser.must('POST', '/api/session/reset/confirm', body);
    expect(reset.json).toMatchObject({ person: null, awaitsCode: true });
    expect(await isIn(browser)).toBe(false);
    expect(await show(browser, app.next())).toBe(id);
    expect(await isIn(browser)).toBe(true);
  }
});

test('[GW-303] a guest stays a guest until the code was shown, and keeps the maps', async () => {
  const { email, id, app } = await member();
  const guest = await newcomer(gateway);
  await guest.must('POST', '/api/session/guest', { name: null });
  const map = await guest.makeMap('Drawn as a guest');
  const before = await guest.person();
  expect((await guest.must('POST', '/api/session/password', { email, password: PASSWORD })).json).toMatchObject({
    person: { id: before.id },
    awaitsCode: true,
  });
  expect(await show(guest, app.next())).toBe(id);
  const { maps } = (await guest.must('GET', '/api/maps')).json;
  expect(maps.map((each: { readonly id: string }) => each.id)).toEqual([map.id]);
});

test('[GW-303] the second step may take ten minutes, and ends with all sessions of its person', async () => {
  const { browser, email, id, app } = await member();
  const late = await halfway(email);
  world.clock.jump(10 * 60_000);
  expect(await show(late, app.next())).toBe('gateway/bad-token');
  const inTime = await halfway(email);
  world.clock.jump(10 * 60_000 - 70_000);
  expect(await show(inTime, app.next())).toBe(id);
  const ended = await halfway(email, other);
  await browser.must('POST', '/api/session/sign-out-everywhere');
  world.clock.jump(10_000);
  expect(await show(ended, app.next())).toBe('gateway/bad-token');
});

test('[GW-302] a code is good once, on whichever gateway, and none from before it', async () => {
  const { email, id, app } = await member();
  const racers = await Promise.all(
    Array.from({ length: 8 }, (_each, n) => halfway(email, n % 2 === 0 ? gateway : other)),
  );
  const code = app.next();
  const outcomes = await Promise.all(racers.map((racer) => show(racer, code)));
  expect(outcomes.filter((each) => each === id)).toHaveLength(1);
  expect(outcomes.filter((each) => each === 'gateway/wrong-code')).toHaveLength(7);
  const again = await halfway(email, other);
  for (const used of [code, app.code(-1)]) expect(await show(again, used)).toBe('gateway/wrong-code');
  expect(await show(again, app.code(1))).toBe(id);
});

test('[GW-302] the code that turned it on lets nobody in', async () => {
  const browser = await signedIn(gateway, newMailAddress());
  const { app } = await turnOn(world, browser);
  const elsewhere = await signedIn(gateway, (await browser.person()).email ?? '');
  expect(await show(elsewhere, app.code())).toBe('gateway/wrong-code');
});

test('[GW-304] each recovery code lets in once, on whichever gateway, however it is typed; their person is told', async () => {
  const { email, id, codes } = await member();
  expect(new Set(codes).size).toBe(10);
  // 80 bits: nobody finds them from their hashes.
  for (const code of codes) expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
  const [code = '', second = ''] = codes;
  const racers = await Promise.all(
    Array.from({ length: 6 }, (_each, n) => halfway(email, n % 2 === 0 ? gateway : other)),
  );
  const outcomes = await Promise.all(racers.map((racer) => show(racer, code)));
  expect(outcomes.filter((each) => each === id)).toHaveLength(1);
  expect(outcomes.filter((each) => each === 'gateway/wrong-code')).toHaveLength(5);
  expect((await mailsTo(gateway, email)).map(({ subject }) => subject)).toContain(
    'One of your Bough recovery codes was used',
  );
  expect(await show(await halfway(email), second.toUpperCase().replaceAll('-', ' '))).toBe(id);
});

test('[GW-304] new recovery codes take the place of the old ones, and no other person’s work', async () => {
  const [{ browser, email, id, codes }, stranger] = [await member(), await member()];
  const made = (await browser.must('POST', '/api/account/second-step/codes', { proof: null })).json.codes;
  expect(made).toHaveLength(10);
  expect((await mailsTo(gateway, email))[0]?.subject).toBe('New recovery codes for your Bough account');
  const half = await halfway(email);
  for (const code of [codes[3], stranger.codes[0]]) expect(await show(half, code ?? '')).toBe('gateway/wrong-code');
  expect(await show(half, made[3])).toBe(id);
  expect((await half.must('GET', '/api/account')).json.secondStep.codesLeft).toBe(9);
});

test('[GW-305] neither secret nor recovery codes stand in the database, in a log or in an export', async () => {
  const email = newMailAddress();
  const browser = await signedIn(gateway, email);
  const { secret } = (await browser.must('POST', '/api/account/second-step', { proof: null })).json;
  const on = { code: new TotpApp(world.clock, secret).code() };
  const { codes } = (await browser.must('POST', '/api/account/second-step/on', on)).json;
  const records: unknown[] = [];
  for await (const record of world.metadata.records()) records.push(record);
  const kept = JSON.stringify(records);
  const raw = Array.from(secret as string, (letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter));
  const bits = raw.map((each) => each.toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const exported = (await browser.must('GET', '/api/account/export')).bytes.toString('latin1');
  for (const told of [secret, bytes.toString('base64url'), bytes.toString('hex'), ...codes, ...codes.map(plain)]) {
    for (const place of [kept, world.logged(), exported]) expect(place).not.toContain(told);
  }
  expect(kept).toContain('secondSteps');
});
function plain(code: string): string {
  return code.replaceAll('-', '');
}

test('[GW-305] the secret opens for its person alone, under any of the keys, and is sealed anew under the newest', async () => {
  const steps = (...secrets: readonly string[]): SecondSteps =>
    new SecondSteps(
      { ...world, random: seededRandom(4), keys: deriveKeys(secrets).secondSteps },
      { publicUrl: PUBLIC_URL },
    );
  const [newest = '', older = ''] = KEYS;
  const [ann, bo] = await Promise.all([aPerson(), aPerson()]);
  const app = new TotpApp(world.clock, (await steps(older).begin(ann, 'ann@example.test')).secret);
  await steps(older).turnOn(ann, app.code(), 0);
  expect(await steps(newest, older).take(ann, app.next())).toBe('app');
  expect(await steps(newest).take(ann, app.next())).toBe('app');
  await expect(steps(older).take(ann, app.next())).rejects.toMatchObject({ code: 'gateway/lost-key' });
  // Somebody who may write to the database puts their own secret in another's place.
  const sealed = (await world.metadata.secondStep(ann))?.sealed ?? '';
  await world.metadata.tryBeginSecondStep(bo, sealed);
  await expect(steps(newest).turnOn(bo, app.next(), 0)).rejects.toMatchObject({ code: 'gateway/lost-key' });
});
async function aPerson() {
  const email = newMailAddress();
  await signedIn(gateway, email);
  return (await world.metadata.personByEmail(email))?.id ?? expect.unreachable('there is such a person');
}

test('[GW-306] guesses at codes are limited by person, wherever they come from, and do not lock out a known browser', async () => {
  const strict = await world.start();
  const { browser: known, email, id, app } = await member();
  world.clock.jump(86_400_000);
  const codes: unknown[] = [];
  for (let n = 0; n < 34; n++) {
    // Guesses at the password are counted by themselves.
    const guesser = (await halfway(email)).at(strict);
    codes.push(await show(guesser, '000000'));
  }
  expect(codes.slice(0, 30).every((code) => code === 'gateway/wrong-code')).toBe(true);
  expect(codes.slice(-3)).toEqual(Array.from({ length: 3 }, () => 'gateway/too-many'));
  expect(await show((await halfway(email)).at(strict), app.next())).toBe('gateway/too-many');
  const at = known.at(strict);
  await at.must('POST', '/api/session/sign-out');
  await at.must('POST', '/api/session/password', { email, password: PASSWORD });
  expect(await show(at, app.next())).toBe(id);
});

test('[GW-306] whoever has found a cookie and not the password uses up no codes', async () => {
  const strict = await world.start();
  const { browser, email, id, app } = await member();
  world.clock.jump(86_400_000);
  const at = browser.at(strict);
  const stolen = browser.at(strict);
  const isSession = (cookie: string): boolean => !cookie.startsWith('__Host-k=');
  stolen.take(browser.cookie.split('; ').filter(isSession).join('; '));
  const said = new Set<unknown>();
  for (let n = 0; n < 34; n++) {
    const wrong = { proof: n % 4 === 0 ? 'not this one' : null, code: '000000' };
    said.add(await stolen.outcome('POST', '/api/account/second-step/off', wrong));
  }
  expect(said).toEqual(new Set(['gateway/unproved', 'gateway/wrong-password']));
  // Nor where the session is fresh: the second step is on, so that no code turns it on.
  await at.must('POST', '/api/account/prove', { proof: PASSWORD, code: app.next() });
  stolen.take(at.cookie.split('; ').filter(isSession).join('; '));
  stolen.csrf = at.csrf;
  for (let n = 0; n < 34; n++) {
    expect(await stolen.outcome('POST', '/api/account/second-step/on', { code: '000000' })).toBe(
      'gateway/second-step-on',
    );
  }
  expect(await show((await halfway(email)).at(strict), app.next())).toBe(id);
});

test('[GW-307] what is dangerous asks for both steps, and which of them was wrong is not said', async () => {
  const { browser, email, app } = await member();
  world.clock.jump(HOUR_MS + 1);
  const make = async (body: object) =>
    await browser.outcome('POST', '/api/tokens', { name: 'x', scopes: ['maps:read'], ...body });
  expect(await make({ proof: PASSWORD })).toBe('gateway/unproved');
  expect(await make({ proof: null, code: app.code() })).toBe('gateway/unproved');
  const wrong = await browser.ask('POST', '/api/account/prove', { proof: 'not it', code: app.code() });
  const wrongCode = await browser.ask('POST', '/api/account/prove', { proof: PASSWORD, code: '000000' });
  expect(wrong.json.code).toBe('gateway/wrong-password');
  const said = ({ json }: { readonly json: { readonly detail: unknown } }) =>
    JSON.stringify({ ...json, requestId: null });
  expect(said(wrong)).toBe(said(wrongCode));
  // The code beside a wrong password was not used up by whoever guessed.
  expect(await make({ proof: PASSWORD, code: app.code() })).toBe(200);
  expect(await make({ proof: PASSWORD, code: app.code() })).toBe('gateway/wrong-password');
  await browser.must('POST', '/api/account/prove', { proof: PASSWORD, code: app.next() });
  expect((await browser.must('GET', '/api/account')).json.isFresh).toBe(true);
  expect(await make({})).toBe(200);
  const mails = await mailsTo(gateway, email);
  expect(mails.filter(({ subject }) => subject === 'New API token for your Bough account')).toHaveLength(2);
});

const DANGEROUS: readonly (readonly [method: string, path: string, body: object | undefined])[] = [
  ['PUT', '/api/account/password', { password: 'another four words', proof: null }],
  ['POST', '/api/account/password/remove', { proof: null }],
  ['POST', '/api/account/email', { email: 'else@example.test', proof: null }],
  ['POST', '/api/account/prove', { proof: null }],
  ['GET', '/api/account/export', undefined],
  ['POST', '/api/account/second-step/codes', { proof: null }],
  ['POST', '/api/account/second-step/off', { proof: null }],
  ['POST', '/api/tokens', { name: 'x', scopes: ['maps:read'], proof: null }],
  ['POST', '/api/account/delete', { proof: null }],
];
test.each(DANGEROUS)(
  '[GW-307] a fresh session that showed one step alone is not enough for: %s %s',
  async (method, path, body) => {
    const email = newMailAddress();
    const [browser, elsewhere] = [await signedIn(gateway, email), await signedIn(gateway, email)];
    await turnOn(world, browser);
    expect(await elsewhere.outcome(method, path, body)).toBe('gateway/unproved');
    expect(await browser.outcome(method, path, body)).toBeOneOf([200, 204]);
  },
);

test('[GW-308] turning it off needs both steps, is told by mail, and a password is enough from then on', async () => {
  const { browser, email, id, app } = await member();
  expect((await mailsTo(gateway, email))[0]?.subject).toBe('Two-step sign-in is on');
  world.clock.jump(HOUR_MS + 1);
  const off = '/api/account/second-step/off';
  expect(await browser.outcome('POST', off, { proof: PASSWORD })).toBe('gateway/unproved');
  expect(await browser.outcome('POST', off, { proof: PASSWORD, code: '000000' })).toBe('gateway/wrong-password');
  expect(await browser.outcome('POST', off, { proof: PASSWORD, code: app.code() })).toBe(204);
  expect((await mailsTo(gateway, email))[0]?.subject).toBe('Two-step sign-in is off');
  expect((await browser.must('GET', '/api/account')).json.secondStep).toBe(null);
  const entered = await (await newcomer(gateway)).must('POST', '/api/session/password', { email, password: PASSWORD });
  expect(entered.json.person.id).toBe(id);
  await browser.must('POST', '/api/account/prove', { proof: PASSWORD });
  expect(await browser.outcome('POST', off, { proof: null })).toBe('gateway/absent');
});

test('[GW-308] while mail cannot be handed over it is not turned off, and no recovery codes are made', async () => {
  const silent = await openWorld([]);
  onTestFinished(() => silent.end());
  const alone = await silent.start({ limitsFactor: 100_000 });
  const browser = await newAccount(silent, alone);
  await turnOn(silent, browser);
  for (const path of ['off', 'codes']) {
    const { status } = await browser.ask('POST', `/api/account/second-step/${path}`, { proof: null });
    expect(status).toBeGreaterThanOrEqual(500);
  }
  expect((await browser.must('GET', '/api/account')).json.secondStep).toMatchObject({ codesLeft: 10 });
});
