import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeS3 } from '@bough/blobs/testing';
import { docstoreRoutes } from '@bough/contracts';
import { expect, onTestFinished, test } from 'vitest';
import { newKeys } from '../testing/processes/docstore-process.ts';
import { FULL, FULL_NOTE, FullWorld } from '../testing/processes/full-world.ts';
import { s3Settings } from '../testing/processes/s3-settings.ts';

/** It looks every two seconds. */
const SOON = { timeout: 20_000 };
const LONGEST_MS = 90_000;
const TRIED = 'PUT self-check/room';

/** A docstore with a map of three changes in a bucket. */
async function started(): Promise<{ readonly world: FullWorld; readonly s3: FakeS3 }> {
  const s3 = await FakeS3.start();
  onTestFinished(() => s3.stop());
  const folder = await mkdtemp(join(tmpdir(), 'bough-bucket-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { settings } = s3;
  const world = await FullWorld.start({
    BOUGH_DATA: folder,
    BOUGH_BLOBS: 's3',
    ...s3Settings('BOUGH_', settings.endpoint, settings.bucket, newKeys('first'), settings),
  });
  onTestFinished(() => world.docstore.stop());
  return { world, s3 };
}

test(
  '[DOC-295] while the bucket is full docstore is read-only, nothing acknowledged is lost, and with room it goes on by itself',
  async () => {
    const { world, s3 } = await started();
    expect((await world.ready()).notes).toEqual([]);
    s3.refusesWrites = { status: 507, code: 'InsufficientStorage' };
    await expect(world.append(3)).rejects.toMatchObject(FULL);
    await expect(world.create()).rejects.toMatchObject(FULL);
    expect(await world.ready()).toEqual({ status: 200, notes: [FULL_NOTE] });
    expect(await world.docstore.metric('bough_read_only')).toBe(1);
    expect(await world.counters()).toEqual([1, 1, 2]);
    await world.append(2);
    s3.refusesWrites = null;
    await expect.poll(async () => (await world.ready()).notes, SOON).toEqual([]);
    expect(await world.docstore.metric('bough_read_only')).toBe(0);
    await world.append(3);
    await world.create();
    await world.startAnew();
    expect(await world.counters()).toEqual([1, 1, 2, 3]);
  },
  LONGEST_MS,
);

test(
  '[DOC-296] docstore starts on a full bucket, is read-only from the beginning, and takes writes by itself once there is room',
  async () => {
    const { world, s3 } = await started();
    s3.refusesWrites = { status: 403, code: 'QuotaExceeded' };
    await world.startAnew();
    expect(await world.ready()).toEqual({ status: 200, notes: [FULL_NOTE] });
    const { process } = world.docstore;
    await expect.poll(() => process.said).toContain('there is no room left: documents are read-only until there is');
    expect((await world.docstore.call(docstoreRoutes.readUpkeep, { params: {} })).isFull).toBe(true);
    expect(await process.metric('bough_read_only')).toBe(1);
    expect(await world.counters()).toEqual([1, 1, 2]);
    const failed = await process.metric('bough_blob_seconds_count', 'outcome="failed"');
    s3.asked.length = 0;
    await expect(world.append(3)).rejects.toMatchObject(FULL);
    await expect(world.create()).rejects.toMatchObject(FULL);
    await world.append(2);
    await expect.poll(() => s3.asked, SOON).toContain(TRIED);
    // It refuses at the door, and to try whether there is room is no storage that fails.
    expect(s3.asked.filter((each) => each.startsWith('PUT ') && each !== TRIED)).toEqual([]);
    expect(await process.metric('bough_blob_seconds_count', 'outcome="failed"')).toBe(failed);
    s3.refusesWrites = null;
    await expect.poll(async () => (await world.ready()).notes, SOON).toEqual([]);
    await world.append(3);
    expect(await world.counters()).toEqual([1, 1, 2, 3]);
    expect(s3.keys.filter((key) => key.startsWith('self-check/'))).toEqual([]);
  },
  LONGEST_MS,
);
