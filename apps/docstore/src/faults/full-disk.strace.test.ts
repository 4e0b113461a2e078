import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docstoreRoutes } from '@bough/contracts';
import { describeWith, type Fault, injectFault } from '@bough/house/servers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newKeys } from '../testing/processes/docstore-process.ts';
import { FULL, FULL_NOTE, FullWorld } from '../testing/processes/full-world.ts';

const KEYS = newKeys('first');
/** A disk that is never large enough for it. */
const NEVER = String(10 ** 9);

async function started(): Promise<{ readonly world: FullWorld; readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'bough-full-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const world = await FullWorld.start({ BOUGH_DATA: folder, BOUGH_BLOBS_KEYS: KEYS, BOUGH_RESERVE_MB: '0' });
  onTestFinished(() => world.docstore.stop());
  return { world, folder };
}

describe('a reserve', () => {
  test('[DOC-112] [DOC-179] below the reserve docstore starts and is read, and takes nothing new; /ready says so with 200', async () => {
    const { world } = await started();
    await world.startAnew({ BOUGH_RESERVE_MB: NEVER });
    expect(await world.ready()).toEqual({ status: 200, notes: [FULL_NOTE] });
    expect((await world.docstore.call(docstoreRoutes.readUpkeep, { params: {} })).isFull).toBe(true);
    expect(await world.counters()).toEqual([1, 1, 2]);
    await world.append(2);
    await expect(world.append(3)).rejects.toMatchObject(FULL);
    await expect(world.create()).rejects.toMatchObject(FULL);
    const { process } = world.docstore;
    expect([await process.metric('bough_read_only'), await process.metric('bough_room_reserve_bytes')]).toEqual([
      1,
      Number(NEVER) * 1024 * 1024,
    ]);
    await expect.poll(() => process.said).toContain('there is no room left: documents are read-only until there is');
    await world.docstore.call(docstoreRoutes.purgeDocument, { params: { map: world.map } });
    await world.startAnew();
    expect((await world.ready()).notes).toEqual([]);
    await world.create();
  });
});

describeWith('strace-attach', (tracer) => {
  test.each(['ENOSPC', 'EDQUOT'] as const)(
    '[DOC-111] on a full disk nothing acknowledged is lost and nothing half-written stays, and with room it goes on by itself: %s',
    async (error) => {
      const { world, folder } = await started();
      const fault: Fault = { calls: 'pwrite64,ftruncate,fallocate', error };
      const { pid } = world.docstore.process;
      if (pid === null) throw new Error('it runs');
      const full = await injectFault(tracer(), pid, fault);
      await expect(world.append(3)).rejects.toMatchObject(FULL);
      await expect(world.create()).rejects.toMatchObject(FULL);
      expect(await world.ready()).toEqual({ status: 200, notes: [FULL_NOTE] });
      // Files that were being written.
      const halves = await readdir(join(folder, 'blobs', 'first', '.aside'));
      expect([await world.counters(), halves]).toEqual([[1, 1, 2], []]);
      await world.append(2);
      await full.stop();
      await expect.poll(async () => (await world.ready()).notes).toEqual([]);
      await world.append(3);
      await world.create();
      await world.startAnew();
      expect(await world.counters()).toEqual([1, 1, 2, 3]);
    },
  );
});
