import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MapId } from '@bough/base';
import { readHead } from '@bough/bloblog';
import { docstoreRoutes } from '@bough/contracts';
import { platformClock, platformIds, platformRandom } from '@bough/service';
import { afterEach, expect, test, vi } from 'vitest';
import { parsed } from '@bough/map/testing';
import { logPorts, openLocation } from '../locations/locations.ts';
import { runProgram } from '../testing/processes/run-program.ts';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { add, ANN, change, mapNamed } from '../testing/test-maps.ts';

const PORTS = { clock: platformClock, random: platformRandom, ids: platformIds };
const MAP = mapNamed('away');
const WAIT = { timeout: 45_000, interval: 100 };

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A docstore whose second location is a folder below `away`: as long as that is a file, the location cannot be reached. */
async function secondAway(mode: 'async' | 'sync') {
  const data = await mkdtemp(join(tmpdir(), 'bough-away-'));
  ends.push(() => rm(data, { recursive: true, force: true }));
  const [away, second] = [join(data, 'away'), newKeys('second')];
  await writeFile(away, 'in its place');
  const folder = join(away, 'blobs');
  const environment = {
    BOUGH_DATA: data,
    BOUGH_BLOBS_KEYS: newKeys('first'),
    BOUGH_SECOND: 'folder',
    BOUGH_SECOND_MODE: mode,
    BOUGH_SECOND_BLOBS_FOLDER: folder,
    BOUGH_SECOND_BLOBS_KEYS: second,
    BOUGH_LOG_LEVEL: 'info',
  };
  const docstore = await DocstoreProcess.make(environment);
  ends.push(() => docstore.stop());
  const key = Buffer.from(second.replace('second:', ''), 'base64url');
  const settings = { kind: 'folder', folder, s3: null, keys: [{ kid: 'second', key }] } as const;
  const seqInSecond = async (): Promise<number> => {
    const { store, close } = await openLocation(PORTS, 'second', settings);
    const found = await readHead({ ports: logPorts(PORTS), store }, MAP);
    close();
    return found?.head.seq ?? 0;
  };
  /** How many documents are noted as behind. */
  const marks = async (): Promise<number> => {
    const files = await readdir(join(data, 'blobs/first/behind')).catch(() => []);
    return files.length;
  };
  return { docstore, environment, folder, marks, seqInSecond, comeBack: () => rm(away) };
}

test('[DOC-70] [DOC-179] in async a start without the second location succeeds and says so; it catches up by itself', async () => {
  const { docstore, folder, seqInSecond, comeBack } = await secondAway('async');
  await docstore.start();
  expect(await docstore.ready()).toMatchObject({
    ready: true,
    reasons: [],
    notes: [expect.stringMatching(/^second location: away since .*second location.*cannot be used/) as string],
  });
  await expect.poll(() => docstore.said).toMatch(/"level":"error".*second location.*cannot be used/);
  expect(docstore.said).toContain(folder);
  expect(await docstore.metric('bough_second_location_open')).toBe(0);
  await make(docstore, MAP, 1);
  expect(await docstore.metric('bough_second_location_behind')).toBe(1);
  const told = () => docstore.call(docstoreRoutes.readUpkeep, { params: {} });
  expect(await told()).toMatchObject({ isFull: false, second: { isAway: true, documents: 1 } });
  await comeBack();
  await vi.waitFor(async () => expect(await docstore.metric('bough_second_location_open')).toBe(1), WAIT);
  await vi.waitFor(async () => expect(await docstore.metric('bough_second_location_behind')).toBe(0), WAIT);
  expect(await docstore.ready()).toMatchObject({ ready: true, notes: [] });
  expect((await told()).second).toEqual({ isAway: false, documents: 0, changes: 0, oldestMs: 0 });
  await docstore.stop();
  expect(await seqInSecond()).toBe(2);
});

async function make(docstore: DocstoreProcess, map: MapId, changes: number): Promise<void> {
  const ops = parsed(add('root', 'Bough', null));
  await docstore.call(docstoreRoutes.createDocument, { params: {}, body: { map, by: ANN, ops } });
  for (let n = 1; n <= changes; n++) {
    const body = { base: n, changes: [change('ann', n, add(`x${n}`, 'X'))] };
    await docstore.call(docstoreRoutes.appendChanges, { params: { map }, body });
  }
}

test('[DOC-71] how far it is behind outlives kill -9, and so does the work of catching up', async () => {
  const { docstore, marks, seqInSecond, comeBack } = await secondAway('async');
  await docstore.start();
  await make(docstore, MAP, 4);
  await make(docstore, mapNamed('other'), 1);
  const lag = async (): Promise<number[]> => [
    await docstore.metric('bough_second_location_behind'),
    await docstore.metric('bough_second_location_behind_changes'),
  ];
  await vi.waitFor(async () => expect(await lag()).toEqual([2, 7]), WAIT);
  await vi.waitFor(async () => expect(await marks()).toBe(2), WAIT);
  await docstore.end('SIGKILL');
  await docstore.start();
  await vi.waitFor(async () => expect(await lag()).toEqual([2, 7]), WAIT);
  expect(await docstore.ready()).toMatchObject({ notes: [expect.stringContaining('2 documents with 7 changes')] });
  await comeBack();
  await vi.waitFor(async () => expect(await lag()).toEqual([0, 0]), WAIT);
  await docstore.stop();
  expect(await seqInSecond()).toBe(5);
});

test('[DOC-71] what a process left behind without a word is found when the next one starts', async () => {
  const { environment, seqInSecond, comeBack } = await secondAway('async');
  await comeBack();
  const alone = await DocstoreProcess.make({ ...environment, BOUGH_SECOND: 'none' });
  ends.push(() => alone.stop());
  await alone.start();
  await make(alone, MAP, 2);
  await alone.end('SIGKILL');
  const both = await DocstoreProcess.make(environment);
  ends.push(() => both.stop());
  await both.start();
  await vi.waitFor(() => expect(both.said).toContain('documents are behind in the second location'), WAIT);
  await vi.waitFor(async () => expect(await both.metric('bough_second_location_behind')).toBe(0), WAIT);
  await both.stop();
  expect(await seqInSecond()).toBe(3);
});

test('[DOC-70] in sync a start without the second location ends with one sentence that names it', async () => {
  const { docstore, folder } = await secondAway('sync');
  await expect(docstore.start()).rejects.toThrow(`The second location (${folder}) cannot be used`);
});

test('[DOC-230] killed at once after the second location went away, the lag is never told as less than it is', async () => {
  const { docstore, environment, folder, comeBack } = await secondAway('async');
  await comeBack();
  await docstore.start();
  await vi.waitFor(async () => expect(await docstore.metric('bough_second_location_open')).toBe(1), WAIT);
  await make(docstore, MAP, 4);
  await vi.waitFor(async () => expect(await docstore.metric('bough_second_location_behind')).toBe(0), WAIT);
  await rename(folder, `${folder}-gone`);
  await writeFile(folder, 'in its place');
  for (let n = 5; n <= 60; n++) {
    const body = { base: n, changes: [change('ann', n, add(`x${n}`, 'X'))] };
    await docstore.call(docstoreRoutes.appendChanges, { params: { map: MAP }, body });
  }
  await docstore.end('SIGKILL');
  const told = await runProgram('commands', ['lag'], environment);
  expect(told.code).toBe(1);
  expect(atMost(told.said)).toBeGreaterThanOrEqual(56);
  await docstore.start();
  const body = { base: 61, changes: [change('ann', 61, add('x61', 'X'))] };
  await docstore.call(docstoreRoutes.appendChanges, { params: { map: MAP }, body });
  await vi.waitFor(
    async () => expect(await docstore.metric('bough_second_location_behind_changes')).toBeGreaterThanOrEqual(57),
    WAIT,
  );
  // Noted, too, and so known after this process.
  const lag = async () => atMost((await runProgram('commands', ['lag'], environment)).said);
  await expect.poll(lag, WAIT).toBeGreaterThanOrEqual(57);
  await docstore.end('SIGKILL');
  expect(await lag()).toBeGreaterThanOrEqual(57);
});

/** How many changes the second location may lack by what was said. */
function atMost(said: string): number {
  const noted = /by at least (\d+) change/.exec(said)?.[1] ?? '0';
  const unknown = /there, (\d+) changes? at most/.exec(said)?.[1] ?? '0';
  return Number(noted) + Number(unknown);
}
