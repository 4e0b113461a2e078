import type { PersonId } from '@bough/base';
import { beforeAll, expect, test } from 'vitest';
import { commands } from '../../commands/commands.ts';
import type { Browser } from '../../testing/visitors/browser.ts';
import { commandParts } from '../../testing/command-parts.ts';
import type { Held } from '../../testing/running/held.ts';
import { openHeldWorld } from '../../testing/running/held-world.ts';
import { lastSecret, mailsTo, newcomer, newMailAddress, signedIn } from '../../testing/visitors/mail.ts';
import { TotpApp, turnOn } from '../../testing/visitors/totp-app.ts';
import type { RunningGateway, World } from '../../testing/world.ts';

// Somebody else's request is under way, in the queue of those whose passwords are hashed for one, while the owner ends all sessions. It was
// good when it came, and nothing may come of it afterwards.

const PASSWORD = 'four words of mine';
const THIEFS = 'four words of theirs';
let world: World;
let gateway: RunningGateway;
/** Where a call of the database can be made to wait; all else it shares with the other. */
let slow: RunningGateway;
let hold: Held['hold'];
beforeAll(async () => {
  ({ world, gateway, slow, hold } = await openHeldWorld());
  return world.end;
});

interface Member {
  readonly browser: Browser;
  readonly email: string;
  readonly id: PersonId;
  /** Somebody else, who has signed in by the password. */
  readonly thief: Browser;
}
async function member(): Promise<Member> {
  const email = newMailAddress();
  const browser = await signedIn(gateway, email);
  await browser.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  const person = await world.metadata.personByEmail(email);
  const id = person?.id ?? expect.unreachable('there is such a person');
  const thief = await newcomer(slow);
  await thief.must('POST', '/api/session/password', { email, password: PASSWORD });
  return { browser, email, id, thief };
}
/** Whether the browser is signed in, once every gateway has heard of what an operator did. */
async function isIn(browser: Browser): Promise<boolean> {
  world.clock.jump(3_000);
  await browser.ask('GET', '/api/session');
  return (await browser.ask('GET', '/api/account')).status === 200;
}
async function passwordOf({ id }: Member): Promise<string | null> {
  return (await world.metadata.account(id)).password;
}
async function operate(name: string, email: string): Promise<void> {
  await commands.find((each) => each.name === name)?.run(commandParts(world, []), [email]);
}
async function pressNotMe(email: string): Promise<void> {
  const [mail] = (await mailsTo(gateway, email)).filter(({ subject }) => subject === 'New sign-in to Bough');
  const secret = /\/sign-in\/not-me#secret=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  await (await newcomer(gateway)).must('POST', '/api/session/not-me', { secret });
}

type End = (member: Member) => Promise<unknown>;
const ENDINGS: readonly (readonly [string, End])[] = [
  ['signing out everywhere', ({ browser }) => browser.must('POST', '/api/session/sign-out-everywhere')],
  ['"This was not me"', ({ email }) => pressNotMe(email)],
  ['end-sessions', ({ email }) => operate('end-sessions', email)],
  ['disable', ({ email }) => operate('disable', email)],
  [
    'another password',
    ({ browser }) => browser.must('PUT', '/api/account/password', { password: 'another four words', proof: null }),
  ],
];

/** What a session that was taken asks for, and where in the database it waits. */
const ASKED: readonly (readonly [string, 'before' | 'after', string, string, object | undefined])[] = [
  ['secondStep', 'after', 'PUT', '/api/account/password', { password: THIEFS, proof: null }],
  ['trySetPassword', 'before', 'PUT', '/api/account/password', { password: THIEFS, proof: null }],
  ['secondStep', 'after', 'POST', '/api/account/password/remove', { proof: null }],
  ['sessionRecords', 'after', 'POST', '/api/account/sessions/end-others', undefined],
  ['tryEndSessions', 'before', 'POST', '/api/account/delete', { proof: null }],
];
test.each(ENDINGS.flatMap(([name, end]) => ASKED.map((asked) => [name, ...asked, end] as const)))(
  '[GW-314] %s: a request that waits at `%s` (%s), %s %s, comes to nothing',
  async (_name, at, where, method, path, body, end) => {
    const one = await member();
    const holding = hold(at, where);
    const asking = one.thief.ask(method, path, body);
    await holding.reached;
    await end(one);
    const kept = await passwordOf(one);
    holding.release();
    const { status, json } = await asking;
    expect([status, json.code]).toEqual([401, 'gateway/unauthenticated']);
    expect([await isIn(one.thief), await passwordOf(one)]).toEqual([false, kept]);
  },
);

test.each(
  ENDINGS.flatMap(([name, end]) => (['account', 'addSessionRecord'] as const).map((at) => [name, at, end] as const)),
)(
  '[GW-314] a sign-in by the password that was good, and is under way: %s, while it waits at `%s`',
  async (_name, at, end) => {
    const one = await member();
    const again = await newcomer(slow);
    const holding = hold(at, at === 'account' ? 'after' : 'before');
    const signingIn = again.ask('POST', '/api/session/password', { email: one.email, password: PASSWORD });
    await holding.reached;
    await end(one);
    holding.release();
    await signingIn;
    expect([await isIn(one.thief), await isIn(again)]).toEqual([false, false]);
  },
);

test('[GW-314] nor is a code asked for, or taken, after a password that was good', async () => {
  const { browser, email, thief } = await member();
  const { app } = await turnOn(world, browser);
  const again = await newcomer(slow);
  const holding = hold('account', 'after');
  const signingIn = again.ask('POST', '/api/session/password', { email, password: PASSWORD });
  await holding.reached;
  await browser.must('POST', '/api/session/sign-out-everywhere');
  holding.release();
  expect((await signingIn).json.awaitsCode).not.toBe(true);
  const shown = await again.ask('POST', '/api/session/second-step', { code: app.next() });
  expect(shown.json.code).toBe('gateway/bad-token');
  expect([await isIn(thief), await isIn(again)]).toEqual([false, false]);
});

test('[GW-314] one session that is ended from another browser changes no password any more', async () => {
  const one = await member();
  const { sessions } = (await one.browser.must('GET', '/api/account/sessions')).json;
  const other = sessions.find((each: { readonly isThis: boolean }) => !each.isThis);
  const holding = hold('secondStep', 'after');
  const changing = one.thief.ask('PUT', '/api/account/password', { password: THIEFS, proof: null });
  await holding.reached;
  const kept = await passwordOf(one);
  await one.browser.must('DELETE', `/api/account/sessions/${other.id}`);
  holding.release();
  expect((await changing).status).toBe(401);
  expect([await isIn(one.thief), await isIn(one.browser), await passwordOf(one)]).toEqual([false, true, kept]);
});

test('[GW-314] a mailed link for a new password that is being used sets none', async () => {
  const one = await member();
  const stranger = await newcomer(slow);
  await stranger.must('POST', '/api/session/reset', { email: one.email });
  const body = { secret: await lastSecret(gateway, one.email), password: THIEFS };
  const holding = hold('trySetPassword', 'before');
  const resetting = stranger.ask('POST', '/api/session/reset/confirm', body);
  await holding.reached;
  const kept = await passwordOf(one);
  await one.browser.must('POST', '/api/session/sign-out-everywhere');
  holding.release();
  expect((await resetting).status).toBe(401);
  expect([await isIn(stranger), await passwordOf(one)]).toEqual([false, kept]);
});

test('[GW-314] a second step that is being turned on is off after "This was not me", and no codes are made', async () => {
  const one = await member();
  const { secret } = (await one.thief.must('POST', '/api/account/second-step', { proof: null })).json;
  const holding = hold('tryTurnOnSecondStep', 'before');
  const code = new TotpApp(world.clock, secret).code();
  const turning = one.thief.ask('POST', '/api/account/second-step/on', { code });
  await holding.reached;
  await pressNotMe(one.email);
  holding.release();
  expect((await turning).status).toBeGreaterThanOrEqual(400);
  expect((await world.metadata.secondStep(one.id))?.onAt ?? null).toBeNull();
  const two = await member();
  await turnOn(world, two.thief);
  const before = (await world.metadata.secondStep(two.id))?.codes;
  const making = hold('trySetRecoveryCodes', 'before');
  const made = two.thief.ask('POST', '/api/account/second-step/codes', { proof: null });
  await making.reached;
  await two.browser.must('POST', '/api/session/sign-out-everywhere');
  making.release();
  expect((await made).status).toBeGreaterThanOrEqual(400);
  expect((await world.metadata.secondStep(two.id))?.codes).toEqual(before);
});

test('[GW-314] a password that is proved while the session ends proves nothing', async () => {
  const { browser, thief } = await member();
  world.clock.jump(3_600_001);
  const holding = hold('account', 'after');
  const proving = thief.ask('POST', '/api/account/prove', { proof: PASSWORD });
  await holding.reached;
  await browser.must('POST', '/api/session/sign-out-everywhere');
  holding.release();
  expect((await proving).status).toBe(401);
  expect(await isIn(thief)).toBe(false);
});
