import { type MapId, parseMapId } from '@bough/base';
import type { GroupFacts, LinkRole, MapGroup, MapRole, Member } from '@bough/contracts';
import { beforeAll, expect, test } from 'vitest';
import { buildAccess } from '../../access/build-access.ts';
import { newAddress, newMapId } from '../../testing/metadata-contract/fixtures.ts';
import { observed } from '../../testing/observed.ts';
import { unzip } from '../../testing/unzip.ts';
import type { Browser } from '../../testing/visitors/browser.ts';
import { signedIn } from '../../testing/visitors/mail.ts';
import { newChangeOps } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { idOf, newAccount, Program } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';
import { entryOf } from '../audit/entry.ts';

// What a group that has a role on a map gives those who are in it. What is mailed to them: features/groups/group-notices.test.ts.

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer', 'exporter']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

const account = async (): Promise<Browser> => await newAccount(world, gateway);
const addressOf = async (browser: Browser): Promise<string> => (await browser.person()).email ?? '';

async function groupOf(owner: Browser, people: readonly Browser[], name = 'Class 8b'): Promise<GroupFacts> {
  const addresses = await Promise.all(people.map(addressOf));
  return (await owner.must('POST', '/api/groups', { name, addresses })).json;
}
async function give(owner: Browser, map: string, { id }: GroupFacts, role: LinkRole): Promise<void> {
  await owner.must('PUT', `/api/maps/${map}/groups/${id}`, { role });
}
async function change(owner: Browser, { id }: GroupFacts, add: readonly string[], remove: readonly string[] = []) {
  return await owner.must('POST', `/api/groups/${id}/addresses`, { add, remove });
}
/** What the person may do with the map; null: it is absent. */
async function roleOn(browser: Browser, map: string): Promise<MapRole | null> {
  const { status, json } = await browser.ask('GET', `/api/maps/${map}`);
  return status === 404 ? null : json.role;
}
/** Looks at the map, as opening its page does. */
async function open(browser: Browser, map: string): Promise<void> {
  await browser.must('POST', `/api/maps/${map}/ticket?client=AAAAAAAAAAAA`);
}
async function sharingOf(
  owner: Browser,
  map: string,
): Promise<{ readonly members: readonly Member[]; readonly groups: readonly MapGroup[] }> {
  return (await owner.must('GET', `/api/maps/${map}/sharing`)).json;
}
async function grant(map: MapId, browser: Browser, role: MapRole): Promise<void> {
  await world.metadata.addGrant({ map, person: await idOf(browser), role, link: null, isInvited: true, at: 1 });
}

test('[GW-510] a group is its owner’s alone: anybody else is told that there is none', async () => {
  const [ada, bob] = [await account(), await account()];
  const group = await groupOf(ada, [bob]);
  expect(group).toMatchObject({ name: 'Class 8b', addresses: [await addressOf(bob)], maps: [] });
  const path = `/api/groups/${group.id}`;
  await ada.must('PUT', path, { name: 'Class 9b' });
  const one = newAddress();
  const { json } = await change(ada, group, [one.toUpperCase(), one], [(await addressOf(bob)).toUpperCase()]);
  expect(json).toMatchObject({ name: 'Class 9b', addresses: [one] });
  expect((await ada.must('GET', '/api/groups')).json.groups).toMatchObject([{ id: group.id, people: 1, maps: 0 }]);
  const { id: map } = await bob.makeMap();
  for (const [method, at, body] of [
    ['GET', path],
    ['PUT', path, { name: 'Mine' }],
    ['POST', `${path}/addresses`, { add: [await addressOf(bob)], remove: [] }],
    ['DELETE', path],
    ['PUT', `/api/maps/${map}/groups/${group.id}`, { role: 'view' }],
  ] as const) {
    expect(`${method} ${String(await bob.outcome(method, at, body))}`).toBe(`${method} gateway/absent`);
  }
  expect((await bob.must('GET', '/api/groups')).json.groups).toEqual([]);
  const guest = await ada.guestAt((await ada.makeMap()).id, 'view');
  expect(await guest.outcome('POST', '/api/groups', { name: 'Mine', addresses: [] })).toBe('gateway/account-needed');
  const many = Array.from({ length: 200 }, () => newAddress());
  expect(await ada.outcome('POST', `${path}/addresses`, { add: many, remove: [] })).toBe('gateway/malformed');
  // What is refused takes nobody out.
  const second = newAddress();
  await change(ada, group, [second]);
  expect(await ada.outcome('POST', `${path}/addresses`, { add: many, remove: [one] })).toBe('gateway/malformed');
  await change(ada, group, [], [second]);
  expect((await ada.must('GET', path)).json.addresses).toEqual([one]);
});

test('[GW-511] who is in a group opens its maps with its role: in lists, in search, by programs, as copies', async () => {
  const [ada, bob] = [await account(), await account()];
  const map = await ada.makeMap('Photosynthesis');
  expect(map.isShared).toBe(false);
  const group = await groupOf(ada, [bob]);
  expect(await roleOn(bob, map.id)).toBeNull();
  await give(ada, map.id, group, 'comment');
  expect(await roleOn(bob, map.id)).toBe('comment');
  const [listed] = (await bob.must('GET', '/api/maps?show=shared')).json.maps;
  expect(listed).toMatchObject({ id: map.id, role: 'comment', isShared: true, folder: null });
  await expect
    .poll(async () => (await bob.must('GET', '/api/search?q=photosynthesis')).json.results.length, { timeout: 10_000 })
    .toBe(1);
  expect((await ada.must('GET', `/api/maps/${map.id}`)).json.isShared).toBe(true);
  const copied = (await bob.must('POST', `/api/maps/${map.id}/copies`, {})).json;
  expect(copied.role).toBe('own');
  const program = await Program.of(bob);
  expect((await program.ask('GET', `/maps/${map.id}`)).json.role).toBe('comment');
  await give(ada, map.id, group, 'edit');
  const socket = await PageSocket.join(bob, map.id);
  expect(await socket.change(newChangeOps())).toBe('kept');
  await socket.close();
  expect(await ada.outcome('PUT', `/api/maps/${map.id}/groups/${group.id}`, { role: 'own' })).toBe('service/malformed');
  // Who is added later may open it at once, and another address of a member is nobody's.
  const cy = await account();
  expect(await roleOn(cy, map.id)).toBeNull();
  await change(ada, group, [await addressOf(cy)]);
  expect(await roleOn(cy, map.id)).toBe('edit');
  await world.metadata.tryChangeEmail(await idOf(cy), await addressOf(cy), newAddress());
  expect(await roleOn(cy, map.id)).toBeNull();
});

test('[GW-512] what a group gave ends at once when the address, the map or the group is taken away, also for open sockets', async () => {
  const ada = await account();
  const ends: readonly ((map: string, group: GroupFacts, bob: Browser) => Promise<unknown>)[] = [
    async (_map, group, bob) => await change(ada, group, [], [await addressOf(bob)]),
    async (map, { id }) => await ada.must('DELETE', `/api/maps/${map}/groups/${id}`),
    async (_map, { id }) => await ada.must('DELETE', `/api/groups/${id}`),
    async (_map, { id }, bob) => await bob.must('POST', `/api/groups/${id}/leave`),
  ];
  for (const end of ends) {
    const [bob, cy] = [await account(), await account()];
    const { id: map } = await ada.makeMap();
    const group = await groupOf(ada, [bob, cy]);
    await give(ada, map, group, 'edit');
    const socket = await PageSocket.join(bob, map);
    await end(map, group, bob);
    expect(await socket.end()).toBe(1008);
    expect(await roleOn(bob, map)).toBeNull();
    expect((await bob.must('GET', '/api/maps?show=shared')).json.maps).toEqual([]);
  }
});

test('[GW-512] an owner who deletes their account takes their groups along; a lesser role counts at once', async () => {
  const [ada, bob, cy] = [await account(), await account(), await account()];
  const { id: map } = await ada.makeMap();
  await grant(map, bob, 'own');
  const group = await groupOf(ada, [cy]);
  await give(ada, map, group, 'edit');
  const socket = await PageSocket.join(cy, map);
  expect(await socket.change(newChangeOps())).toBe('kept');
  await give(bob, map, group, 'view');
  await expect.poll(async () => await roleOn(cy, map)).toBe('view');
  expect(await socket.change(newChangeOps())).not.toBe('kept');
  await ada.must('POST', '/api/account/delete', { proof: null });
  expect(await socket.end()).toBe(1008);
  expect(await roleOn(cy, map)).toBeNull();
  expect(await world.metadata.group(group.id)).toBeNull();
});

test('[GW-513] only a group’s owner gives it a map, who may invite to it with that role; owners of the map change and take it', async () => {
  const [ada, bob, cy, dan] = [await account(), await account(), await account(), await account()];
  const { id: map } = await ada.makeMap();
  await grant(map, bob, 'edit');
  await grant(map, cy, 'comment');
  const group = await groupOf(bob, [dan]);
  const path = `/api/maps/${map}/groups/${group.id}`;
  expect(await bob.outcome('PUT', path, { role: 'view' })).toBe('gateway/denied');
  expect(await ada.outcome('PUT', path, { role: 'view' })).toBe('gateway/absent');
  await ada.must('PUT', `/api/maps/${map}/inviting`, { mayEditorsInvite: true });
  expect(await cy.outcome('PUT', path, { role: 'view' })).toBe('gateway/denied');
  await bob.must('PUT', path, { role: 'view' });
  expect(await roleOn(dan, map)).toBe('view');
  const { groups } = await sharingOf(ada, map);
  expect(groups).toMatchObject([{ id: group.id, name: 'Class 8b', role: 'view', people: 1, isMine: false }]);
  expect(groups[0]?.by?.id).toBe(await idOf(bob));
  await ada.must('PUT', path, { role: 'comment' });
  expect(await roleOn(dan, map)).toBe('comment');
  // Another editor changes nothing of it.
  await grant(map, cy, 'edit');
  expect(await cy.outcome('PUT', path, { role: 'edit' })).toBe('gateway/absent');
  expect(await cy.outcome('DELETE', path)).toBe('gateway/absent');
  await ada.must('DELETE', path);
  expect(await roleOn(dan, map)).toBeNull();
  await bob.must('PUT', path, { role: 'edit' });
  await bob.must('DELETE', path);
  expect(await roleOn(dan, map)).toBeNull();
});

test('[GW-514] a group counts while its owner may give that role: not once they are lowered, have left, or came by a link', async () => {
  type Lose = (ada: Browser, bob: Browser, map: string) => Promise<unknown>;
  const leave: Lose = async (_ada, bob, map) => await bob.must('POST', `/api/maps/${map}/leave`);
  const losses: readonly Lose[] = [
    leave,
    async (ada, bob, map) => await ada.must('PUT', `/api/maps/${map}/members/${await idOf(bob)}`, { role: 'comment' }),
    async (ada, bob, map) => await ada.must('DELETE', `/api/maps/${map}/members/${await idOf(bob)}`),
    async (ada, bob, map) => {
      const until = world.clock.now() + 3_600_000;
      await ada.must('PUT', `/api/maps/${map}/members/${await idOf(bob)}`, { role: 'edit', until });
    },
  ];
  for (const lose of losses) {
    const [ada, bob, cy] = [await account(), await account(), await account()];
    const { id: map } = await ada.makeMap();
    await grant(map, bob, 'edit');
    await ada.must('PUT', `/api/maps/${map}/inviting`, { mayEditorsInvite: true });
    await give(bob, map, await groupOf(bob, [cy]), 'edit');
    const socket = await PageSocket.join(cy, map);
    await lose(ada, bob, map);
    expect(await socket.end()).toBe(1008);
    expect(await roleOn(cy, map)).toBeNull();
    expect((await sharingOf(ada, map)).groups).toEqual([]);
    // What an owner took does not come back with who may edit again.
    await grant(map, bob, 'edit');
    await ada.must('PUT', `/api/maps/${map}/members/${await idOf(bob)}`, { role: 'edit', until: null });
    expect(await roleOn(cy, map)).toBe(lose === leave ? 'edit' : null);
  }
});

test('[GW-514] groups give on what a group gave, and two of them do not hold each other up', async () => {
  const [ada, bob, cy] = [await account(), await account(), await account()];
  const { id: map } = await ada.makeMap();
  await ada.must('PUT', `/api/maps/${map}/inviting`, { mayEditorsInvite: true });
  const first = await groupOf(ada, [bob], 'Teachers');
  await give(ada, map, first, 'edit');
  await open(bob, map);
  const second = await groupOf(bob, [cy], 'Class');
  await give(bob, map, second, 'edit');
  await open(cy, map);
  const back = await groupOf(cy, [bob], 'Back');
  await give(cy, map, back, 'edit');
  expect([await roleOn(bob, map), await roleOn(cy, map)]).toEqual(['edit', 'edit']);
  const socket = await PageSocket.join(cy, map);
  await change(ada, first, [], [await addressOf(bob)]);
  expect(await socket.end()).toBe(1008);
  expect([await roleOn(bob, map), await roleOn(cy, map)]).toEqual([null, null]);
});

test('[GW-515] nobody learns whether an address has an account: a member has a name once they have opened the map', async () => {
  const [ada, bob, cy] = [await account(), await account(), await account()];
  const { id: map } = await ada.makeMap();
  const group = await groupOf(ada, [bob]);
  await give(ada, map, group, 'comment');
  const before = await sharingOf(ada, map);
  const unknown = await groupOf(ada, []);
  await change(ada, unknown, [newAddress()]);
  expect((await ada.must('GET', `/api/groups/${unknown.id}`)).json.addresses).toHaveLength(1);
  expect(before.members.map(({ role }) => role)).toEqual(['own']);
  expect((await ada.must('GET', `/api/maps/${map}/people`)).json.people).toHaveLength(1);
  const bobId = await idOf(bob);
  const seen = async (): Promise<number> =>
    (await ada.ask('GET', `/api/people/pictures?of=${bobId}`)).json.pictures.length;
  const picture = { person: bobId, hash: 'a'.repeat(64), bytes: new Uint8Array([1]) };
  await world.metadata.setPicture(picture);
  expect(await seen()).toBe(0);
  await open(bob, map);
  expect(await seen()).toBe(1);
  expect((await sharingOf(ada, map)).members).toMatchObject([
    { role: 'own', by: 'person', group: null },
    { role: 'comment', by: 'group', group: { id: group.id, name: 'Class 8b' }, email: group.addresses[0] },
  ]);
  const cyOwns = await account();
  await grant(map, cyOwns, 'own');
  expect((await sharingOf(cyOwns, map)).members).toMatchObject([
    { role: 'own' },
    { role: 'own' },
    { by: 'group', email: null },
  ]);
  const members = (await bob.must('GET', `/api/maps/${map}/members`)).json;
  expect(members.members).toHaveLength(3);
  expect(members.groups).toMatchObject([{ id: group.id, name: 'Class 8b', people: 1, isMine: false }]);
  expect(await bob.outcome('GET', `/api/groups/${group.id}`)).toBe('gateway/absent');
  // Who sees not everybody is told of no group.
  await cy.join((await ada.makeLink(map, 'view')).secret);
  expect((await cy.must('GET', `/api/maps/${map}/members`)).json.groups).toEqual([]);
});

test('[GW-474] a map that a group gives stands in the bell until it is opened', async () => {
  const [ada, bob] = [await account(), await account()];
  const { id: map } = await ada.makeMap('Of the class');
  const group = await groupOf(ada, [bob]);
  const rings = async () => (await bob.must('GET', '/api/bell')).json.entries;
  expect(await rings()).toEqual([]);
  await give(ada, map, group, 'view');
  const [entry] = await rings();
  expect(entry).toMatchObject({ kind: 'group', map, title: 'Of the class', isRead: false });
  expect(entry.by.id).toBe(await idOf(ada));
  await bob.must('PUT', '/api/bell/read', { entries: [entry.id] });
  expect(await rings()).toMatchObject([{ id: entry.id, isRead: true }]);
  await open(bob, map);
  expect(await rings()).toEqual([]);
});

test('[GW-518] roles and lists ask as much of many groups as of one, and there are no more than fifty on a map, nor more than two hundred maps of one', async () => {
  const [ada, bob] = [await account(), await account()];
  const made = [await ada.makeMap(), await ada.makeMap(), await ada.makeMap()];
  const maps = made.flatMap(({ id }) => parseMapId(id) ?? []);
  const [adaId, bobId] = [await idOf(ada), await idOf(bob)];
  const first = await groupOf(ada, [bob]);
  await give(ada, maps[0] ?? '', first, 'view');
  const asked = async (): Promise<readonly number[]> => {
    const { metadata, calls } = observed(world.metadata);
    const { access, gifts, folders } = buildAccess({ metadata, clock: world.clock });
    const counts: number[] = [];
    const count = async (work: () => Promise<unknown>): Promise<void> => {
      const before = calls.length;
      await work();
      counts.push(calls.length - before);
    };
    await count(() => access.rightsOfAll(new Map(maps.map((map) => [map, new Set([adaId, bobId])]))));
    await count(async () => await gifts.mapsFor(bobId, await folders.seenBy(bobId)));
    await count(() => gifts.peopleOn(maps[0] ?? expect.unreachable('there are maps')));
    await count(() => access.of(maps[0] ?? expect.unreachable('there are maps'), bobId));
    return counts;
  };
  const before = await asked();
  for (let n = 0; n < 49; n++) {
    const group = await groupOf(ada, [bob], `Group ${n}`);
    await world.metadata.putGroupGrant({ group: group.id, map: maps[0] ?? parsed(), role: 'comment', at: n });
    for (const map of maps.slice(1)) await world.metadata.putGroupGrant({ group: group.id, map, role: 'view', at: n });
  }
  expect(await asked()).toEqual(before);
  expect(Math.max(...before)).toBeLessThan(14);
  const last = await groupOf(ada, []);
  const giving = async (map: MapId | undefined) =>
    await ada.outcome('PUT', `/api/maps/${map}/groups/${last.id}`, { role: 'view' });
  expect(await giving(maps[0])).toBe('gateway/malformed');
  const { id: another } = await ada.makeMap();
  const given = { group: last.id, role: 'view' } as const;
  for (let at = 0; at < 200; at++) await world.metadata.putGroupGrant({ ...given, map: newMapId(), at });
  expect(await giving(another)).toBe('gateway/malformed');
});

const parsed = (): never => expect.unreachable('a map has an id');

test('[GW-519] who is in a group may come where registration is closed, and leave it', async () => {
  const people = { registration: 'closed', signIn: 'any', domains: [], providers: [] } as const;
  const passwordCost = { memoryKib: 64, passes: 1, lanes: 1 };
  const closed = await world.start({ limitsFactor: 1_000, people: { ...people, passwordCost } });
  const ada = await account();
  const { id: map } = await ada.makeMap();
  const group = await groupOf(ada, []);
  const email = newAddress();
  await change(ada, group, [email]);
  await expect(signedIn(closed, email)).rejects.toThrow();
  await give(ada, map, group, 'view');
  const bob = await signedIn(closed, email);
  expect(await roleOn(bob, map)).toBe('view');
  expect(await bob.outcome('POST', `/api/maps/${map}/leave`)).toBe('gateway/denied');
  await bob.must('POST', `/api/groups/${group.id}/leave`);
  expect(await roleOn(bob, map)).toBeNull();
  expect(await bob.outcome('POST', `/api/groups/${group.id}/leave`)).toBe('gateway/absent');
});

test('[GW-519] giving, taking back and changing groups is in the audit log, without addresses; the export has one’s own', async () => {
  const [ada, bob] = [await account(), await account()];
  const { id: map } = await ada.makeMap();
  const group = await groupOf(ada, [bob]);
  await give(ada, map, group, 'view');
  const added = newAddress();
  await change(ada, group, [added], [await addressOf(bob)]);
  await ada.must('DELETE', `/api/maps/${map}/groups/${group.id}`);
  const files = unzip((await ada.must('GET', '/api/account/export')).bytes);
  expect(JSON.parse(files.get('groups.json') ?? '')).toMatchObject([{ name: 'Class 8b', addresses: [added] }]);
  await ada.must('DELETE', `/api/groups/${group.id}`);
  const all = { order: 'oldest first', behind: null, what: null, most: 99 } as const;
  const rows = await world.metadata.audit({ ...all, person: await idOf(ada) });
  const entries = rows.map(entryOf).filter(({ about }) => about.some(([name]) => name === 'group'));
  expect(entries.map(({ what, about }) => [what, Object.fromEntries(about)])).toEqual([
    ['role-set', { map, group: group.id, role: 'view' }],
    ['group-changed', { group: group.id, added: '1', removed: '1' }],
    ['share-ended', { map, group: group.id }],
    ['group-removed', { group: group.id }],
  ]);
  expect(rows.some(({ body }) => body.includes(added))).toBe(false);
});

test('[GW-520] who may edit by a group, and has been there, inherits a map rather than nobody', async () => {
  const [ada, bob] = [await account(), await account()];
  const { id: map } = await ada.makeMap('Of many');
  await give(ada, map, await groupOf(ada, [bob]), 'edit');
  expect((await ada.must('GET', '/api/account/deletion')).json).toMatchObject({ deleted: ['Of many'] });
  await open(bob, map);
  expect((await ada.must('GET', '/api/account/deletion')).json).toMatchObject({ deleted: [] });
  await ada.must('POST', '/api/account/delete', { proof: null });
  expect(await roleOn(bob, map)).toBe('own');
});
