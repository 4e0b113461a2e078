import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { platformIds } from '@bough/service';
import { beforeAll, expect, test } from 'vitest';
import { turnOn } from '../testing/visitors/totp-app.ts';
import { Browser } from '../testing/visitors/browser.ts';
import { commandParts } from '../testing/command-parts.ts';
import { lastSecret, newcomer, newMailAddress, signedIn } from '../testing/visitors/mail.ts';
import { PageSocket } from '../testing/visitors/page-socket.ts';
import { openWorld, PEOPLE, type RunningGateway, type World } from '../testing/world.ts';
import { commands } from './commands.ts';

const DOCUMENT_COMMANDS = fileURLToPath(new URL('../../../docstore/src/commands/main.ts', import.meta.url));
let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['mailer', 'docstore']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

/** Runs a command as an operator's process would, beside the gateways; answers its exit code and what it said. */
async function run(name: string, ...args: readonly string[]): Promise<readonly [number, string]> {
  const said: string[] = [];
  const code = await commands.find((each) => each.name === name)?.run(commandParts(world, said), args);
  return [code ?? -1, said.join('\n')];
}

test('[GW-76] disabling closes rooms and ends sessions on gateways that only share the database; enabling lets in again', async () => {
  const email = newMailAddress();
  const browser = await signedIn(gateway, email);
  const map = await browser.makeMap();
  const socket = await PageSocket.join(browser, map.id);
  expect(await run('disable', email.toUpperCase())).toEqual([0, expect.stringContaining('is disabled')]);
  world.clock.jump(3_000);
  expect(await socket.end()).toBe(1008);
  expect((await browser.ask('GET', '/api/account')).status).toBe(401);
  const again = await newcomer(gateway);
  const comeIn = async (): Promise<unknown> => {
    await again.must('POST', '/api/session/sign-in', { email });
    const secret = await lastSecret(gateway, email);
    return (await again.ask('POST', '/api/session/sign-in/confirm', { secret })).json.code ?? 'in';
  };
  expect(await comeIn()).toBe('gateway/disabled');
  expect((await run('people'))[1]).toMatch(new RegExp(`${email} .* disabled \\d{4}-\\d\\d-\\d\\d`));
  expect((await run('enable', email))[0]).toBe(0);
  expect(await comeIn()).toBe('in');
  expect((await again.must('GET', `/api/maps/${map.id}`)).json.role).toBe('own');
});

test('[GW-77] an operator signs people out, changes owners, and gives an account back under another address', async () => {
  const [email, other] = [newMailAddress(), newMailAddress()];
  const browser = await signedIn(gateway, email);
  await browser.must('PUT', '/api/account/password', { password: 'four words of mine', proof: null });
  const { id } = await browser.person();
  expect(await run('set-up-link')).toEqual([0, 'https://the.link/0']);
  await run('make-owner', email);
  expect((await browser.must('GET', '/api/account')).json.isOwner).toBe(true);
  expect((await run('people'))[1]).toContain('owner');
  expect((await run('set-up-link'))[0]).toBe(1);
  expect((await run('renew-set-up-link'))[0]).toBe(1);
  await run('unmake-owner', email);
  expect((await browser.must('GET', '/api/account')).json.isOwner).toBe(false);
  expect(await run('set-up-link')).toEqual([1, expect.stringContaining('renew-set-up-link')]);
  expect(await run('renew-set-up-link')).toEqual([0, 'https://the.link/2']);
  expect(await run('set-up-link')).toEqual([0, 'https://the.link/2']);
  expect(await run('renew-set-up-link')).toEqual([0, 'https://the.link/4']);
  await run('end-sessions', email);
  world.clock.jump(3_000);
  await expect.poll(async () => (await browser.ask('GET', '/api/account')).status).toBe(401);
  expect((await run('change-address', email, other))[0]).toBe(0);
  expect((await (await signedIn(gateway, other)).person()).id).toBe(id);
  expect((await world.metadata.account(id)).password).toBeNull();
});

test('[GW-77] an operator adds people to a closed Bough; what cannot be done is said, and changes nothing', async () => {
  const closed = await world.start({ limitsFactor: 1_000, people: { ...PEOPLE, registration: 'closed' } });
  const [one, two] = [newMailAddress(), newMailAddress()];
  expect(await run('add-person', one, 'Ada', 'Lovelace')).toEqual([0, `${one} has an account now`]);
  expect((await (await signedIn(closed, one)).person()).name).toBe('Ada Lovelace');
  await run('add-person', two);
  for (const refused of [
    ['add-person', one],
    ['add-person', 'no address'],
    ['disable', newMailAddress()],
    ['disable'],
    ['make-owner', 'nobody@example.test'],
    ['change-address', one, two],
    ['change-address', newMailAddress(), newMailAddress()],
    ['change-address', one, 'x'],
  ] as const) {
    const [name, ...args] = refused;
    expect(await run(name, ...args)).toEqual([1, expect.stringMatching(/^Nothing was done: .*\.$/)]);
  }
});

test('[GW-77] restore-map and show-map bring a map back out of the trash to everybody who had it, beside a running Bough', async () => {
  const owner = await signedIn(gateway, newMailAddress());
  const map = await owner.makeMap('Lost and found');
  const friend = await Browser.guest(gateway);
  await friend.join((await owner.makeLink(map.id, 'edit')).secret);
  await owner.must('POST', `/api/maps/${map.id}/trash`);
  expect((await friend.ask('GET', `/api/maps/${map.id}`)).status).toBe(404);
  const [docstore] = world.docstores;
  const { status, stdout } = spawnSync(process.execPath, [DOCUMENT_COMMANDS, 'restore-map', map.id], {
    env: { ...process.env, ...docstore?.environment },
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, `${map.id}: out of the trash\n`]);
  expect(await run('show-map', map.id)).toEqual([0, expect.stringContaining('"Lost and found"')]);
  expect((await friend.must('GET', `/api/maps/${map.id}`)).json.role).toBe('edit');
  expect((await owner.must('GET', `/api/maps/${map.id}`)).json).toMatchObject({ role: 'own', trashedAt: null });
  await owner.must('PUT', `/api/maps/${map.id}`, { title: 'Found' });
  for (const wrong of ['', 'nonsense', platformIds.long()]) {
    expect(await run('show-map', wrong)).toEqual([1, expect.stringMatching(/^Nothing was done: .*\.$/)]);
  }
});

test('[GW-77] `npm run bough` knows every one of these commands', () => {
  const launcher = readFileSync(new URL('../../../../infra/launch/bough.mjs', import.meta.url), 'utf8');
  for (const { name } of commands) expect(launcher).toContain(`'${name}'`);
});

test('[GW-366] what an operator changes is told in the audit log, which a command prints as JSON lines and checks', async () => {
  const email = newMailAddress();
  const browser = await signedIn(gateway, email);
  const { id } = await browser.person();
  await turnOn(world, browser);
  for (const name of ['disable', 'enable', 'make-owner', 'unmake-owner', 'end-sessions', 'remove-second-step'])
    await run(name, email);
  await run('change-address', email, newMailAddress());
  await run('add-person', newMailAddress());
  const [code, said] = await run('audit');
  expect(code).toBe(0);
  const lines = said.split('\n').map((line) => JSON.parse(line));
  const ofPerson = lines.filter(({ via, about }) => via === 'command' && about.to === id);
  expect(ofPerson.map(({ what }) => what)).toEqual([
    ...['person-disabled', 'person-enabled', 'owner-made', 'owner-unmade', 'sign-out-everywhere', 'second-step-off'],
    'address-changed',
  ]);
  expect(lines.at(-1)).toMatchObject({ what: 'person-added', via: 'command', person: null, network: null });
  expect(said).not.toContain(email);
  const [good, checked] = await run('audit', '--check');
  expect([good, checked]).toEqual([0, expect.stringContaining(`${lines.length} entries, none altered, none missing`)]);
  const point = /--point (\S+)/.exec(checked)?.[1] ?? '';
  expect((await run('audit', '--check', '--point', point))[0]).toBe(0);
  expect(await run('audit', '--point', 'nonsense')).toEqual([1, expect.stringContaining('is no point')]);
  const other = point.replace(/\../, (start) => (start === '.A' ? '.B' : '.A'));
  expect(await run('audit', '--point', other)).toEqual([1, expect.stringContaining('not there as it was')]);
});

test('[GW-309] a second step that its person has lost is taken away, and their sessions end', async () => {
  const email = newMailAddress();
  const browser = await signedIn(gateway, email);
  expect(await run('remove-second-step', email)).toEqual([1, `Nothing was done: ${email} has no second step.`]);
  expect((await run('remove-second-step', 'nobody@example.test'))[0]).toBe(1);
  await turnOn(world, browser);
  expect((await run('people'))[1]).toMatch(new RegExp(`${email} .* second step`));
  const lost = await signedIn(gateway, email);
  expect((await lost.ask('GET', '/api/account')).status).toBe(401);
  expect(await run('remove-second-step', email)).toEqual([
    0,
    expect.stringContaining('signs in without a second step'),
  ]);
  world.clock.jump(3_000);
  expect((await browser.ask('GET', '/api/account')).status).toBe(401);
  expect((await (await signedIn(gateway, email)).must('GET', '/api/account')).json.secondStep).toBe(null);
});
