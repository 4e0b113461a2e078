import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BytesAnswer, docstoreRoutes } from '@bough/contracts';
import { watchThreads } from '@bough/house/servers';
import { expect, onTestFinished, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { add, ANN, change, mapNamed } from '../testing/test-maps.ts';

// Somebody who asks for one old moment of a large map after the other, of a docstore that is a process.

const MAP = mapNamed('large');
const CHANGES = 12;
const ITEMS = 2_000;
const ASKED = 40;
const LONG_MS = 120_000;

test(
  '[DOC-205] old moments are folded beside the thread that everybody else waits for',
  async () => {
    const data = await mkdtemp(join(tmpdir(), 'bough-moments-'));
    const docstore = await DocstoreProcess.make({ BOUGH_DATA: data, BOUGH_BLOBS_KEYS: newKeys('first') });
    onTestFinished(async () => {
      await docstore.stop();
      await rm(data, { recursive: true, force: true });
    });
    await docstore.start();
    const ops = parsed(add('root', 'Bough', null));
    await docstore.call(docstoreRoutes.createDocument, { params: {}, body: { map: MAP, by: ANN, ops } });
    for (let n = 1; n <= CHANGES; n++) {
      const items = Array.from({ length: ITEMS }, (_each, at) => add(`i${n}-${at}`, `item ${n} ${at}`));
      const body = { base: n, changes: [change('ann', n, ...items)] };
      const { outcomes } = await docstore.call(docstoreRoutes.appendChanges, { params: { map: MAP }, body });
      expect(outcomes).toMatchObject([{ kind: 'kept' }]);
    }
    const moment = async (at: number): Promise<BytesAnswer> => {
      const params = { map: MAP, known: null, at, encoding: 'zstd' } as const;
      return await docstore.call(docstoreRoutes.readDocument, { params });
    };
    // What is compiled and opened once is not what is asked about.
    await moment(CHANGES);
    const usedSince = watchThreads(docstore.pid);
    for (let n = 0; n < ASKED; n += 4) {
      const answers = await Promise.all([0, 1, 2, 3].map(() => moment(CHANGES)));
      expect(answers.map(({ kind }) => kind)).toEqual(['bytes', 'bytes', 'bytes', 'bytes']);
    }
    const { allMs, mainShare } = usedSince();
    expect(allMs).toBeGreaterThan(100);
    expect(mainShare).toBeLessThan(0.6);
    // One that never was is told as before.
    await expect(moment(CHANGES + 9)).rejects.toMatchObject({ code: 'bloblog/out-of-range' });
  },
  LONG_MS,
);
