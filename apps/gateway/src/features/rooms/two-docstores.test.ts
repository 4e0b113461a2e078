import { stopwatch } from '@bough/house/servers';
import { rankOf } from '@bough/service';
import { afterAll, expect, test } from 'vitest';
import { Browser } from '../../testing/visitors/browser.ts';
import { newChangeOps } from '../../testing/visitors/ops.ts';
import { PageSocket } from '../../testing/visitors/page-socket.ts';
import { until } from '../../testing/until.ts';
import { openWorld } from '../../testing/world.ts';

const world = await openWorld(['docstore'], 2);
afterAll(world.end);

test('[GW-99] when the docstore that has a map is killed, the room goes on with the other one; and fills every gap', async () => {
  const [left, right] = [await world.start({ limitsFactor: 1_000 }), await world.start({ limitsFactor: 1_000 })];
  const ann = await Browser.guest(left);
  const map = await ann.makeMap();
  const writer = await PageSocket.join(ann, map.id);
  const reader = await PageSocket.join(ann.at(right), map.id);
  const urls = world.docstores.map(({ url }) => url);
  const owner = world.docstores.find(({ url }) => url === rankOf(map.id, urls)[0]);
  if (owner === undefined) throw new Error('the map has an owner');
  expect(await writer.change(newChangeOps())).toBe('kept');

  await owner.end('SIGKILL');
  const tookMs = stopwatch();
  expect(await writer.change(newChangeOps())).toBe('kept');
  expect(tookMs()).toBeLessThan(2_000);
  await owner.start();
  for (let i = 0; i < 20; i++) expect(await writer.change(newChangeOps())).toBe('kept');

  // No bus here reaches the other gateway's room: by its own next change it learns that there is a gap, and fills it.
  expect(await reader.change(newChangeOps())).toBe('kept');
  const seqs = (socket: PageSocket): number[] =>
    socket.frames.flatMap((frame) => (frame.kind === 'changes' ? frame.changes.map(({ seq }) => seq) : []));
  const last = Math.max(writer.seq, reader.seq);
  expect(last).toBe(24);
  expect(seqs(reader)).toEqual(Array.from({ length: last }, (_, i) => i + 1));
  expect(seqs(writer)).toEqual(Array.from({ length: last - 1 }, (_, i) => i + 1));
  // Somebody who comes now is not shown what the one docstore had before it was killed.
  const late = await PageSocket.join(ann.at(right), map.id);
  await until(() => late.seq === last);
  await Promise.all([writer, reader, late].map((socket) => socket.close()));
});
