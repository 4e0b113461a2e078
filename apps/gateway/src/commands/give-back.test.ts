import { beforeAll, expect, test } from 'vitest';
import { Authenticator } from '../testing/visitors/authenticator.ts';
import type { Browser } from '../testing/visitors/browser.ts';
import { commandParts } from '../testing/command-parts.ts';
import { mailsTo, newcomer, newMailAddress, signedIn } from '../testing/visitors/mail.ts';
import { providerOf, startProvider, type ProviderServer } from '../testing/visitors/provider-server.ts';
import { visitorBy } from '../testing/visitors/provider-visit.ts';
import { turnOn } from '../testing/visitors/totp-app.ts';
import { openWorld, PEOPLE, type RunningGateway, type World } from '../testing/world.ts';
import { commands } from './commands.ts';

// An account that somebody else has taken over, and that an operator gives back under another address.

const PASSWORD = 'four words of mine';
const taken = newMailAddress();
let world: World;
let gateway: RunningGateway;
let server: ProviderServer;
beforeAll(async () => {
  world = await openWorld(['mailer', 'docstore']);
  server = await startProvider({ thief: { email: taken, email_verified: true } });
  gateway = await world.start({ limitsFactor: 1_000, people: { ...PEOPLE, providers: [providerOf(server)] } });
  return world.end;
});

async function giveBack(from: string, to: string): Promise<readonly [number, string]> {
  const said: string[] = [];
  const code = await commands.find(({ name }) => name === 'change-address')?.run(commandParts(world, said), [from, to]);
  return [code ?? -1, said.join('\n')];
}

async function addPasskey(browser: Browser): Promise<Authenticator> {
  const key = new Authenticator('ES256', { counts: false });
  const order = (await browser.must('POST', '/api/account/passkeys/begin', { proof: null })).json;
  await browser.must('POST', '/api/account/passkeys', key.make(order));
  return key;
}

test('[GW-351] after change-address nobody comes in by what the account had before, and its owner does by mail', async () => {
  const { browser: thief, said: account } = await visitorBy(server, 'provider', 'thief', gateway);
  await thief.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  const key = await addPasskey(thief);
  const { id } = await thief.person();
  const owners = newMailAddress();
  const [code, said] = await giveBack(taken, owners);
  expect([code, said]).toEqual([0, expect.stringMatching(/no password, no passkey and no provider/)]);
  world.clock.jump(3_000);
  expect((await thief.ask('GET', '/api/account')).status).toBe(401);
  expect(await world.metadata.hasProvider(id)).toBe(false);
  // Whoever has the address of before is somebody else from now on.
  expect((await visitorBy(server, 'provider', 'thief', gateway)).said).not.toBe(account);
  const stranger = await newcomer(gateway);
  const answer = key.answer((await stranger.must('POST', '/api/session/passkey')).json);
  expect((await stranger.ask('POST', '/api/session/passkey/confirm', { answer })).json.code).toBe(
    'gateway/wrong-passkey',
  );
  const byPassword = { email: owners, password: PASSWORD };
  expect((await stranger.ask('POST', '/api/session/password', byPassword)).json.code).toBe('gateway/wrong-password');
  const owner = await signedIn(gateway, owners);
  expect((await owner.person()).id).toBe(account);
  expect((await owner.must('GET', '/api/account')).json).toMatchObject({
    ...{ hasPassword: false, hasPasskey: false, hasProvider: false },
  });
});

test('[GW-351] "This was not me" of a mail to the address of before brings it back no more', async () => {
  const [theirs, owners] = [newMailAddress(), newMailAddress()];
  await signedIn(gateway, theirs);
  await signedIn(gateway, theirs);
  const [mail] = (await mailsTo(gateway, theirs)).filter(({ subject }) => subject === 'New sign-in to Bough');
  const secret = /\/sign-in\/not-me#secret=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? expect.unreachable('a link');
  await giveBack(theirs, owners);
  const pressed = await (await newcomer(gateway)).ask('POST', '/api/session/not-me', { secret });
  expect(pressed.json.code).toBe('gateway/bad-token');
  expect((await world.metadata.personByEmail(owners))?.email).toBe(owners);
});

test('[GW-351] a second step stays, and the operator is told by which command it goes', async () => {
  const [email, next] = [newMailAddress(), newMailAddress()];
  await turnOn(world, await signedIn(gateway, email));
  expect(await giveBack(email, next)).toEqual([0, expect.stringContaining(`remove-second-step ${next}`)]);
  const browser = await signedIn(gateway, next);
  expect((await browser.ask('GET', '/api/account')).status).toBe(401);
});
