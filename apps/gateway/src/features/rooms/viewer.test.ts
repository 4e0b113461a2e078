import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeVisible, type ItemId, newCommentId, newThreadId, type Op } from '@bough/map';
import { platformIds } from '@bough/service';
import { Browser } from '../../testing/visitors/browser.ts';
import { type Drawer, drawerOf } from '../../testing/visitors/drawer.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

// The client that runs in browsers, for people who are shown less than the whole: it must come to the same map all the same.

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore']);
  gateway = await world.start({ limitsFactor: 100 });
});
afterAll(() => world.end());

function edit(drawer: Drawer, ...ops: readonly Op[]): void {
  const done = drawer.client.edit(ops);
  if (!done.ok) throw new Error(done.error.detail);
}

const shown = (drawer: Drawer, comments: 'all' | 'none'): string => encodeVisible(drawer.client.map, { comments });

test('[GW-231] whoever looks, or comments, comes to what is shown, whatever was gone when they came and comes back', async () => {
  const owner = await Browser.guest(gateway);
  const { id: map } = await owner.makeMap('Garden');
  const own = await drawerOf(owner, map);
  const [stays, goes] = [own.draw('stays'), own.draw('goes')];
  const below = own.draw('below');
  edit(own, { kind: 'move', id: below, parent: goes, order: 'a0' });
  const say = (item: ItemId, text: string): Op => {
    return { kind: 'comment', thread: newThreadId(platformIds), item, id: newCommentId(platformIds), text };
  };
  edit(own, say(stays, 'on what stays'), say(goes, 'on what goes'));
  edit(own, { kind: 'remove', id: goes });
  await expect.poll(() => own.client.status).toEqual({ kind: 'live', unsent: 0 });
  // They come when it is gone, so that it is in no document that they get.
  const looking = await drawerOf(await owner.guestAt(map, 'view'), map);
  const talking = await drawerOf(await owner.guestAt(map, 'comment'), map);
  expect(looking.client.map.threads.size).toBe(0);
  expect(talking.client.map.threads.size).toBe(1);
  const alike = async (): Promise<void> => {
    await expect.poll(() => shown(looking, 'all'), { timeout: 15_000 }).toBe(shown(own, 'none'));
    await expect.poll(() => shown(talking, 'all'), { timeout: 15_000 }).toBe(shown(own, 'all'));
  };
  await alike();
  // It comes back as it was, with what was below it and what was said on it.
  edit(own, { kind: 'restore', id: goes, parent: null, order: 'a5' });
  await alike();
  expect(looking.client.map.items.has(below)).toBe(true);
  // A set on what is gone recovers it.
  edit(own, { kind: 'remove', id: goes });
  await alike();
  edit(own, { kind: 'set', id: below, fields: { text: 'recovered' } }, say(below, 'on what was recovered'));
  edit(own, { kind: 'set', id: stays, fields: { note: 'afterwards' } });
  await alike();
  expect(looking.client.map.items.get(below)?.text).toBe('recovered');
  expect([looking.wrongs, talking.wrongs]).toEqual([[], []]);
});

test('[GW-231] whoever gets another role has the map as that role sees it, with what they had said', async () => {
  const owner = await Browser.guest(gateway);
  const { id: map } = await owner.makeMap('Garden');
  const own = await drawerOf(owner, map);
  const item = own.draw('an item');
  const gone = own.draw('gone');
  edit(own, { kind: 'remove', id: gone });
  await expect.poll(() => own.client.status).toEqual({ kind: 'live', unsent: 0 });
  const browser = await owner.guestAt(map, 'view');
  const guest = await drawerOf(browser, map);
  const { id: person } = await browser.person();
  const give = async (role: string): Promise<void> => {
    await owner.must('PUT', `/api/maps/${map}/members/${person}`, { role });
    await expect.poll(() => [guest.client.role, guest.client.status.kind], { timeout: 15_000 }).toEqual([role, 'live']);
  };
  await give('comment');
  const thread = newThreadId(platformIds);
  edit(guest, { kind: 'comment', thread, item, id: newCommentId(platformIds), text: 'mine' });
  await expect.poll(() => own.client.map.threads.has(thread)).toBe(true);
  await give('edit');
  await expect.poll(() => guest.hash, { timeout: 15_000 }).toBe(own.hash);
  edit(guest, { kind: 'restore', id: gone, parent: null, order: 'a7' });
  await expect.poll(() => own.client.map.items.has(gone)).toBe(true);
  await give('view');
  edit(own, { kind: 'set', id: item, fields: { text: 'later' } });
  await expect.poll(() => guest.client.map.items.get(item)?.text, { timeout: 15_000 }).toBe('later');
  expect(guest.wrongs).toEqual([]);
});
