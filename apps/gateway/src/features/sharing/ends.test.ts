import type { MapId, PersonId } from '@bough/base';
import { platformIds } from '@bough/service';
import { beforeAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { newChangeOps } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { idOf, newAccount } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

// Access that ends by itself, as its owner said.

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

const HOUR_MS = 3_600_000;
/** No timer of a socket goes off when the clock jumps by as much. */
const WHILE_MS = 9_000;

/** An owner's map that somebody may edit, who has come by a link. */
async function shared(): Promise<{ owner: Browser; member: Browser; path: string; map: MapId; person: PersonId }> {
  const [owner, member] = [await newAccount(world, gateway), await newAccount(world, gateway)];
  const { id: map } = await owner.makeMap('For a while');
  const person = await idOf(member);
  await member.join((await owner.makeLink(map, 'view')).secret);
  await owner.must('PUT', `/api/maps/${map}/members/${person}`, { role: 'edit', until: null });
  return { owner, member, path: `/api/maps/${map}`, map, person };
}

test('[GW-451] access ends when its owner said so, in every list and on every path', async () => {
  const { owner, member, path, person } = await shared();
  const until = world.clock.now() + HOUR_MS;
  await owner.must('PUT', `${path}/members/${person}`, { role: 'edit', until });
  const sharing = (await owner.must('GET', `${path}/sharing`)).json;
  expect(sharing.members.find(({ role }: { role: string }) => role === 'edit')).toMatchObject({ until });
  expect(sharing.ended).toEqual([]);
  expect((await member.must('GET', path)).json).toMatchObject({ role: 'edit' });
  world.clock.jump(HOUR_MS);
  for (const at of ['', '/document', '/people', '/export/svg', '/versions', '/thumbnail?theme=light']) {
    expect([at, await member.outcome('GET', `${path}${at}`)]).toEqual([at, 'gateway/absent']);
  }
  expect(await member.outcome('POST', `${path}/copies`, {})).toBe('gateway/absent');
  expect(await member.outcome('POST', `${path}/changes`, { ops: [] })).toBe('gateway/absent');
  expect(await member.outcome('POST', `${path}/ticket?client=AAAAAAAAAAAA`)).toBe('gateway/absent');
  expect((await member.must('GET', '/api/maps')).json.maps).toEqual([]);
  expect((await member.must('GET', '/api/search?q=while')).text).not.toContain('For a while');
});

test('[GW-451] an open socket ends within a second of it, and is lowered where something else stays', async () => {
  const { owner, member, path, map, person } = await shared();
  const other = await world.start({ limitsFactor: 1_000 });
  const until = world.clock.now() + WHILE_MS;
  await owner.must('PUT', `${path}/members/${person}`, { role: 'edit', until });
  const sockets = [await PageSocket.join(member, map), await PageSocket.join(member.at(other), map)];
  for (const socket of sockets) expect(await socket.change(newChangeOps())).toBe('kept');
  world.clock.jump(WHILE_MS);
  for (const socket of sockets) expect(await socket.end()).toBe(1008);
  // Somebody whose end is moved while they are there stays until the new one.
  const later = world.clock.now() + WHILE_MS;
  await owner.must('PUT', `${path}/members/${person}`, { role: 'edit', until: later });
  const again = await PageSocket.join(member, map);
  await owner.must('PUT', `${path}/members/${person}`, { role: 'edit', until: later + 2 * WHILE_MS });
  world.clock.jump(WHILE_MS);
  expect(await again.change(newChangeOps())).toBe('kept');
  // A folder of the owner gives something, too.
  const { id: folder } = (await owner.must('POST', '/api/folders', { name: 'Seen' })).json;
  await world.metadata.addFolderGrant({ folder, person, role: 'view', at: 1 });
  await owner.must('PUT', `${path}/folder`, { folder });
  world.clock.jump(2 * WHILE_MS);
  await expect.poll(async () => await again.change(newChangeOps())).toBe('denied');
  expect((await member.must('GET', path)).json).toMatchObject({ role: 'view' });
  await again.close();
});

test('[GW-497] no link undoes what an owner has set, neither pressed again nor after leaving or signing in', async () => {
  const owner = await newAccount(world, gateway);
  const { id: map } = await owner.makeMap('Set');
  const path = `/api/maps/${map}`;
  const { secret } = await owner.makeLink(map, 'edit');
  const [lowered, limited, left, guest] = await Promise.all([
    ...Array.from({ length: 3 }, async () => await newAccount(world, gateway)),
    Browser.guest(gateway),
  ]);
  if (lowered === undefined || limited === undefined || left === undefined || guest === undefined) throw new Error();
  const roleOf = async (browser: Browser): Promise<unknown> => (await browser.ask('GET', path)).json.role ?? null;
  const until = world.clock.now() + HOUR_MS;
  for (const browser of [lowered, limited, left, guest]) {
    expect((await browser.join(secret)).json).toMatchObject({ map: { role: 'edit' } });
    const body = browser === lowered ? { role: 'view' } : { role: 'view', until };
    await owner.must('PUT', `${path}/members/${await idOf(browser)}`, body);
    expect((await browser.join(secret)).json).toMatchObject({ map: { role: 'view' } });
    // Another link, and one that was made later, too.
    await browser.join((await owner.makeLink(map, 'comment')).secret);
    expect(await roleOf(browser)).toBe('view');
  }
  // Somebody else by the same link is let in as the link says.
  expect((await (await newAccount(world, gateway)).join(secret)).json).toMatchObject({ map: { role: 'edit' } });
  await left.must('POST', `${path}/leave`);
  expect((await left.join(secret)).json).toMatchObject({ code: 'gateway/denied' });
  // What one got as a guest meanwhile is worth no more in the account.
  const other = await Browser.guest(gateway);
  await other.join(secret);
  await world.metadata.moveGrants(await idOf(other), await idOf(limited), world.clock.now());
  expect(await roleOf(limited)).toBe('view');
  world.clock.jump(HOUR_MS);
  for (const browser of [limited, guest]) {
    expect((await browser.join(secret)).json).toMatchObject({ code: 'gateway/denied' });
    expect(await roleOf(browser)).toBeNull();
  }
  expect((await lowered.join(secret)).json).toMatchObject({ map: { role: 'view' } });
  // An owner gives more by hand. A removal holds against links as well.
  await owner.must('PUT', `${path}/members/${await idOf(limited)}`, { role: 'edit', until: null });
  expect(await roleOf(limited)).toBe('edit');
  await owner.must('DELETE', `${path}/members/${await idOf(guest)}`);
  expect((await guest.join(secret)).json).toMatchObject({ code: 'gateway/denied' });
});

test('[GW-498] an invitation from before, or one of an editor, undoes nothing that an owner has set', async () => {
  const { owner, member, path, map, person } = await shared();
  const editor = await newAccount(world, gateway);
  await world.metadata.addGrant({ map, person: await idOf(editor), role: 'edit', link: null, at: 1 });
  await owner.must('PUT', `${path}/inviting`, { mayEditorsInvite: true });
  const { email } = await member.person();
  const invite = async (by: Browser): Promise<void> => {
    await by.must('POST', `${path}/invitations`, { email, role: 'edit' });
  };
  const waiting = async (): Promise<unknown[]> => (await member.must('GET', '/api/invitations')).json.invitations;
  await invite(owner);
  expect(await waiting()).toHaveLength(1);
  world.clock.jump(1);
  await owner.must('PUT', `${path}/members/${person}`, { role: 'view', until: world.clock.now() + HOUR_MS });
  expect(await waiting()).toEqual([]);
  const { invitations } = (await owner.must('GET', `${path}/sharing`)).json;
  await owner.must('DELETE', `${path}/invitations/${invitations[0].id}`);
  await invite(editor);
  expect(await waiting()).toEqual([]);
  const mailed = (await world.metadata.invitationsTo(map)).find(({ by }) => by !== person)?.id ?? '';
  expect(await member.outcome('POST', `/api/invitations/${mailed}/accept`)).toBe('gateway/absent');
  await editor.must('DELETE', `${path}/invitations/${mailed}`);
  await invite(owner);
  expect(await waiting()).toHaveLength(1);
});

test('[GW-452] who had access is listed as ended, with their role, until they are given it again, also when they are removed then', async () => {
  const { owner, member, path, person } = await shared();
  const until = world.clock.now() + HOUR_MS;
  await owner.must('PUT', `${path}/members/${person}`, { role: 'comment', until });
  world.clock.jump(HOUR_MS);
  const sharing = (await owner.must('GET', `${path}/sharing`)).json;
  expect(sharing.members).toMatchObject([{ role: 'own', until: null }]);
  expect(sharing.ended).toMatchObject([{ person: { id: person }, role: 'comment', until, email: null }]);
  // A role alone does not bring it back for a moment that has passed: it is given without an end.
  await owner.must('PUT', `${path}/members/${person}`, { role: 'comment', until: null });
  expect((await member.must('GET', path)).json).toMatchObject({ role: 'comment' });
  expect((await owner.must('GET', `${path}/sharing`)).json.ended).toEqual([]);
  await owner.must('PUT', `${path}/members/${person}`, { role: 'comment', until: world.clock.now() + HOUR_MS });
  world.clock.jump(HOUR_MS);
  await owner.must('DELETE', `${path}/members/${person}`);
  const ended = [{ person: { id: person }, role: 'comment', group: null }];
  expect((await owner.must('GET', `${path}/sharing`)).json.ended).toMatchObject(ended);
  await owner.must('PUT', `${path}/members/${person}`, { role: 'view' });
  expect((await member.must('GET', path)).json).toMatchObject({ role: 'view' });
});

test('[GW-453] an end is in the future and not an owner’s; a role alone leaves it as it is', async () => {
  const { owner, path, person } = await shared();
  const until = world.clock.now() + HOUR_MS;
  const member = `${path}/members/${person}`;
  expect(await owner.outcome('PUT', member, { role: 'edit', until: world.clock.now() })).toBe('gateway/malformed');
  expect(await owner.outcome('PUT', member, { role: 'own', until })).toBe('gateway/malformed');
  await owner.must('PUT', member, { role: 'edit', until });
  await owner.must('PUT', member, { role: 'view' });
  const untilOf = async (): Promise<unknown> => {
    const { members } = (await owner.must('GET', `${path}/sharing`)).json;
    return members.find((each: { person: { id: string } }) => each.person.id === person)?.until;
  };
  expect(await untilOf()).toBe(until);
  await owner.must('PUT', member, { role: 'own' });
  expect(await untilOf()).toBeNull();
});

test('[GW-454] an invitation without an end is worth more than access that ends or has ended', async () => {
  for (const wait of [0, HOUR_MS]) {
    const { owner, member, path, person } = await shared();
    await owner.must('PUT', `${path}/members/${person}`, { role: 'edit', until: world.clock.now() + HOUR_MS });
    world.clock.jump(wait);
    const { email } = await member.person();
    await owner.must('POST', `${path}/invitations`, { email, role: 'edit' });
    const { invitations } = (await member.must('GET', '/api/invitations')).json;
    for (const { id } of invitations) await member.must('POST', `/api/invitations/${id}/accept`);
    world.clock.jump(HOUR_MS);
    expect((await member.must('GET', path)).json).toMatchObject({ role: 'edit' });
  }
});

test('[GW-455] nobody inherits a map by access that has ended, nor learns its title from the audit log', async () => {
  const { owner, member, path, person, map } = await shared();
  await world.metadata.setOwner(person, true, null);
  await owner.must('PUT', `${path}/members/${person}`, { role: 'edit', until: world.clock.now() + HOUR_MS });
  const titles = async (): Promise<unknown> => {
    const { maps } = (await member.must('GET', '/api/audit?what=role-set')).json;
    return maps.filter(({ id }: { id: string }) => id === map);
  };
  expect(await titles()).toMatchObject([{ title: 'For a while' }]);
  world.clock.jump(HOUR_MS);
  const planned = (await owner.must('GET', '/api/account/deletion')).json;
  expect(planned).toMatchObject({ deleted: ['For a while'], handedOver: [] });
  expect(await titles()).toEqual([]);
});

test('[GW-501] what is given without an end beside more that ends stays once that has ended', async () => {
  const { owner, member, path, map, person } = await shared();
  const roleOf = async (): Promise<unknown> => (await member.ask('GET', path)).json.role ?? null;
  await owner.must('PUT', `${path}/members/${person}`, { role: 'edit', until: world.clock.now() + HOUR_MS });
  const { email } = await member.person();
  await owner.must('POST', `${path}/invitations`, { email, role: 'view' });
  const { invitations } = (await member.must('GET', '/api/invitations')).json;
  for (const { id } of invitations) await member.must('POST', `/api/invitations/${id}/accept`);
  expect(await roleOf()).toBe('edit');
  world.clock.jump(HOUR_MS);
  expect(await roleOf()).toBe('view');
  expect((await owner.must('GET', `${path}/sharing`)).json.ended).toEqual([]);
  // Who asked meanwhile and is granted more for a while has what they had after it; a guest's access joins an account's in the same way.
  const ask = { id: platformIds.long(), kind: 'access', map, person, by: person, message: '', at: 1 } as const;
  await world.metadata.tryAddAsk({ ...ask, isRefused: false, isMailed: true });
  await owner.must('POST', `${path}/asks/${ask.id}`, { role: 'comment', until: world.clock.now() + HOUR_MS });
  expect(await roleOf()).toBe('comment');
  const guest = await idOf(await Browser.guest(gateway));
  await world.metadata.addGrant({
    map,
    person: guest,
    role: 'edit',
    link: null,
    at: 1,
    until: world.clock.now() + HOUR_MS / 2,
  });
  await world.metadata.moveGrants(guest, person, world.clock.now());
  expect(await roleOf()).toBe('edit');
  world.clock.jump(HOUR_MS);
  expect(await roleOf()).toBe('view');
  await owner.must('PUT', `${path}/members/${person}`, { role: 'comment', until: world.clock.now() + HOUR_MS });
  world.clock.jump(HOUR_MS);
  expect(await roleOf()).toBeNull();
});
