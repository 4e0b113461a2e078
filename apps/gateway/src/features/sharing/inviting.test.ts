import type { MapId, PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import { beforeAll, expect, test } from 'vitest';
import { newAddress } from '../../testing/metadata-contract/fixtures.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { newChangeOps } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { idOf, newAccount } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

// Who sees who has access, and who may invite others.

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

const HOUR_MS = 3_600_000;

interface Members {
  readonly members: readonly { readonly person: { readonly id: string }; readonly email: string | null }[];
  readonly invitations: readonly { readonly id: string; readonly email: string }[];
  readonly mayInvite: boolean;
}

/** An owner's map, with somebody in each of these roles. */
async function mapWith(roles: readonly MapRole[]): Promise<{ owner: Browser; map: MapId; people: readonly Browser[] }> {
  const owner = await newAccount(world, gateway);
  const { id: map } = await owner.makeMap('Ours');
  const people = await Promise.all(roles.map(async () => await newAccount(world, gateway)));
  for (const [at, role] of roles.entries()) await give(map, await idOf(people[at] ?? owner), role);
  return { owner, map, people };
}

async function give(map: MapId, person: PersonId, role: MapRole, link: string | null = null): Promise<void> {
  await world.metadata.addGrant({ map, person, role, link, isInvited: link === null, at: 1 });
}

async function membersFor(browser: Browser, map: MapId): Promise<Members> {
  return (await browser.must('GET', `/api/maps/${map}/members`)).json;
}

test('[GW-456] everybody with access sees who has, with role and end; addresses only one’s own', async () => {
  const { owner, map, people } = await mapWith(['view', 'comment', 'edit']);
  const until = world.clock.now() + HOUR_MS;
  const [viewer = owner] = people;
  const id = await idOf(viewer);
  await owner.must('PUT', `/api/maps/${map}/members/${id}`, { role: 'view', until });
  for (const browser of [owner, ...people]) {
    const { members, invitations, mayInvite } = await membersFor(browser, map);
    expect(members).toHaveLength(4);
    expect(members.find(({ person }) => person.id === id)).toMatchObject({ role: 'view', until });
    const self = await idOf(browser);
    expect(members.filter(({ email }) => email !== null).map(({ person }) => person.id)).toEqual([self]);
    expect([invitations, mayInvite]).toEqual([[], browser === owner]);
  }
  world.clock.jump(HOUR_MS);
  expect((await membersFor(owner, map)).members).toHaveLength(3);
  expect(await viewer.outcome('GET', `/api/maps/${map}/members`)).toBe('gateway/absent');
});

test('[GW-456] who may only look by a link, or reads a public page, sees the owners and themselves', async () => {
  const { owner, map } = await mapWith(['edit']);
  const [looking, stranger] = [await Browser.guest(gateway), await Browser.guest(gateway)];
  await looking.join((await owner.makeLink(map, 'view')).secret);
  const idsFor = async (browser: Browser): Promise<readonly string[]> =>
    (await membersFor(browser, map)).members.map(({ person }) => person.id);
  expect(await idsFor(looking)).toEqual([await idOf(owner), await idOf(looking)]);
  await owner.must('PUT', `/api/maps/${map}/public`, { isPublic: true, mayCopy: false });
  expect(await idsFor(stranger)).toEqual([await idOf(owner)]);
  expect(await new Browser(gateway).outcome('GET', `/api/maps/${map}/members`)).toBe('gateway/unauthenticated');
});

test('[GW-457] editors invite where owners let them, with no more than their role, and withdraw what they sent', async () => {
  const { owner, map, people } = await mapWith(['edit', 'comment']);
  const [editor = owner, commenter = owner] = people;
  const path = `/api/maps/${map}/invitations`;
  const [email, other] = [newAddress(), newAddress()];
  expect(await editor.outcome('POST', path, { email, role: 'view' })).toBe('gateway/denied');
  await owner.must('PUT', `/api/maps/${map}/inviting`, { mayEditorsInvite: true });
  expect((await owner.must('GET', `/api/maps/${map}/sharing`)).json).toMatchObject({ mayEditorsInvite: true });
  expect(await membersFor(editor, map)).toMatchObject({ mayInvite: true });
  expect(await editor.outcome('POST', path, { email, role: 'own' })).toBe('gateway/denied');
  expect(await commenter.outcome('POST', path, { email, role: 'view' })).toBe('gateway/denied');
  const { id } = (await editor.must('POST', path, { email, role: 'edit' })).json;
  const { id: byOwner } = (await owner.must('POST', path, { email: other, role: 'own' })).json;
  // What an owner has offered is neither replaced nor seen nor withdrawn.
  expect(await editor.outcome('POST', path, { email: other.toUpperCase(), role: 'view' })).toBe('gateway/denied');
  expect((await membersFor(editor, map)).invitations.map((each) => each.email)).toEqual([email]);
  expect(await editor.outcome('DELETE', `${path}/${byOwner}`)).toBe('gateway/absent');
  await editor.must('DELETE', `${path}/${id}`);
  await owner.must('PUT', `/api/maps/${map}/inviting`, { mayEditorsInvite: false });
  expect(await editor.outcome('POST', path, { email, role: 'view' })).toBe('gateway/denied');
});

test('[GW-458] nobody invites with access that is not theirs to keep: by a link, or with an end', async () => {
  const { owner, map, people } = await mapWith(['edit']);
  const [editor = owner] = people;
  await owner.must('PUT', `/api/maps/${map}/inviting`, { mayEditorsInvite: true });
  const body = { email: newAddress(), role: 'view' };
  const byLink = await newAccount(world, gateway);
  await byLink.join((await owner.makeLink(map, 'edit')).secret);
  const until = world.clock.now() + HOUR_MS;
  await owner.must('PUT', `/api/maps/${map}/members/${await idOf(editor)}`, { role: 'edit', until });
  for (const browser of [byLink, editor]) {
    expect(await browser.outcome('POST', `/api/maps/${map}/invitations`, body)).toBe('gateway/denied');
    expect(await membersFor(browser, map)).toMatchObject({ mayInvite: false });
  }
});

test('[GW-459] an invitation is worth no more than what its sender may give when it is accepted', async () => {
  const losses: readonly ((owner: Browser, editor: Browser, map: MapId) => Promise<void>)[] = [
    async (_owner, editor, map) => void (await editor.must('POST', `/api/maps/${map}/leave`)),
    async (owner, editor, map) =>
      void (await owner.must('PUT', `/api/maps/${map}/members/${await idOf(editor)}`, { role: 'edit' })),
    async (owner, editor, map) => {
      await editor.must('POST', `/api/maps/${map}/owner`, { person: await idOf(owner) });
      await owner.must('POST', `/api/maps/${map}/owner/accept`);
    },
  ];
  for (const [at, lose] of losses.entries()) {
    const { owner, map, people } = await mapWith(['own']);
    const [other = owner] = people;
    // So that nothing but the role refuses what a former owner has sent.
    await owner.must('PUT', `/api/maps/${map}/inviting`, { mayEditorsInvite: true });
    const [invited, late] = [await newAccount(world, gateway), await newAccount(world, gateway)];
    const emails = [(await invited.person()).email, (await late.person()).email];
    for (const email of emails) await other.must('POST', `/api/maps/${map}/invitations`, { email, role: 'own' });
    const accept = async (browser: Browser): Promise<unknown> => {
      const { invitations } = (await browser.must('GET', '/api/invitations')).json;
      for (const { id } of invitations) await browser.must('POST', `/api/invitations/${id}/accept`);
      return await browser.outcome('GET', `/api/maps/${map}`);
    };
    expect([at, await accept(invited)]).toEqual([at, 200]);
    await lose(owner, other, map);
    expect([at, await accept(late)]).toEqual([at, 'gateway/absent']);
    expect((await owner.must('GET', `/api/maps/${map}/sharing`)).json.invitations).toEqual([]);
  }
});

test('[GW-459] who edits by a folder that is theirs no more lets nobody in', async () => {
  const { owner, map } = await mapWith([]);
  const [editor, invited] = [await newAccount(world, gateway), await newAccount(world, gateway)];
  await owner.must('PUT', `/api/maps/${map}/inviting`, { mayEditorsInvite: true });
  const folder: string = (await owner.must('POST', '/api/folders', { name: 'Ours', parent: null })).json.id;
  await owner.must('PUT', `/api/maps/${map}/folder`, { folder });
  const person = await idOf(editor);
  await world.metadata.addFolderGrant({ folder, person, role: 'edit', at: 1 });
  const { email } = await invited.person();
  await editor.must('POST', `/api/maps/${map}/invitations`, { email, role: 'edit' });
  const [waiting] = (await invited.must('GET', '/api/invitations')).json.invitations;
  await owner.must('DELETE', `/api/folders/${folder}/members/${person}`);
  expect((await invited.must('GET', '/api/invitations')).json.invitations).toEqual([]);
  expect((await invited.must('GET', '/api/bell')).json.entries).toEqual([]);
  expect(await invited.outcome('POST', `/api/invitations/${waiting.id}/accept`)).toBe('gateway/absent');
  expect(await invited.outcome('GET', `/api/maps/${map}`)).toBe('gateway/absent');
});

test('[GW-459] who is removed, lowered or given an end takes their open invitations along', async () => {
  const lost = [
    async (owner: Browser, path: string) => await owner.must('DELETE', path),
    async (owner: Browser, path: string) => await owner.must('PUT', path, { role: 'comment' }),
    async (owner: Browser, path: string) =>
      await owner.must('PUT', path, { role: 'edit', until: world.clock.now() + HOUR_MS }),
  ];
  for (const lose of lost) {
    const { owner, map, people } = await mapWith(['edit', 'edit']);
    const [editor = owner, stays = owner] = people;
    await owner.must('PUT', `/api/maps/${map}/inviting`, { mayEditorsInvite: true });
    const [gone, kept] = [newAddress(), newAddress()];
    await editor.must('POST', `/api/maps/${map}/invitations`, { email: gone, role: 'edit' });
    await stays.must('POST', `/api/maps/${map}/invitations`, { email: kept, role: 'edit' });
    await lose(owner, `/api/maps/${map}/members/${await idOf(editor)}`);
    const { invitations } = (await owner.must('GET', `/api/maps/${map}/sharing`)).json;
    expect(invitations).toMatchObject([{ email: kept }]);
    // They are gone, not only hidden until the editor is one again.
    expect(await world.metadata.invitationsTo(map)).toMatchObject([{ email: kept }]);
  }
});

test('[GW-551] what editors gave, by groups and invitations, counts only while owners let editors invite', async () => {
  const { owner, map } = await mapWith([]);
  const account = async (): Promise<Browser> => await newAccount(world, gateway);
  const [bob, cy, dan, eve] = await Promise.all([account(), account(), account(), account()]);
  const path = `/api/maps/${map}`;
  const letThem = async (mayEditorsInvite: boolean) =>
    await owner.must('PUT', `${path}/inviting`, { mayEditorsInvite });
  const addressOf = async (browser: Browser): Promise<string> => (await browser.person()).email ?? '';
  const share = async (by: Browser, whom: Browser, name: string): Promise<string> => {
    const { id } = (await by.must('POST', '/api/groups', { name, addresses: [await addressOf(whom)] })).json;
    await by.must('PUT', `${path}/groups/${id}`, { role: 'edit' });
    return id;
  };
  const invite = async (by: Browser, whom: Browser): Promise<string> => {
    const wanted = { email: await addressOf(whom), role: 'edit' };
    return (await by.must('POST', `${path}/invitations`, wanted)).json.id;
  };
  const rolesOf = async (...all: readonly Browser[]): Promise<readonly (MapRole | null)[]> =>
    await Promise.all(all.map(async (each) => (await each.ask('GET', path)).json.role ?? null));
  // Bob is an editor by a group of the owner: that counts, whatever editors may.
  await share(owner, bob, 'Editors');
  await letThem(true);
  const editor = await PageSocket.join(bob, map);
  const theirs = await share(bob, cy, 'Theirs');
  const sent = await invite(bob, eve);
  const socket = await PageSocket.join(cy, map);
  expect(await socket.change(newChangeOps())).toBe('kept');
  await letThem(false);
  expect(await socket.end()).toBe(1008);
  // Nor does the group let in who is added to it now.
  await bob.must('POST', `/api/groups/${theirs}/addresses`, { add: [await addressOf(dan)], remove: [] });
  expect(await rolesOf(cy, dan, bob)).toEqual([null, null, 'edit']);
  expect(await editor.change(newChangeOps())).toBe('kept');
  expect((await dan.must('GET', '/api/maps?show=shared')).json.maps).toEqual([]);
  expect((await eve.must('GET', '/api/invitations')).json.invitations).toEqual([]);
  expect(await eve.outcome('POST', `/api/invitations/${sent}/accept`)).toBe('gateway/absent');
  const { groups, invitations } = (await owner.must('GET', `${path}/sharing`)).json;
  expect([groups, invitations]).toMatchObject([[{ name: 'Editors' }], []]);
  // What an owner sent goes on.
  const owners = await invite(owner, await account());
  expect((await owner.must('GET', `${path}/sharing`)).json.invitations).toMatchObject([{ id: owners }]);
  await letThem(true);
  expect(await rolesOf(cy, dan)).toEqual(['edit', 'edit']);
  await eve.must('POST', `/api/invitations/${sent}/accept`);
  await editor.close();
});
