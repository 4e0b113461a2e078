import { type MapId, parseMapId } from '@bough/base';
import type { GroupFacts, LinkRole, MapRole, Sharing } from '@bough/contracts';
import { beforeAll, expect, test } from 'vitest';
import { newAddress } from '../../testing/metadata-contract/fixtures.ts';
import { until } from '../../testing/until.ts';
import type { Browser } from '../../testing/visitors/browser.ts';
import { newChangeOps } from '../../testing/visitors/ops.ts';
import { mailsTo, signedIn } from '../../testing/visitors/mail.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { idOf, newAccount } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';
import { GATHERED_MS } from '../groups/group-notices.ts';

// What an owner sets for one person, beside what a group gives everybody in it.

let world: World;
let gateway: RunningGateway;
let other: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  other = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

/** No timer of a socket goes off when the clock jumps by as much. */
const WHILE_MS = 9_000;

const account = async (at = gateway): Promise<Browser> => await newAccount(world, at);

interface Shared {
  readonly ada: Browser;
  readonly bob: Browser;
  readonly person: string;
  readonly map: MapId;
  readonly path: string;
  readonly group: GroupFacts;
}

/** A map of Ada's that her group may edit, with Bob and another in it. */
async function shared(at = gateway): Promise<Shared> {
  const [ada, bob, cy] = [await account(), await account(at), await account()];
  const map = parseMapId((await ada.makeMap('Shared')).id) ?? expect.unreachable('a map has an id');
  const addresses = await Promise.all([bob, cy].map(async (each) => (await each.person()).email));
  const group = (await ada.must('POST', '/api/groups', { name: 'Class 8b', addresses })).json;
  await give(ada, map, group, 'edit');
  return { ada, bob, person: await idOf(bob), map, path: `/api/maps/${map}`, group };
}
async function give(owner: Browser, map: string, { id }: GroupFacts, role: LinkRole): Promise<void> {
  await owner.must('PUT', `/api/maps/${map}/groups/${id}`, { role });
}
/** What the person may do with the map; null: it is absent. */
async function roleOn(browser: Browser, map: string): Promise<MapRole | null> {
  const { status, json } = await browser.ask('GET', `/api/maps/${map}`);
  return status === 404 ? null : json.role;
}
async function open(browser: Browser, map: string): Promise<void> {
  await browser.must('POST', `/api/maps/${map}/ticket?client=AAAAAAAAAAAA`);
}
async function deleteAccount(browser: Browser): Promise<void> {
  const proved = await signedIn(gateway, (await browser.person()).email ?? '');
  await proved.must('POST', '/api/account/delete', { proof: null });
}
const sharingOf = async (owner: Browser, path: string): Promise<Sharing> =>
  (await owner.must('GET', `${path}/sharing`)).json;

test('[GW-521] a role or an end that an owner set counts before what a group gives, whichever was first', async () => {
  const { ada, bob, person, map, path, group } = await shared();
  await world.metadata.addGrant({ map, person: await idOf(bob), role: 'comment', link: null, isInvited: true, at: 1 });
  // An invitation that was accepted sets nothing.
  expect(await roleOn(bob, map)).toBe('edit');
  const socket = await PageSocket.join(bob, map);
  await socket.isFed();
  await ada.must('PUT', `${path}/members/${person}`, { role: 'view' });
  expect(await roleOn(bob, map)).toBe('view');
  await until(() => socket.frames.some((frame) => frame.kind === 'role' && frame.role === 'view'));
  expect((await sharingOf(ada, path)).members).toMatchObject([{ role: 'own' }, { role: 'view', by: 'person' }]);
  // Given again, and by another group that comes later.
  await give(ada, map, group, 'comment');
  await give(ada, map, group, 'edit');
  const email = (await bob.person()).email;
  const later = (await ada.must('POST', '/api/groups', { name: 'Later', addresses: [email] })).json;
  await give(ada, map, later, 'edit');
  expect(await roleOn(bob, map)).toBe('view');
  expect((await bob.must('GET', '/api/maps?show=shared')).json.maps).toMatchObject([{ id: map, role: 'view' }]);
  const end = world.clock.now() + WHILE_MS;
  await ada.must('PUT', `${path}/members/${person}`, { role: 'view', until: end });
  world.clock.jump(WHILE_MS);
  expect(await socket.end()).toBe(1008);
  expect(await roleOn(bob, map)).toBeNull();
  expect((await bob.must('GET', '/api/maps?show=shared')).json.maps).toEqual([]);
});

test('[GW-521] whom an owner removes no group lets in again: they are listed as ended until an owner lets them in', async () => {
  const { ada, bob, person, map, path, group } = await shared(other);
  await world.metadata.addGrant({ map, person: await idOf(bob), role: 'comment', link: null, isInvited: true, at: 1 });
  const socket = await PageSocket.join(bob, map);
  expect(await socket.change(newChangeOps())).toBe('kept');
  await ada.must('DELETE', `${path}/members/${person}`);
  // On another gateway, at once.
  expect(await socket.end()).toBe(1008);
  expect(await roleOn(bob, map)).toBeNull();
  // Of the group nothing is told: an invitation had let them in.
  const ended = [{ person: { id: person }, role: 'comment', group: null, email: (await bob.person()).email }];
  expect((await sharingOf(ada, path)).members.map(({ role }) => role)).toEqual(['own']);
  expect((await sharingOf(ada, path)).ended).toMatchObject(ended);
  // Nor does pressing it again, giving it again, a link, or being put into it again.
  await ada.must('DELETE', `${path}/members/${person}`);
  await give(ada, map, group, 'view');
  await bob.join((await ada.makeLink(map, 'edit')).secret);
  for (const change of [
    { add: [], remove: [ended[0]?.email] },
    { add: [ended[0]?.email], remove: [] },
  ]) {
    await ada.must('POST', `/api/groups/${group.id}/addresses`, change);
  }
  expect(await roleOn(bob, map)).toBeNull();
  expect((await sharingOf(ada, path)).ended).toMatchObject(ended);
  await ada.must('PUT', `${path}/members/${person}`, { role: 'comment', until: null });
  expect(await roleOn(bob, map)).toBe('comment');
  // Where there is no group, a removal is kept as well.
  await ada.must('DELETE', `${path}/groups/${group.id}`);
  await ada.must('DELETE', `${path}/members/${person}`);
  expect((await sharingOf(ada, path)).ended).toMatchObject(ended);
});

test('[GW-521] so with somebody who came by the group alone; of who has not come an owner learns nothing', async () => {
  const { ada, bob, person, map, path, group } = await shared();
  const setting = { role: 'view' } as const;
  expect(await ada.outcome('PUT', `${path}/members/${person}`, setting)).toBe('gateway/absent');
  await ada.must('DELETE', `${path}/members/${person}`);
  expect((await sharingOf(ada, path)).ended).toEqual([]);
  expect(await roleOn(bob, map)).toBe('edit');
  await open(bob, map);
  await ada.must('PUT', `${path}/members/${person}`, setting);
  expect(await roleOn(bob, map)).toBe('view');
  await ada.must('DELETE', `${path}/members/${person}`);
  expect(await roleOn(bob, map)).toBeNull();
  expect((await sharingOf(ada, path)).ended).toMatchObject([
    { person: { id: person }, role: 'view', email: null, group: { id: group.id, name: 'Class 8b' } },
  ]);
});

test('[GW-521] who is kept out, or let do less, lets nobody in by a group of theirs', async () => {
  const { ada, bob, person, map, path } = await shared();
  const dan = await account();
  await ada.must('PUT', `${path}/inviting`, { mayEditorsInvite: true });
  await open(bob, map);
  const theirs = (await bob.must('POST', '/api/groups', { name: 'Theirs', addresses: [(await dan.person()).email] }))
    .json;
  await give(bob, map, theirs, 'edit');
  const socket = await PageSocket.join(dan, map);
  // Lowered without the route that takes the group away: the group must not count by itself.
  await world.metadata.addGrant({ map, person: await idOf(bob), role: 'view', link: null, isSet: true, at: 1 });
  expect(await roleOn(dan, map)).toBeNull();
  await ada.must('DELETE', `${path}/members/${person}`);
  expect(await socket.end()).toBe(1008);
  expect((await sharingOf(ada, path)).groups.map(({ name }) => name)).toEqual(['Class 8b']);
});

test('[GW-553] whom an owner removes stays out, whatever came before and whatever editors do; an owner lets them in again', async () => {
  const [ada, bob, eve] = [await account(), await account(), await account()];
  const map = parseMapId((await ada.makeMap('Shared')).id) ?? expect.unreachable('a map has an id');
  const [path, person, email] = [`/api/maps/${map}`, await idOf(bob), (await bob.person()).email];
  const { secret } = await ada.makeLink(map, 'edit');
  await ada.must('PUT', `${path}/inviting`, { mayEditorsInvite: true });
  await world.metadata.addGrant({ map, person: await idOf(eve), role: 'edit', link: null, at: 1 });
  const invite = async (by: Browser) => (await by.must('POST', `${path}/invitations`, { email, role: 'edit' })).json.id;
  const isOut = async (): Promise<void> => expect(await roleOn(bob, map)).toBeNull();
  await bob.must('POST', `/api/invitations/${await invite(ada)}/accept`);
  const before = await invite(ada);
  const socket = await PageSocket.join(bob, map);
  world.clock.jump(1);
  await ada.must('DELETE', `${path}/members/${person}`);
  expect(await socket.end()).toBe(1008);
  const ended = [{ person: { id: person }, role: 'edit', group: null }];
  expect((await sharingOf(ada, path)).ended).toMatchObject(ended);
  expect(await bob.outcome('POST', `/api/invitations/${before}/accept`)).toBe('gateway/absent');
  expect((await bob.join(secret)).json).toMatchObject({ code: 'gateway/denied' });
  await ada.must('DELETE', `${path}/invitations/${before}`);
  const byEditor = await invite(eve);
  expect(await bob.outcome('POST', `/api/invitations/${byEditor}/accept`)).toBe('gateway/absent');
  await isOut();
  const group = (await eve.must('POST', '/api/groups', { name: 'Friends', addresses: [email] })).json;
  await give(eve, map, group, 'edit');
  await isOut();
  // That a group has them is not told: they never came by it.
  expect((await sharingOf(ada, path)).ended).toMatchObject(ended);
  // Removed again, it is the same.
  await ada.must('DELETE', `${path}/members/${person}`);
  await isOut();
  await eve.must('DELETE', `${path}/invitations/${byEditor}`);
  await bob.must('POST', `/api/invitations/${await invite(ada)}/accept`);
  expect(await roleOn(bob, map)).toBe('edit');
});

test('[GW-553] who came by a link stays out as well, and who left by themselves comes back', async () => {
  const [ada, bob] = [await account(), await account()];
  const { id: map } = await ada.makeMap('Shared');
  const { secret } = await ada.makeLink(map, 'view');
  await bob.join(secret);
  await bob.must('POST', `/api/maps/${map}/leave`);
  expect((await bob.join(secret)).json).toMatchObject({ map: { role: 'view' } });
  await ada.must('DELETE', `/api/maps/${map}/members/${await idOf(bob)}`);
  expect((await bob.join(secret)).json).toMatchObject({ code: 'gateway/denied' });
  expect((await bob.join((await ada.makeLink(map, 'edit')).secret)).json).toMatchObject({ code: 'gateway/denied' });
  // The link itself is on: others come by it.
  expect((await (await account()).join(secret)).json).toMatchObject({ map: { role: 'view' } });
});

test('[GW-552] whom an owner removed, or let do less, groups let do no more under a new account with the address, and nobody is told of it', async () => {
  const { ada, bob, person, map, path, group } = await shared();
  const email = (await bob.person()).email ?? '';
  const told = async () => {
    const { members, ended } = await sharingOf(ada, path);
    return [...members, ...ended].map((each) => [each.role, each.by]);
  };
  await open(bob, map);
  await ada.must('PUT', `${path}/members/${person}`, { role: 'view' });
  await deleteAccount(bob);
  const second = await signedIn(gateway, email);
  expect(await idOf(second)).not.toBe(person);
  expect(await roleOn(second, map)).toBe('view');
  expect((await second.must('GET', '/api/maps?show=shared')).json.maps).toMatchObject([{ id: map, role: 'view' }]);
  expect(await told()).toEqual([['own', 'person']]);
  await open(second, map);
  expect(await told()).toEqual([
    ['own', 'person'],
    ['view', 'group'],
  ]);
  await ada.must('DELETE', `${path}/members/${await idOf(second)}`);
  await deleteAccount(second);
  const third = await signedIn(gateway, email);
  expect(await roleOn(third, map)).toBeNull();
  // Nor one that has the address of an account that takes another.
  await world.metadata.tryChangeEmail(await idOf(third), email, newAddress());
  const fourth = await signedIn(gateway, email);
  expect([await roleOn(fourth, map), (await idOf(fourth)) === (await idOf(third))]).toEqual([null, false]);
  expect((await fourth.must('GET', '/api/maps?show=shared')).json.maps).toEqual([]);
  expect(await told()).toEqual([['own', 'person']]);
  expect(await ada.outcome('PUT', `${path}/members/${await idOf(fourth)}`, { role: 'edit' })).toBe('gateway/absent');
  // An owner lets them in again.
  const { id } = (await ada.must('POST', `${path}/invitations`, { email, role: 'edit' })).json;
  await fourth.must('POST', `/api/invitations/${id}/accept`);
  expect([await roleOn(fourth, map), group.name]).toEqual(['edit', 'Class 8b']);
});

test('[GW-552] an end that an owner set comes for a new account with the address, too, also on an open socket', async () => {
  const { ada, bob, person, map, path } = await shared();
  const email = (await bob.person()).email ?? '';
  await open(bob, map);
  const end = world.clock.now() + WHILE_MS;
  await ada.must('PUT', `${path}/inviting`, { mayEditorsInvite: true });
  await ada.must('PUT', `${path}/members/${person}`, { role: 'edit', until: end });
  await deleteAccount(bob);
  const second = await signedIn(gateway, email);
  const socket = await PageSocket.join(second, map);
  const theirs = { by: 'group', role: 'edit', until: end };
  expect((await sharingOf(ada, path)).members).toMatchObject([{ role: 'own' }, theirs]);
  expect((await second.must('GET', `${path}/members`)).json.mayInvite).toBe(false);
  world.clock.jump(WHILE_MS);
  expect(await socket.end()).toBe(1008);
  expect(await roleOn(second, map)).toBeNull();
});

test('[GW-550] what an owner sets stays set while the person accepts, leaves and leaves again, on two gateways', async () => {
  const { ada, bob, person, map, path } = await shared();
  const [email, here] = [(await bob.person()).email, bob.at(other)];
  await open(bob, map);
  for (let turn = 0; turn < 12; turn++) {
    await ada.must('POST', `${path}/invitations`, { email, role: 'edit' });
    const [invitation] = (await bob.must('GET', '/api/invitations')).json.invitations;
    const accept = here.ask('POST', `/api/invitations/${invitation.id}/accept`);
    for (let wait = 0; wait < turn; wait++) await bob.must('GET', '/api/bell');
    world.clock.jump(1);
    await ada.must('PUT', `${path}/members/${person}`, { role: 'view', until: null });
    await accept;
    expect([turn, await roleOn(bob, map)]).toEqual([turn, 'view']);
    await Promise.all([bob, here, bob, here].map(async (each) => await each.ask('POST', `${path}/leave`)));
    expect([turn, await roleOn(bob, map)]).toEqual([turn, null]);
  }
});

test('[GW-516] who was removed gets no email about what a group is given', async () => {
  const { ada, bob, person, map, path, group } = await shared();
  await world.metadata.addGrant({ map, person: await idOf(bob), role: 'view', link: null, at: 1 });
  await ada.must('DELETE', `${path}/members/${person}`);
  await ada.must('DELETE', `${path}/groups/${group.id}`);
  await give(ada, map, group, 'view');
  const address = (await bob.person()).email ?? '';
  const { addresses } = group;
  const cyAt = addresses.find((each) => each !== address) ?? '';
  const about = async (to: string): Promise<number> =>
    (await mailsTo(gateway, to)).filter(({ text }) => text.includes(`/m/${map}`)).length;
  world.clock.jump(GATHERED_MS + 1);
  await expect
    .poll(async () => {
      world.clock.jump(5_000);
      return await about(cyAt);
    })
    .toBe(1);
  expect(await about(address)).toBe(0);
});
