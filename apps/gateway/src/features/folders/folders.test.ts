import { parseMapId, parsePersonId } from '@bough/base';
import type { FolderFacts } from '@bough/contracts';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { FolderAccess } from '../../access/folder-access.ts';
import type { MapAccess } from '../../access/map-access.ts';
import { buildAccess } from '../../access/build-access.ts';
import { observed } from '../../testing/observed.ts';
import { newChangeOps } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { idOf, newAccount } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

async function makeFolder(browser: Browser, name: string, parent: string | null = null): Promise<FolderFacts> {
  return (await browser.must('POST', '/api/folders', { name, parent })).json;
}
async function share(owner: Browser, folder: string, with_: Browser, role: string): Promise<void> {
  const email = (await with_.person()).email ?? '';
  await owner.must('POST', `/api/folders/${folder}/invitations`, { email, role });
  const { invitations } = (await with_.must('GET', '/api/invitations')).json;
  for (const { id } of invitations) await with_.must('POST', `/api/invitations/${id}/accept`);
}
async function put(browser: Browser, map: string, folder: string | null): Promise<number> {
  return (await browser.ask('PUT', `/api/maps/${map}/folder`, { folder })).status;
}
const status = async (browser: Browser, map: string): Promise<number> =>
  (await browser.ask('GET', `/api/maps/${map}`)).status;

test('[GW-81] who a folder is shared with opens what its owner puts there, and in folders in it, until it is taken out', async () => {
  const [ada, bob] = [await newAccount(world, gateway), await newAccount(world, gateway)];
  const outer = await makeFolder(ada, 'Outer');
  const inner = await makeFolder(ada, 'Inner', outer.id);
  const map = await ada.makeMap('Shared by folder');
  expect(await put(ada, map.id, inner.id)).toBe(200);
  expect(await status(bob, map.id)).toBe(404);
  await share(ada, outer.id, bob, 'edit');
  expect((await bob.must('GET', '/api/folders')).json.folders).toMatchObject([
    { name: 'Inner', parent: outer.id, role: 'edit', isShared: true },
    { name: 'Outer', parent: null, role: 'edit', isShared: true },
  ]);
  const [listed] = (await bob.must('GET', `/api/maps?show=shared&folder=${inner.id}`)).json.maps;
  expect(listed).toMatchObject({ id: map.id, role: 'edit', folder: inner.id, isShared: true });
  const socket = await PageSocket.join(bob, map.id);
  expect(await socket.change(newChangeOps())).toBe('kept');
  expect((await ada.must('GET', `/api/maps/${map.id}/sharing`)).json.members).toMatchObject([
    { role: 'own', by: 'person' },
    { role: 'edit', by: 'folder' },
  ]);
  expect(await put(ada, map.id, null)).toBe(200);
  expect(await socket.end()).toBe(1008);
  expect(await status(bob, map.id)).toBe(404);
});

test('[GW-81] taking the person or the folder away takes it back at once', async () => {
  const [ada, bob] = [await newAccount(world, gateway), await newAccount(world, gateway)];
  const folder = await makeFolder(ada, 'For a while');
  const map = await ada.makeMap();
  await put(ada, map.id, folder.id);
  await share(ada, folder.id, bob, 'view');
  const bobId = await idOf(bob);
  expect((await bob.must('GET', `/api/maps/${map.id}`)).json.role).toBe('view');
  await ada.must('PUT', `/api/folders/${folder.id}/members/${bobId}`, { role: 'comment' });
  expect((await bob.must('GET', `/api/maps/${map.id}`)).json.role).toBe('comment');
  expect((await bob.ask('POST', `/api/maps/${map.id}/leave`)).json.code).toBe('gateway/denied');
  await bob.must('POST', `/api/folders/${folder.id}/leave`);
  expect([await status(bob, map.id), (await bob.must('GET', '/api/folders')).json.folders.length]).toEqual([404, 0]);
  await share(ada, folder.id, bob, 'view');
  expect(await status(bob, map.id)).toBe(200);
  await ada.must('DELETE', `/api/folders/${folder.id}/members/${bobId}`);
  expect(await status(bob, map.id)).toBe(404);
  await share(ada, folder.id, bob, 'view');
  // One that waits, for more, is not there any more either.
  const { email } = await bob.person();
  await ada.must('POST', `/api/folders/${folder.id}/invitations`, { email, role: 'edit' });
  await ada.must('DELETE', `/api/folders/${folder.id}/members/${bobId}`);
  expect((await ada.must('GET', `/api/folders/${folder.id}/sharing`)).json.invitations).toEqual([]);
  await share(ada, folder.id, bob, 'view');
  await ada.must('DELETE', `/api/folders/${folder.id}`);
  expect(await status(bob, map.id)).toBe(404);
  expect((await ada.must('GET', `/api/maps/${map.id}`)).json).toMatchObject({ role: 'own', folder: null });
});

test('[GW-81] nobody shares what is not theirs to share', async () => {
  const [ada, bob, cy] = [
    await newAccount(world, gateway),
    await newAccount(world, gateway),
    await newAccount(world, gateway),
  ];
  const map = await ada.makeMap();
  await bob.join((await ada.makeLink(map.id, 'edit')).secret);
  const folder = await makeFolder(bob, 'Reading');
  await share(bob, folder.id, cy, 'edit');
  // Into the own folder anybody may put what they see: it gives nobody anything.
  expect(await put(bob, map.id, folder.id)).toBe(200);
  expect((await bob.must('GET', `/api/maps/${map.id}`)).json.folder).toBe(folder.id);
  expect(await status(cy, map.id)).toBe(404);
  const theirs = await cy.makeMap('By Cy');
  expect(await put(cy, theirs.id, folder.id)).toBe(200);
  expect((await bob.must('GET', `/api/maps/${theirs.id}`)).json).toMatchObject({ role: 'edit', folder: folder.id });
  await bob.must('PUT', `/api/folders/${folder.id}/members/${await idOf(cy)}`, { role: 'view' });
  expect(await status(bob, theirs.id)).toBe(404);
  expect(await put(cy, theirs.id, folder.id)).toBe(403);
  const strange = await makeFolder(ada, 'Strange');
  expect(await put(cy, theirs.id, strange.id)).toBe(404);
  const made = await bob.must('POST', '/api/maps', { title: 'In it', folder: folder.id });
  expect(await status(cy, made.json.id)).toBe(200);
});

test('[GW-403] what a role costs does not grow with what visitors do with the map in folders of their own', async () => {
  const [ada, bob] = [await newAccount(world, gateway), await newAccount(world, gateway)];
  const { id } = await ada.makeMap();
  const map = parseMapId(id) ?? expect.unreachable('a map has an id');
  const bobId = await idOf(bob);
  const folder = await makeFolder(ada, 'Shared');
  await share(ada, folder.id, bob, 'comment');
  await put(ada, id, folder.id);
  /** How many records are read to tell what folders give on the map. */
  const read = async (): Promise<number> => {
    const { metadata, records } = observed(world.metadata);
    const folders = new FolderAccess({ metadata });
    const inRoom = await folders.rolesOn([map]);
    expect(inRoom(map, bobId)).toBe('comment');
    expect(await folders.peopleOn(map)).toMatchObject([{ person: bobId, role: 'comment' }]);
    return records();
  };
  const before = await read();
  const { secret } = await ada.makeLink(id, 'view');
  for (let guests = 0; guests < 3; guests++) {
    const guest = await Browser.guest(gateway);
    await guest.join(secret);
    for (let n = 0; n < 10; n++) await put(guest, id, (await makeFolder(guest, 'Mine')).id);
    expect((await guest.must('GET', `/api/maps/${id}`)).json.role).toBe('view');
  }
  expect(await read()).toBe(before);
});

test('[GW-81] folders never stand in a circle, and only so deep', async () => {
  const ada = await Browser.guest(gateway);
  let parent: string | null = null;
  const chain: string[] = [];
  for (let depth = 0; depth < 10; depth++) {
    const { id }: FolderFacts = await makeFolder(ada, `Level ${depth}`, parent);
    chain.push(id);
    parent = id;
  }
  const change = async (id: string | undefined, to: string | null | undefined): Promise<unknown> =>
    (await ada.ask('PUT', `/api/folders/${id}`, { name: 'x', parent: to })).json.code;
  expect((await ada.ask('POST', '/api/folders', { name: 'Too deep', parent })).json.code).toBe('gateway/malformed');
  expect(await change(chain[0], chain[9])).toBe('gateway/malformed');
  expect(await change(chain[3], chain[3])).toBe('gateway/malformed');
  expect(await change(chain[5], chain[0])).toBeUndefined();
  // Two moves at once can still make one: it is shown from the top, and nothing hangs.
  await world.metadata.changeFolder(chain[0] ?? '', 'a', chain[1] ?? null);
  expect((await ada.must('GET', '/api/folders')).json.folders).toHaveLength(10);
});

test("[GW-80] stars, tags and folders of one person are nobody else's", async () => {
  const [ada, bob] = [await Browser.guest(gateway), await Browser.guest(gateway)];
  const map = await ada.makeMap();
  await bob.join((await ada.makeLink(map.id, 'view')).secret);
  const path = `/api/maps/${map.id}`;
  expect((await bob.must('PUT', `${path}/star`, { isStarred: true })).json.isStarred).toBe(true);
  expect((await bob.must('PUT', `${path}/tags`, { tags: ['b', 'a', 'b'] })).json.tags).toEqual(['b', 'a']);
  expect((await ada.must('GET', path)).json).toMatchObject({ isStarred: false, tags: [], isShared: true });
  expect((await bob.must('GET', '/api/tags')).json.tags).toEqual([
    { tag: 'a', maps: 1 },
    { tag: 'b', maps: 1 },
  ]);
  expect((await bob.must('GET', '/api/maps?show=starred&tag=a')).json.maps).toHaveLength(1);
  expect((await ada.must('GET', '/api/maps?show=starred')).json.maps).toEqual([]);
});

test('[GW-131] the roles of many people on many maps are what each has by itself, and cost as few questions as one', async () => {
  const [ada, bob, cy] = [
    await newAccount(world, gateway),
    await newAccount(world, gateway),
    await newAccount(world, gateway),
  ];
  const outer = await makeFolder(ada, 'Outer');
  const inner = await makeFolder(ada, 'Inner', outer.id);
  const maps = [await ada.makeMap(), await ada.makeMap(), await ada.makeMap(), await bob.makeMap(), await cy.makeMap()];
  const [first, second, third, fourth, fifth] = maps.map(({ id }) => id);
  await put(ada, first ?? '', inner.id);
  await put(ada, second ?? '', outer.id);
  await share(ada, outer.id, bob, 'view');
  await share(ada, inner.id, cy, 'edit');
  await put(cy, fifth ?? '', inner.id);
  const shown = parseMapId(third);
  if (shown !== null) await world.metadata.setPage(shown, 'look');
  await cy.join((await bob.makeLink(fourth ?? '', 'edit')).secret);
  await ada.must('POST', `/api/maps/${second}/trash`);
  const { metadata, calls } = observed(world.metadata);
  const { access } = buildAccess({ metadata, clock: world.clock });
  const people = await Promise.all([ada, bob, cy].map(async (each) => parsePersonId(await idOf(each))));
  const pairs = maps.flatMap(({ id }) => people.map((person) => ({ map: parseMapId(id), person })));
  const wanted = new Map(maps.map(({ id }) => [parseMapId(id), new Set(people)]));
  const rightsOf = await access.rightsOfAll(wanted as Parameters<MapAccess['rightsOfAll']>[0]);
  const asked = calls.length;
  const roles = pairs.map(({ map, person }) => (map === null || person === null ? null : rightsOf(map, person).role));
  const alone = await Promise.all(
    pairs.map(async ({ map, person }) => (map === null || person === null ? null : await access.roleOf(map, person))),
  );
  expect(roles).toEqual(alone);
  expect(new Set(roles)).toEqual(new Set(['own', 'edit', 'view', null]));
  expect(asked).toBeLessThan(8);
});
