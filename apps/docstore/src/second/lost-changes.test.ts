import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { presentLineage } from '@bough/base';
import { docstoreRoutes, OF_NOBODY } from '@bough/contracts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parsed } from '@bough/map/testing';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { type Ran, runProgram } from '../testing/processes/run-program.ts';
import { add, ANN, change, mapNamed } from '../testing/test-maps.ts';

const [MAP, LATER] = [mapNamed('mine'), mapNamed('later')];
const LONG_MS = 60_000;

/** A docstore with two locations, and what its first one was when the first map had two changes. */
async function twoLocations(mode: 'async' | 'sync') {
  const data = await mkdtemp(join(tmpdir(), 'bough-lost-'));
  const folder = join(data, 'blobs', 'first');
  const docstore = await DocstoreProcess.make({
    BOUGH_DATA: data,
    BOUGH_BLOBS_KEYS: newKeys('first'),
    BOUGH_SECOND: 'folder',
    BOUGH_SECOND_MODE: mode,
    BOUGH_SECOND_BLOBS_KEYS: newKeys('second'),
  });
  onTestFinished(async () => {
    await docstore.stop();
    await rm(data, { recursive: true });
  });
  const make = async (map: typeof MAP): Promise<void> => {
    const ops = parsed(add('root', 'Bough', null));
    await docstore.call(docstoreRoutes.createDocument, { params: {}, body: { map, by: ANN, ops } });
  };
  const append = async (map: typeof MAP, counter: number): Promise<number> => {
    const body = { base: counter, changes: [change('ann', counter, add(`x${counter}`, 'X'))] };
    return (await docstore.call(docstoreRoutes.appendChanges, { params: { map }, body })).seq;
  };
  const state = (map: typeof MAP) => docstore.call(docstoreRoutes.documentState, { params: { map, ...OF_NOBODY } });
  await docstore.start();
  await make(MAP);
  await append(MAP, 1);
  await docstore.end('SIGTERM');
  await cp(folder, `${folder}-copy`, { recursive: true });
  await docstore.start();
  for (const n of [2, 3, 4]) await append(MAP, n);
  await make(LATER);
  await vi.waitFor(async () => expect(await docstore.metric('bough_second_location_behind')).toBe(0), 20_000);
  await docstore.end('SIGTERM');
  /** Puts the copy in the place of the first location: every byte of it is from another time. */
  const goBack = async (): Promise<void> => {
    await rm(folder, { recursive: true });
    await rename(`${folder}-copy`, folder);
  };
  const run = (...args: string[]): Promise<Ran> => runProgram('commands', args, docstore.process.environment);
  return { docstore, data, folder, append, state, goBack, run };
}

test.each(['async', 'sync'] as const)(
  '[DOC-154] what the first location lost and the second has is there again before anybody reads or writes (%s)',
  async (mode) => {
    const { docstore, append, state, goBack, run } = await twoLocations(mode);
    await goBack();
    await docstore.start();
    // Six, not three: no number is given twice.
    expect(await append(MAP, 5)).toBe(6);
    const { seq, lineages } = await state(MAP);
    expect([seq, lineages.length > 1, lineages.at(-1)?.from]).toEqual([6, true, 5]);
    expect((await state(LATER)).seq).toBe(1);
    await expect
      .poll(() => docstore.said)
      .toMatch(/"from":2,"to":5,"msg":"the first location had lost changes, which the second has/);
    await expect.poll(() => docstore.said).toContain('the first location had lost a document, which the second has');
    const { changes } = await docstore.call(docstoreRoutes.readChanges, { params: { map: MAP, from: 1, to: 9 } });
    expect(changes.map(({ counter }) => counter)).toEqual([1, 1, 2, 3, 4, 5]);
    await vi.waitFor(async () => expect(await docstore.metric('bough_second_location_behind')).toBe(0), 20_000);
    await docstore.end('SIGTERM');
    expect(await run('verify')).toMatchObject({ code: 0, said: expect.stringContaining('0 findings') as string });
  },
  LONG_MS,
);

test(
  '[DOC-154] an accepted loss of the first location is made up for by the second, when a map is opened or by reconcile',
  async () => {
    const { docstore, folder, append, state, run } = await twoLocations('async');
    await cp(folder, `${folder}-bare`, { recursive: true, filter: (path) => !path.includes('/.') });
    await rm(folder, { recursive: true });
    await rename(`${folder}-bare`, folder);
    const accepted = await run('accept-loss', 'first', '--yes');
    expect([accepted.code, accepted.said]).toEqual([
      0,
      expect.stringContaining('second location has beyond') as string,
    ]);
    await docstore.start();
    const before = presentLineage((await state(MAP)).lineages);
    expect(await append(MAP, 5)).toBe(6);
    expect(presentLineage((await state(MAP)).lineages)).toBe(before);
    await docstore.end('SIGTERM');
    await rm(folder, { recursive: true });
    expect(await run('accept-loss', 'first', '--yes')).toMatchObject({ code: 0 });
    const reconciled = await run('reconcile');
    expect([reconciled.code, reconciled.said]).toEqual([0, expect.stringContaining('2 restored') as string]);
    await docstore.start();
    expect((await state(MAP)).seq).toBe(6);
  },
  LONG_MS,
);
