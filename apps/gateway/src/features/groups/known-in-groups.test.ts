import { type MapId, parseMapId } from '@bough/base';
import type { GroupFacts, LinkRole, MapMembers, MapRole, Member, Sharing } from '@bough/contracts';
import { beforeAll, expect, test } from 'vitest';
import { newAddress } from '../../testing/metadata-contract/fixtures.ts';
import type { Browser } from '../../testing/visitors/browser.ts';
import { idOf, newAccount } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

// Who is known to be in a group of a map, and that nobody finds out by making groups of addresses that they only guess.

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

const HOUR_MS = 3_600_000;

const account = async (): Promise<Browser> => await newAccount(world, gateway);
const addressOf = async (browser: Browser): Promise<string> => (await browser.person()).email ?? '';
async function newMap(owner: Browser): Promise<MapId> {
  return parseMapId((await owner.makeMap('Of many')).id) ?? expect.unreachable('a map has an id');
}
async function grant(map: MapId, browser: Browser, role: MapRole): Promise<void> {
  await world.metadata.addGrant({ map, person: await idOf(browser), role, link: null, isInvited: true, at: 1 });
}
async function groupOf(owner: Browser, addresses: readonly string[], name = 'Guesses'): Promise<GroupFacts> {
  return (await owner.must('POST', '/api/groups', { name, addresses })).json;
}
async function give(owner: Browser, map: MapId, { id }: GroupFacts, role: LinkRole): Promise<void> {
  // One after the other.
  world.clock.jump(1);
  await owner.must('PUT', `/api/maps/${map}/groups/${id}`, { role });
}
async function change(owner: Browser, { id }: GroupFacts, add: readonly string[], remove: readonly string[]) {
  await owner.must('POST', `/api/groups/${id}/addresses`, { add, remove });
}
/** Looks at the map, as opening its page does. */
async function open(browser: Browser, map: MapId): Promise<void> {
  await browser.must('POST', `/api/maps/${map}/ticket?client=AAAAAAAAAAAA`);
}
async function roleOn(browser: Browser, map: MapId): Promise<MapRole | null> {
  const { status, json } = await browser.ask('GET', `/api/maps/${map}`);
  return status === 404 ? null : json.role;
}
const sharingOf = async (owner: Browser, map: MapId): Promise<Sharing> =>
  (await owner.must('GET', `/api/maps/${map}/sharing`)).json;
const setPublic = async (owner: Browser, map: MapId, isPublic: boolean): Promise<void> =>
  void (await owner.must('PUT', `/api/maps/${map}/public`, { isPublic, mayCopy: false }));
const view = async (asker: Browser, map: MapId): Promise<MapMembers> =>
  (await asker.must('GET', `/api/maps/${map}/members`)).json;

/** What is said of the person among these. */
function toldOf(person: string, all: readonly Member[]) {
  const told = all.filter((each) => each.person.id === person);
  return told.map(({ role, by, email, group, until }) => ({ role, by, email, group, ends: until !== null }));
}

/** Everything that the asker finds out about the person on the map. */
async function foundOut(asker: Browser, owner: Browser, map: MapId, person: string) {
  const { members, ended } = await sharingOf(owner, map);
  const pictures = (await asker.ask('GET', `/api/people/pictures?of=${person}`)).json.pictures.length;
  const people = (await asker.must('GET', `/api/maps/${map}/people`)).json.people;
  const { handedOver } = (await owner.must('GET', '/api/account/deletion')).json;
  return {
    ...{ members: toldOf(person, members), ended: toldOf(person, ended), pictures },
    seen: toldOf(person, (await view(asker, map)).members),
    isAmong: people.some((each: { readonly id: string }) => each.id === person),
    heirs: handedOver.length,
  };
}

type Come = (owner: Browser, guest: Browser, map: MapId) => Promise<void>;
const byPublicPage: Come = async (owner, guest, map) => {
  await setPublic(owner, map, true);
  await open(guest, map);
  await setPublic(owner, map, false);
};
const byLink: Come = async (owner, guest, map) => {
  await guest.join((await owner.makeLink(map, 'view')).secret);
  await open(guest, map);
};
const byInvitation: Come = async (_owner, guest, map) => {
  await grant(map, guest, 'view');
  await open(guest, map);
};
const beforeTheEnd: Come = async (owner, guest, map) => {
  await byLink(owner, guest, map);
  await owner.must('PUT', `/api/maps/${map}/members/${await idOf(guest)}`, { role: 'view', until: null });
  const until = world.clock.now() - 1;
  const [set] = (await world.metadata.grantsOn(map, await idOf(guest))).filter(({ link }) => link === null);
  await world.metadata.addGrant({ ...(set ?? expect.unreachable('it was set')), until });
};

/** What somebody finds out who gives the map to a group of their own, with the guest's address in it or not. */
async function guessed(come: Come, by: 'owner' | 'editor', isRight: boolean): Promise<unknown> {
  const [ada, bob, guest] = [await account(), await account(), await account()];
  const map = await newMap(ada);
  const [person, address] = [await idOf(guest), await addressOf(guest)];
  await world.metadata.setPicture({ person, hash: 'a'.repeat(64), bytes: new Uint8Array([1]) });
  await ada.must('PUT', `/api/maps/${map}/inviting`, { mayEditorsInvite: true });
  if (by === 'editor') await grant(map, bob, 'edit');
  await come(ada, guest, map);
  const asker = by === 'owner' ? ada : bob;
  await give(asker, map, await groupOf(asker, [isRight ? address : newAddress(), newAddress()]), 'edit');
  const steps: unknown[] = [await foundOut(asker, ada, map, person)];
  // They come again, for what they have, which is more now.
  if (come === byLink || come === byInvitation) {
    await open(guest, map);
    expect(await roleOn(guest, map)).toBe(isRight ? 'edit' : 'view');
    steps.push(await foundOut(asker, ada, map, person));
  }
  if (come === byPublicPage) {
    await come(ada, guest, map);
    steps.push(await foundOut(asker, ada, map, person));
  }
  const path = `/api/maps/${map}/members/${person}`;
  for (const [method, body] of [
    ['DELETE', undefined],
    ['PUT', { role: 'comment', until: null }],
  ] as const) {
    steps.push(await ada.outcome(method, path, body), await foundOut(asker, ada, map, person));
  }
  return JSON.parse(JSON.stringify(steps).replaceAll(address, 'known'));
}

const ways = [
  ['who read a public page', byPublicPage, 'owner'],
  ['who came by a link', byLink, 'owner'],
  ['whom somebody else invited', byInvitation, 'editor'],
  ['whose access has ended', beforeTheEnd, 'owner'],
] as const;
for (const [who, come, by] of ways) {
  test(`[GW-540] an address that is guessed tells nothing of somebody ${who}`, async () => {
    expect(await guessed(come, by, true)).toEqual(await guessed(come, by, false));
  });
}

test('[GW-540] who opens a map for nothing but a group is known to be in it: by name, role, picture and address, also when they have been removed', async () => {
  const [ada, guest] = [await account(), await account()];
  const map = await newMap(ada);
  const [person, email] = [await idOf(guest), await addressOf(guest)];
  await world.metadata.setPicture({ person, hash: 'a'.repeat(64), bytes: new Uint8Array([1]) });
  // Who was here before the group was is not known by that.
  await byPublicPage(ada, guest, map);
  const group = await groupOf(ada, [email], 'Class 8b');
  await give(ada, map, group, 'comment');
  expect(await foundOut(ada, ada, map, person)).toMatchObject({ members: [], seen: [], pictures: 0, isAmong: false });
  await open(guest, map);
  const named = { id: group.id, name: 'Class 8b' };
  const shown = { role: 'comment', by: 'group', group: named, email, ends: false };
  expect(await foundOut(ada, ada, map, person)).toMatchObject({ members: [shown], pictures: 1, isAmong: true });
  // What they come by later hides nothing that is known.
  await byLink(ada, guest, map);
  expect((await foundOut(ada, ada, map, person)).members).toEqual([shown]);
  await ada.must('DELETE', `/api/maps/${map}/members/${person}`);
  expect((await foundOut(ada, ada, map, person)).ended).toMatchObject([{ role: 'comment', group: named, email: null }]);
});

test('[GW-541] of several groups the one that was given first is known, with others of its owner, for as long as the address stays in it', async () => {
  const [ada, bob, guest] = [await account(), await account(), await account()];
  const map = await newMap(ada);
  const [person, email] = [await idOf(guest), await addressOf(guest)];
  await grant(map, bob, 'edit');
  await ada.must('PUT', `/api/maps/${map}/inviting`, { mayEditorsInvite: true });
  const first = await groupOf(ada, [email], 'First');
  await give(ada, map, first, 'view');
  await open(guest, map);
  const known = async () =>
    toldOf(person, (await sharingOf(ada, map)).members).map(({ role, group }) => [role, group?.name]);
  expect(await known()).toEqual([['view', 'First']]);
  // Somebody else guesses, and they come again.
  await give(bob, map, await groupOf(bob, [email], 'Guess'), 'edit');
  await open(guest, map);
  expect(await known()).toEqual([['view', 'First']]);
  expect(await roleOn(guest, map)).toBe('edit');
  const second = await groupOf(ada, [email], 'Second');
  await give(ada, map, second, 'comment');
  expect(await known()).toEqual([['comment', 'Second']]);
  // Taken out and added again, nobody knows that it is still theirs until they come again.
  await change(ada, first, [], [email]);
  await change(ada, first, [email], []);
  expect(await known()).toEqual([]);
  await open(guest, map);
  expect(await known()).toEqual([['comment', 'Second']]);
  for (const { id } of [first, second]) await ada.must('DELETE', `/api/maps/${map}/groups/${id}`);
  expect(await known()).toEqual([]);
  await open(guest, map);
  expect(await known()).toEqual([['edit', 'Guess']]);
});

test('[GW-553] who is removed is kept as ended, in a group or not; of who is not known nothing is kept', async () => {
  const [ada, guest, unknown] = [await account(), await account(), await account()];
  const map = await newMap(ada);
  const group = await groupOf(ada, [await addressOf(unknown)]);
  await grant(map, guest, 'comment');
  const [person, hidden] = [await idOf(guest), await idOf(unknown)];
  await give(ada, map, group, 'edit');
  for (const each of [person, hidden]) await ada.must('DELETE', `/api/maps/${map}/members/${each}`);
  const ended = async () => (await sharingOf(ada, map)).ended.map((each) => [each.person.id, each.role, each.group]);
  expect(await ended()).toEqual([[person, 'comment', null]]);
  expect(await roleOn(unknown, map)).toBe('edit');
  // No group lets them in that they are put into later.
  await change(ada, group, [await addressOf(guest)], []);
  expect(await roleOn(guest, map)).toBeNull();
  // Nor is it told when they are, or that the group is gone.
  expect(await ended()).toEqual([[person, 'comment', null]]);
  await ada.must('DELETE', `/api/maps/${map}/groups/${group.id}`);
  expect(await ended()).toEqual([[person, 'comment', null]]);
});

test('[GW-543] what an owner answers to who asks for access counts before groups, and is stored whether they are in one or not', async () => {
  const answers: unknown[] = [];
  for (const isIn of [false, true]) {
    const [ada, guest] = [await account(), await account()];
    const map = await newMap(ada);
    const [person, email] = [await idOf(guest), await addressOf(guest)];
    await guest.must('POST', `/api/maps/${map}/ask`, { message: '' });
    await give(ada, map, await groupOf(ada, [isIn ? email : newAddress()]), 'edit');
    const [ask] = (await sharingOf(ada, map)).asks;
    const until = world.clock.now() + HOUR_MS;
    await ada.must('POST', `/api/maps/${map}/asks/${ask?.id}`, { role: 'view', until });
    expect(await roleOn(guest, map)).toBe('view');
    answers.push(
      toldOf(person, (await sharingOf(ada, map)).members).map((each) => ({ ...each, email: each.email === email })),
    );
    const [set] = await world.metadata.grantsOn(map, person);
    await world.metadata.addGrant({ ...(set ?? expect.unreachable('it was given')), until: world.clock.now() - 1 });
    expect(await roleOn(guest, map)).toBeNull();
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[1]).toMatchObject([{ role: 'view', by: 'person', ends: true, email: true }]);
});

test('[GW-544] the bell does not show a request of somebody who is in by a group and known, or by a folder', async () => {
  const [ada, guest, other] = [await account(), await account(), await account()];
  const map = await newMap(ada);
  for (const each of [guest, other]) await each.must('POST', `/api/maps/${map}/ask`, { message: '' });
  const asking = async () => {
    const { entries } = (await ada.must('GET', '/api/bell')).json;
    return entries.map((each: { readonly kind: string; readonly by: { readonly id: string } }) => [
      each.kind,
      each.by.id,
    ]);
  };
  const [one, two] = [
    ['ask', await idOf(guest)],
    ['ask', await idOf(other)],
  ];
  await give(ada, map, await groupOf(ada, [await addressOf(guest)]), 'view');
  expect(new Set(await asking())).toEqual(new Set([one, two]));
  await open(guest, map);
  expect(await asking()).toEqual([two]);
});

test('[GW-545] who is not known to be in a group gives nothing on by it', async () => {
  const [ada, guest, friend] = [await account(), await account(), await account()];
  const map = await newMap(ada);
  await ada.must('PUT', `/api/maps/${map}/inviting`, { mayEditorsInvite: true });
  await grant(map, guest, 'edit');
  const theirs = await groupOf(guest, [await addressOf(friend)], 'Friends');
  await give(guest, map, theirs, 'edit');
  await guest.must('POST', `/api/maps/${map}/leave`);
  await byLink(ada, guest, map);
  await give(ada, map, await groupOf(ada, [await addressOf(guest)]), 'edit');
  // They may edit, and an owner who only guesses must not see it by what they gave before.
  expect([await roleOn(guest, map), await roleOn(friend, map)]).toEqual(['edit', null]);
  expect((await sharingOf(ada, map)).groups.map(({ name }) => name)).toEqual(['Guesses']);
  expect((await view(guest, map)).mayInvite).toBe(false);
  expect(await guest.outcome('PUT', `/api/maps/${map}/groups/${theirs.id}`, { role: 'view' })).toBe('gateway/denied');
});
