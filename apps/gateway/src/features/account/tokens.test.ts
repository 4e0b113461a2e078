import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { commands } from '../../commands/commands.ts';
import type { Browser } from '../../testing/visitors/browser.ts';
import { commandParts } from '../../testing/command-parts.ts';
import { lastSecret, mailsTo, newcomer, newMailAddress, signedIn, subjectsTo } from '../../testing/visitors/mail.ts';
import { newAccount, Program } from '../../testing/visitors/program.ts';
import { unzip } from '../../testing/unzip.ts';
import { openTwoGateways } from '../../testing/running/two-gateways.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

// Somebody who found a browser open, or holds a copied cookie, and wants something that outlives both: a token, or everything at once.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PASSWORD = 'four words of mine';
const BODY = { name: 'a program', scopes: ['maps:read'] };
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
}
async function member(): Promise<Member> {
  const email = newMailAddress();
  return { browser: await signedIn(gateway, email), email };
}
async function isGood(program: Program, at: RunningGateway): Promise<boolean> {
  return (await new Program(at, program.token).ask('GET', '/me')).status === 200;
}
/** Runs a command as an operator's process would. */
async function operate(name: string, ...args: readonly string[]): Promise<void> {
  const parts = commandParts(world, []);
  expect(await commands.find((each) => each.name === name)?.run(parts, args)).toBe(0);
}

test('[GW-241] a session that was proved an hour ago makes no token', async () => {
  const { browser, email } = await member();
  await browser.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  world.clock.jump(HOUR_MS + 1);
  expect(await browser.outcome('POST', '/api/tokens', BODY)).toBe('gateway/unproved');
  expect(await browser.outcome('POST', '/api/tokens', { ...BODY, proof: 'a wrong one' })).toBe(
    'gateway/wrong-password',
  );
  expect((await browser.must('GET', '/api/tokens')).json.tokens).toEqual([]);
  const made = await browser.must('POST', '/api/tokens', { ...BODY, proof: PASSWORD });
  expect(await isGood(new Program(gateway, made.json.secret), other)).toBe(true);
  // What is there may be looked at and removed without one.
  expect(await browser.outcome('DELETE', `/api/tokens/${made.json.id}`)).toBe(204);
  await signedIn(gateway, email, browser);
  expect(await browser.outcome('POST', '/api/tokens', BODY)).toBe(200);
});

test('[GW-241] no token is made behind the back of its person: each is mailed about, and none without its mail', async () => {
  const { browser, email } = await member();
  await browser.must('POST', '/api/tokens', BODY);
  expect((await subjectsTo(gateway, email))[0]).toBe('New API token for your Bough account');
  const mail = (await mailsTo(gateway, email))[0]?.text ?? '';
  // Nothing that whoever made it could have chosen.
  expect(mail).not.toContain(BODY.name);
  expect(mail).not.toContain('bough_');
});

test('[GW-241] while mail cannot be accepted no token is made', async () => {
  const silent = await openWorld([]);
  onTestFinished(() => silent.end());
  const browser = await newAccount(silent, await silent.start({ limitsFactor: 100_000 }));
  expect((await browser.ask('POST', '/api/tokens', BODY)).status).toBeGreaterThanOrEqual(500);
  expect((await browser.must('GET', '/api/tokens')).json.tokens).toEqual([]);
});

const ENDINGS: readonly (readonly [string, (one: Member) => Promise<unknown>])[] = [
  ['signing out everywhere', ({ browser }) => browser.must('POST', '/api/session/sign-out-everywhere')],
  ['signing out everywhere else', ({ browser }) => browser.must('POST', '/api/account/sessions/end-others')],
  [
    'another password',
    ({ browser }) => browser.must('PUT', '/api/account/password', { password: 'another four words', proof: null }),
  ],
  ['no password', ({ browser }) => browser.must('POST', '/api/account/password/remove', { proof: null })],
  [
    'a password by mail',
    async ({ email }) => {
      const elsewhere = await newcomer(gateway);
      await elsewhere.must('POST', '/api/session/reset', { email });
      const secret = await lastSecret(gateway, email);
      await elsewhere.must('POST', '/api/session/reset/confirm', { secret, password: 'another four words' });
    },
  ],
  [
    'another address',
    async ({ browser }) => {
      const email = newMailAddress();
      await browser.must('POST', '/api/account/email', { email, proof: null });
      await browser.must('POST', '/api/account/email/confirm', { secret: await lastSecret(gateway, email) });
    },
  ],
  ['deleting the account', ({ browser }) => browser.must('POST', '/api/account/delete', { proof: null })],
  ['end-sessions', ({ email }) => operate('end-sessions', email)],
  ['disable', ({ email }) => operate('disable', email)],
  ['change-address', ({ email }) => operate('change-address', email, newMailAddress())],
];
test.each(ENDINGS)('[GW-242] every token of the person ends with: %s', async (_name, end) => {
  const [one, stranger] = [await member(), await member()];
  const [first, second, ofStranger] = [
    await Program.of(one.browser),
    await Program.of(one.browser),
    await Program.of(stranger.browser),
  ];
  expect([await isGood(first, gateway), await isGood(second, other)]).toEqual([true, true]);
  await end(one);
  expect([await isGood(first, other), await isGood(first, gateway), await isGood(second, other)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(await isGood(ofStranger, other)).toBe(true);
});

test('[GW-242] enabling somebody brings no token back', async () => {
  const { browser, email } = await member();
  const program = await Program.of(browser);
  await operate('disable', email);
  await operate('enable', email);
  expect(await isGood(program, other)).toBe(false);
});

test('[GW-242] signing out of one browser leaves the tokens', async () => {
  const { browser } = await member();
  const program = await Program.of(browser);
  await browser.must('POST', '/api/session/sign-out');
  expect(await isGood(program, other)).toBe(true);
});

test('[GW-243] a token ends after ninety days, unless something else was chosen on purpose', async () => {
  const { browser } = await member();
  const now = world.clock.now();
  const make = async (more: object): Promise<{ readonly secret: string; readonly expiresAt: number | null }> =>
    (await browser.must('POST', '/api/tokens', { ...BODY, ...more })).json;
  const usual = await make({});
  // The clock runs on while it is made.
  const over = (usual.expiresAt ?? 0) - now - 90 * DAY_MS;
  expect(over >= 0 && over < HOUR_MS).toBe(true);
  const [month, ever] = [await make({ expiresAt: now + 30 * DAY_MS }), await make({ expiresAt: null })];
  expect([month.expiresAt, ever.expiresAt]).toEqual([now + 30 * DAY_MS, null]);
  world.clock.jump(90 * DAY_MS + 1);
  const good = [usual, month, ever].map(({ secret }) => isGood(new Program(gateway, secret), other));
  expect(await Promise.all(good)).toEqual([false, false, true]);
});

test('[GW-244] nobody takes everything along from a browser that stands open', async () => {
  const { browser } = await member();
  await browser.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  await browser.makeMap('Mine');
  world.clock.jump(HOUR_MS + 1);
  expect(await browser.outcome('GET', '/api/account/export')).toBe('gateway/unproved');
  expect(await browser.outcome('POST', '/api/account/prove', { proof: 'a wrong one' })).toBe('gateway/wrong-password');
  expect(await browser.outcome('POST', '/api/account/prove', { proof: null })).toBe('gateway/unproved');
  expect(await browser.outcome('GET', '/api/account/export')).toBe('gateway/unproved');
  await browser.must('POST', '/api/account/prove', { proof: PASSWORD });
  expect((await browser.must('GET', '/api/account/export')).headers['content-type']).toBe('application/zip');
});

test('[GW-245] a session is proved for another hour by the password alone, under a new id', async () => {
  const { browser } = await member();
  await browser.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  world.clock.jump(HOUR_MS - 60_000);
  // Not a minute is gained by asking while it is fresh, whatever is said.
  for (const proof of [null, 'a wrong one', PASSWORD]) await browser.must('POST', '/api/account/prove', { proof });
  world.clock.jump(60_001);
  expect(await browser.outcome('POST', '/api/tokens', BODY)).toBe('gateway/unproved');
  const copied = browser.at(other);
  await browser.must('POST', '/api/account/prove', { proof: PASSWORD });
  expect((await copied.ask('GET', '/api/account')).status).toBe(401);
  world.clock.jump(HOUR_MS - 1_000);
  expect(await browser.outcome('POST', '/api/tokens', BODY)).toBe(200);
});

test('[GW-244] an export leaves out what may not be taken away: maps that may only be read, secrets, addresses of others', async () => {
  const [owner, taker] = [await member(), await member()];
  await taker.browser.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  const program = await Program.of(taker.browser);
  const mayCopy = { bound: false, free: true };
  const ids: Record<string, string> = {};
  for (const [title, may] of Object.entries(mayCopy)) {
    const map = await owner.browser.makeMap(title);
    ids[title] = map.id;
    const link = await owner.browser.must('POST', `/api/maps/${map.id}/links`, { role: 'view', mayCopy: may });
    expect((await taker.browser.join(link.json.secret)).status).toBe(200);
  }
  const ended = await owner.browser.makeMap('ended');
  const link = { role: 'view', expiresAt: world.clock.now() + HOUR_MS / 2 };
  const { secret } = (await owner.browser.must('POST', `/api/maps/${ended.id}/links`, link)).json;
  expect((await taker.browser.join(secret)).status).toBe(200);
  world.clock.jump(HOUR_MS / 2 + 1);
  const trashed = await taker.browser.makeMap('trashed');
  await taker.browser.must('POST', `/api/maps/${trashed.id}/trash`);
  const files = unzip((await taker.browser.must('GET', '/api/account/export')).bytes);
  const listed: { title: string; file: string | null }[] = JSON.parse(files.get('maps.json') ?? '');
  expect(listed.map(({ title }) => title).toSorted()).toEqual(['bound', 'free', 'trashed']);
  // It is told that there is such a map, as lists do.
  expect(listed.find(({ title }) => title === 'bound')).toMatchObject({ file: null });
  const maps = [...files.keys()].filter((name) => name.startsWith('maps/'));
  expect(maps.toSorted()).toEqual([`maps/free ${ids['free']}.json`, `maps/trashed ${trashed.id}.json`]);
  const tokens: { name: string }[] = JSON.parse(files.get('tokens.json') ?? '');
  expect(tokens).toMatchObject([{ name: 'a program', ends: expect.any(String) }]);
  const all = [...files.values()].join('\n');
  for (const not of [owner.email, 'argon2', program.token, program.token.slice(6)]) expect(all).not.toContain(not);
  const [kept] = await world.metadata.tokensOf((await taker.browser.person()).id);
  expect(all).not.toContain(kept?.hash);
});
