import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Metadata } from '../../metadata/metadata.ts';
import { Browser } from '../../testing/visitors/browser.ts';
import { addItem } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { openWorld, type RunningGateway, type World } from '../../testing/world.ts';

let world: World;
let gateway: RunningGateway;
beforeAll(async () => {
  world = await openWorld(['docstore']);
  gateway = await world.start({ limitsFactor: 100 });
});
afterAll(() => world.end());

const seenBy = async (browser: Browser, map: string): Promise<unknown> =>
  (await browser.must('GET', `/api/maps/${map}/last-visit`)).json.seen;

test('[GW-448] a visit is kept as the number at which it ended, for the person and not for others; one of some seconds is none', async () => {
  const owner = await Browser.guest(gateway);
  const { id: map } = (await owner.must('POST', '/api/maps', { title: 'Seen', folder: null })).json;
  const other = await owner.guestAt(map, 'edit');
  expect(await seenBy(owner, map)).toBeNull();
  const visit = await PageSocket.join(owner, map);
  await visit.change([addItem('one')]);
  world.clock.jump(20_000);
  await visit.close();
  const { json: page } = await owner.must('GET', `/api/maps/${map}/changes?from=1&to=100`);
  const seen = { lineage: page.lineage, seq: page.changes.length };
  await expect.poll(() => seenBy(owner, map)).toEqual(seen);
  expect(await seenBy(other, map)).toBeNull();
  const writing = await PageSocket.join(other, map);
  await writing.change([addItem('two')]);
  world.clock.jump(20_000);
  // Somebody reloads: they have seen nothing yet.
  const glance = await PageSocket.join(owner, map);
  await glance.close();
  await writing.close();
  await expect.poll(() => seenBy(other, map)).toEqual({ ...seen, seq: seen.seq + 1 });
  expect(await seenBy(owner, map)).toEqual(seen);
});

/** A gateway whose database is slow, and the maps of which it was noted there what somebody had seen. */
async function slowGateway(): Promise<{ readonly leaving: RunningGateway; readonly kept: readonly string[] }> {
  const kept: string[] = [];
  const setSeen: Metadata['setSeen'] = async (...seen) => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await world.metadata.setSeen(...seen);
    kept.push(seen[0]);
  };
  return { leaving: await world.start({ limitsFactor: 100 }, { ...world.metadata, setSeen }), kept };
}

test.each([
  ['there', (): void => undefined],
  // Its goodbye is not read: the gateway ends the socket.
  ['asleep', ({ ws }: PageSocket): void => ws.pause()],
])(
  '[GW-448] a gateway that goes down keeps what whoever is %s had seen before it lets go of the database',
  async (_name, fall) => {
    const { leaving, kept } = await slowGateway();
    const owner = await Browser.guest(leaving);
    const map = await owner.makeMap();
    const socket = await PageSocket.join(owner, map.id);
    await socket.change([addItem('one')]);
    fall(socket);
    world.clock.jump(20_000);
    await leaving.drain(4_000);
    expect(kept).toEqual([map.id]);
  },
);
