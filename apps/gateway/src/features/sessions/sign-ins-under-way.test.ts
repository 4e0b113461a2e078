import { VirtualClock } from '@bough/base/testing';
import { beforeAll, expect, test } from 'vitest';
import { Authenticator } from '../../testing/visitors/authenticator.ts';
import type { Browser } from '../../testing/visitors/browser.ts';
import type { Held } from '../../testing/running/held.ts';
import { openHeldWorld } from '../../testing/running/held-world.ts';
import { lastSecret, newcomer, newMailAddress, signedIn } from '../../testing/visitors/mail.ts';
import type { RunningGateway, World } from '../../testing/world.ts';

// Somebody shows who they are by what names its person only when it is looked up: a mailed link, a passkey. The database has taken it and its answer is on
// the way, while the owner ends all sessions.

let world: World;
let gateway: RunningGateway;
/** Where a call of the database can be made to wait. */
let slow: RunningGateway;
let hold: Held['hold'];
beforeAll(async () => {
  ({ world, gateway, slow, hold } = await openHeldWorld());
  return world.end;
});

interface Begun {
  readonly owner: Browser;
  readonly stranger: Browser;
  readonly email: string;
}
async function begun(): Promise<Begun> {
  const email = newMailAddress();
  return { owner: await signedIn(gateway, email), stranger: await newcomer(slow), email };
}
/** Asks, has the answer of that call be late, ends all sessions meanwhile; answers how it was answered, and whether the stranger is in. */
async function endedMeanwhile({ owner, stranger }: Begun, at: string, path: string, body: object): Promise<unknown> {
  const holding = hold(at, 'after');
  const asking = stranger.ask('POST', path, body);
  await holding.reached;
  await owner.must('POST', '/api/session/sign-out-everywhere');
  holding.release();
  const { json } = await asking;
  return [json.code, (await stranger.ask('GET', '/api/account')).status];
}
const NOTHING = ['gateway/unauthenticated', 401];

test('[GW-425] a mailed link that is being used while all sessions are ended lets nobody in, and sets no password', async () => {
  const one = await begun();
  await one.stranger.must('POST', '/api/session/sign-in', { email: one.email });
  const link = { secret: await lastSecret(gateway, one.email) };
  expect(await endedMeanwhile(one, 'useSignIn', '/api/session/sign-in/confirm', link)).toEqual(NOTHING);
  const two = await begun();
  await two.stranger.must('POST', '/api/session/reset', { email: two.email });
  const reset = { secret: await lastSecret(gateway, two.email), password: 'four words of theirs' };
  expect(await endedMeanwhile(two, 'useSignIn', '/api/session/reset/confirm', reset)).toEqual(NOTHING);
  const person = await world.metadata.personByEmail(two.email);
  expect((await world.metadata.account(person?.id ?? expect.unreachable('there is such a person'))).password).toBe(
    null,
  );
});

test('[GW-425] a link that is used after that lets in, also within the millisecond in which all sessions were ended', async () => {
  const still = await world.start({ limitsFactor: 1_000 }, undefined, undefined, new VirtualClock());
  const email = newMailAddress();
  const owner = await signedIn(still, email);
  await owner.must('POST', '/api/session/sign-out-everywhere');
  expect((await owner.ask('GET', '/api/account')).status).toBe(401);
  const again = await signedIn(still, email);
  expect((await again.ask('GET', '/api/account')).status).toBe(200);
});

test('[GW-425] nor does a passkey that is being shown', async () => {
  const one = await begun();
  const key = new Authenticator('ES256', { counts: false });
  const order = (await one.owner.must('POST', '/api/account/passkeys/begin', { proof: null })).json;
  await one.owner.must('POST', '/api/account/passkeys', key.make(order));
  const asked = (await one.stranger.must('POST', '/api/session/passkey')).json;
  const body = { answer: key.answer(asked) };
  expect(await endedMeanwhile(one, 'tryUsePasskey', '/api/session/passkey/confirm', body)).toEqual(NOTHING);
  // Afterwards it lets in as before.
  const again = (await one.stranger.must('POST', '/api/session/passkey')).json;
  await one.stranger.must('POST', '/api/session/passkey/confirm', { answer: key.answer(again) });
});
