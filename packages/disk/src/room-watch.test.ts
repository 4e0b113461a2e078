import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VirtualClock } from '@bough/base/testing';
import { expect, onTestFinished, test } from 'vitest';
import { freeBytesOf, roomOnDisk, RoomWatch } from './room-watch.ts';

const MB = 1024 * 1024;

interface World {
  readonly watch: RoomWatch;
  readonly told: boolean[];
  readonly folder: string;
  free: number;
  /** Two seconds later. */
  later(): Promise<void>;
}

async function started(reserveBytes: number, free: number): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'bough-room-'));
  const clock = new VirtualClock();
  const told: boolean[] = [];
  let looks = 0;
  const watch = new RoomWatch(
    {
      clock,
      onChange: (isFull) => told.push(isFull),
      place: { ...roomOnDisk(folder), freeBytes: async () => (looks++, world.free) },
    },
    { reserveBytes },
  );
  const world: World = {
    ...{ watch, told, folder, free },
    later: async () => {
      const before = looks;
      await expect.poll(() => clock.nextDueMs()).not.toBe(null);
      clock.advance(2_000);
      await expect.poll(() => looks > before && clock.nextDueMs() !== null).toBe(true);
    },
  };
  await watch.start();
  onTestFinished(() => {
    watch.stop();
    rmSync(folder, { recursive: true });
  });
  return world;
}

test('[DISK-4] below the reserve a folder is full, and it is not any more when some more than the reserve is free', async () => {
  const world = await started(64 * MB, 65 * MB);
  expect([world.watch.isFull, world.watch.freeBytes]).toEqual([false, 65 * MB]);
  world.free = 63 * MB;
  await world.later();
  expect(world.watch.isFull).toBe(true);
  world.free = 66 * MB;
  await world.later();
  expect(world.watch.isFull).toBe(true);
  world.free = 68 * MB;
  await world.later();
  expect([world.watch.isFull, world.told]).toEqual([false, [true, false]]);
});

test('[DISK-4] a folder that refused a write is full, whatever is said to be free, until a file can be kept there', async () => {
  const world = await started(0, 1_000 * MB);
  world.watch.refused();
  world.watch.refused();
  expect([world.watch.isFull, world.told]).toEqual([true, [true]]);
  await world.later();
  expect([world.watch.isFull, world.told]).toEqual([false, [true, false]]);
  expect(existsSync(join(world.folder, '.room'))).toBe(false);
});

test('[DISK-4] what is free is what the file system says', async () => {
  expect(await freeBytesOf(tmpdir())).toBeGreaterThan(MB);
  expect(await roomOnDisk(tmpdir()).freeBytes()).toBeGreaterThan(MB);
});
