import { beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../testing/visitors/browser.ts';
import { newcomer, newMailAddress, signedIn } from '../../testing/visitors/mail.ts';
import { turnOn } from '../../testing/visitors/totp-app.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';
import { entryOf } from './entry.ts';

// What gives others access without saying so: a map that is put where they see it.

const ALL = { order: 'oldest first', behind: null, what: null, most: 1_000 } as const;
const PASSWORD = 'four words of mine';
let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

/** Somebody with a shared folder and one of their own, and somebody who sees the shared one. */
async function neighbours() {
  const [owner, friend] = [await signedIn(gateway, newMailAddress()), await signedIn(gateway, newMailAddress())];
  const folderOf = async (name: string): Promise<string> =>
    (await owner.must('POST', '/api/folders', { name, parent: null })).json.id;
  const [shared, own] = [await folderOf('Shared'), await folderOf('Own')];
  const { id } = await friend.person();
  await world.metadata.addFolderGrant({ folder: shared, person: id, role: 'edit', at: world.clock.now() });
  const opens = async (map: string): Promise<number> => (await friend.ask('GET', `/api/maps/${map}`)).status;
  return { owner, shared, own, opens, told: await tellerOf(owner) };
}

/** What somebody has left in the log since it was asked last: kinds with what they are about. */
async function tellerOf(browser: Browser): Promise<() => Promise<readonly unknown[]>> {
  const { id: person } = await browser.person();
  let seen = (await world.metadata.audit({ ...ALL, person })).length;
  return async () => {
    const rows = await world.metadata.audit({ ...ALL, person });
    const news = rows.slice(seen).map(entryOf);
    seen = rows.length;
    return news.map(({ what, about }) => [what, Object.fromEntries(about)]);
  };
}

test('[GW-414] a map that is put into a shared folder, taken out of it, or made in it leaves an entry', async () => {
  const { owner, shared, own, opens, told } = await neighbours();
  const { id: map } = await owner.makeMap('plans');
  const put = (folder: string | null) => owner.must('PUT', `/api/maps/${map}/folder`, { folder });
  await put(own);
  await put(null);
  expect([await opens(map), await told()]).toEqual([404, []]);
  await put(shared);
  expect([await opens(map), await told()]).toEqual([200, [['map-placed', { map, folder: shared }]]]);
  await put(shared);
  expect(await told()).toEqual([]);
  await put(null);
  expect([await opens(map), await told()]).toEqual([404, [['map-placed', { map }]]]);
  const { id: made } = (await owner.must('POST', '/api/maps', { title: 'new', folder: shared })).json;
  expect([await opens(made), await told()]).toEqual([200, [['map-placed', { map: made, folder: shared }]]]);
  await owner.must('POST', '/api/maps', { title: 'of mine', folder: own });
  expect(await told()).toEqual([]);
});

test('[GW-414] so does a folder that is moved under a shared one, or from there; another name does not', async () => {
  const { owner, shared, own, opens, told } = await neighbours();
  const { id: map } = (await owner.must('POST', '/api/maps', { title: 'plans', folder: own })).json;
  const change = (name: string, parent: string | null) => owner.must('PUT', `/api/folders/${own}`, { name, parent });
  await change('Of mine', null);
  expect([await opens(map), await told()]).toEqual([404, []]);
  await change('Of mine', shared);
  expect([await opens(map), await told()]).toEqual([200, [['folder-moved', { folder: own, into: shared }]]]);
  await change('Ours', shared);
  expect(await told()).toEqual([]);
  await change('Ours', null);
  expect([await opens(map), await told()]).toEqual([404, [['folder-moved', { folder: own }]]]);
});

test('[GW-414] whoever only looks at a map and puts it into a folder of their own tells nobody of it', async () => {
  const { owner, shared, told } = await neighbours();
  const other = await signedIn(gateway, newMailAddress());
  const { id: map } = await other.makeMap();
  await owner.join((await other.makeLink(map, 'view')).secret);
  await told();
  await owner.must('PUT', `/api/maps/${map}/folder`, { folder: shared });
  expect(await told()).toEqual([]);
});

test('[GW-415] a wrong code after the right password is told with whose account it is', async () => {
  const email = newMailAddress();
  const member = await signedIn(gateway, email);
  await member.must('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  await turnOn(world, member);
  const told = await tellerOf(member);
  const thief = await newcomer(gateway);
  await thief.must('POST', '/api/session/password', { email, password: PASSWORD });
  expect((await thief.ask('POST', '/api/session/second-step', { code: '000000' })).json.code).toBe(
    'gateway/wrong-code',
  );
  expect(await told()).toEqual([['sign-in', { by: 'code' }]]);
  const rows = (await world.metadata.audit({ ...ALL, person: null })).map(entryOf);
  const wrong = rows.filter(({ code }) => code === 'gateway/wrong-code');
  expect(wrong).toMatchObject([{ outcome: 'refused', person: (await member.person()).id }]);
});
