import type { MapId } from '@bough/base';
import { beforeAll, expect, test } from 'vitest';
import type { Browser } from '../../testing/visitors/browser.ts';
import { idOf, newAccount } from '../../testing/visitors/program.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

// Invitations to access that ends.

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore', 'mailer']);
  gateway = await world.start({ limitsFactor: 1_000 });
  return world.end;
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface Guests {
  readonly owner: Browser;
  readonly guest: Browser;
  readonly map: MapId;
  readonly path: string;
}

/** A map, and somebody with an address who has nothing of it. */
async function begin(): Promise<Guests> {
  const [owner, guest] = [await newAccount(world, gateway), await newAccount(world, gateway)];
  const { id: map } = await owner.makeMap('For a course');
  return { owner, guest, map, path: `/api/maps/${map}` };
}

async function invite(by: Browser, { guest, path }: Guests, role: string, until?: number | null): Promise<unknown> {
  const { email } = await guest.person();
  return (await by.must('POST', `${path}/invitations`, { email, role, until })).json;
}

async function waitingFor(guest: Browser): Promise<readonly { readonly id: string; readonly until: number | null }[]> {
  return (await guest.must('GET', '/api/invitations')).json.invitations;
}

async function accept(guest: Browser): Promise<void> {
  for (const { id } of await waitingFor(guest)) await guest.must('POST', `/api/invitations/${id}/accept`);
}

async function roleOf(guest: Browser, path: string): Promise<unknown> {
  return (await guest.ask('GET', path)).json.role ?? null;
}

/** An editor who may invite. */
async function newEditor({ owner, map, path }: Guests): Promise<Browser> {
  const editor = await newAccount(world, gateway);
  await world.metadata.addGrant({ map, person: await idOf(editor), role: 'edit', link: null, at: 1 });
  await owner.must('PUT', `${path}/inviting`, { mayEditorsInvite: true });
  return editor;
}

test('[GW-530] an invitation says until when access lasts, and who accepts it has it until then', async () => {
  const all = await begin();
  const { owner, guest, path } = all;
  const until = world.clock.now() + 2 * HOUR_MS;
  expect(await invite(owner, all, 'edit', until)).toMatchObject({ role: 'edit', until, expiresAt: until });
  expect(await waitingFor(guest)).toMatchObject([{ title: 'For a course', role: 'edit', until }]);
  expect((await owner.must('GET', `${path}/sharing`)).json.invitations).toMatchObject([{ until }]);
  world.clock.jump(HOUR_MS);
  await accept(guest);
  const { members, ended } = (await owner.must('GET', `${path}/sharing`)).json;
  expect(members).toHaveLength(2);
  expect(members).toContainEqual(expect.objectContaining({ role: 'edit', by: 'person', until }));
  expect(ended).toEqual([]);
  expect(await roleOf(guest, path)).toBe('edit');
  world.clock.jump(HOUR_MS);
  expect(await roleOf(guest, path)).toBeNull();
  expect((await owner.must('GET', `${path}/sharing`)).json.ended).toMatchObject([{ role: 'edit', until }]);
  // Without an end, and for null, it does not end, and can be taken up for a month.
  for (const none of [undefined, null]) {
    const { expiresAt, createdAt, ...said } = (await invite(owner, all, 'view', none)) as Record<string, unknown>;
    expect([said['until'], Number(expiresAt) - Number(createdAt)]).toEqual([null, 30 * DAY_MS]);
  }
  await accept(guest);
  world.clock.jump(DAY_MS);
  expect(await roleOf(guest, path)).toBe('view');
});

test('[GW-531] what has ended is not taken up: by no list, no press and no link of a mail', async () => {
  const all = await begin();
  const { owner, guest, path } = all;
  const { id } = (await invite(owner, all, 'edit', world.clock.now() + HOUR_MS)) as { readonly id: string };
  const { mails } = (await owner.must('GET', '/api/outbox?limit=200')).json;
  const { email } = await guest.person();
  const mail = mails.find(({ to, text }: { to: string; text: string }) => to === email && text.includes('/join#'));
  const secret = /\/join#([\w-]+)/.exec(mail.text)?.[1] ?? '';
  world.clock.jump(HOUR_MS);
  expect(await waitingFor(guest)).toEqual([]);
  expect(await guest.outcome('POST', `/api/invitations/${id}/accept`)).toBe('gateway/absent');
  expect((await guest.join(secret)).status).toBe(404);
  expect(await roleOf(guest, path)).toBeNull();
});

test('[GW-532] an end is in the future, and no owner’s access ends: nothing is kept or mailed then', async () => {
  const all = await begin();
  const { owner, guest, path, map } = all;
  const { email } = await guest.person();
  const now = world.clock.now();
  for (const [role, until] of [
    ['edit', now],
    ['edit', now - HOUR_MS],
    ['own', now + HOUR_MS],
  ] as const)
    expect(await owner.outcome('POST', `${path}/invitations`, { email, role, until })).toBe('gateway/malformed');
  expect(await world.metadata.invitationsTo(map)).toEqual([]);
  expect(await waitingFor(guest)).toEqual([]);
  expect(await invite(owner, all, 'own', null)).toMatchObject({ role: 'own', until: null });
});

test('[GW-533] an end that an owner sends holds against every link; one that an editor sends takes nothing away', async () => {
  for (const isOwners of [true, false]) {
    const all = await begin();
    const { owner, guest, map, path } = all;
    const by = isOwners ? owner : await newEditor(all);
    await guest.join((await owner.makeLink(map, 'comment')).secret);
    await invite(by, all, 'edit', world.clock.now() + HOUR_MS);
    await accept(guest);
    expect(await roleOf(guest, path)).toBe('edit');
    world.clock.jump(HOUR_MS);
    expect(await roleOf(guest, path)).toBe(isOwners ? null : 'comment');
  }
});

test('[GW-533] a lesser invitation that ends lowers nobody, and what is there stays once a stronger one has ended', async () => {
  const all = await begin();
  const { owner, guest, path } = all;
  await invite(owner, all, 'comment');
  await accept(guest);
  await invite(owner, all, 'view', world.clock.now() + HOUR_MS);
  await accept(guest);
  expect(await roleOf(guest, path)).toBe('comment');
  await invite(owner, all, 'edit', world.clock.now() + HOUR_MS);
  await accept(guest);
  expect(await roleOf(guest, path)).toBe('edit');
  world.clock.jump(HOUR_MS);
  expect(await roleOf(guest, path)).toBe('comment');
});

test('[GW-533] somebody whom an editor has given an end is lowered and renewed by owners as anybody', async () => {
  const all = await begin();
  const { owner, guest, path } = all;
  const editor = await newEditor(all);
  await invite(editor, all, 'edit', world.clock.now() + HOUR_MS);
  await accept(guest);
  world.clock.jump(HOUR_MS);
  expect((await owner.must('GET', `${path}/sharing`)).json.ended).toMatchObject([{ role: 'edit' }]);
  // An editor may send another: no owner has said anything.
  await invite(editor, all, 'view', world.clock.now() + HOUR_MS);
  await accept(guest);
  expect(await roleOf(guest, path)).toBe('view');
  await owner.must('PUT', `${path}/members/${await idOf(guest)}`, { role: 'edit', until: null });
  world.clock.jump(HOUR_MS);
  expect(await roleOf(guest, path)).toBe('edit');
});
