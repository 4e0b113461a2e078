import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeIds } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { platformIds } from '@bough/service';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { lastSecret, newcomer, newMailAddress, signedIn } from '../testing/mail.ts';
import { PageSocket } from '../testing/page-socket.ts';
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
  const random = seededRandom(said.length + args.join().length);
  const { clock, metadata } = world;
  const parts = {
    clock,
    metadata,
    random,
    ids: makeIds(clock, random),
    setUpLink: 'https://the.link/',
    say: (line: string) => void said.push(line),
  };
  const code = await commands.find((each) => each.name === name)?.run(parts, args);
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
  expect(await run('set-up-link')).toEqual([0, 'https://the.link/']);
  await run('make-owner', email);
  expect((await browser.must('GET', '/api/account')).json.isOwner).toBe(true);
  expect((await run('people'))[1]).toContain('owner');
  expect((await run('set-up-link'))[0]).toBe(1);
  await run('unmake-owner', email);
  expect((await browser.must('GET', '/api/account')).json.isOwner).toBe(false);
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
