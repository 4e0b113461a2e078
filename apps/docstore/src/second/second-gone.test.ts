import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docstoreRoutes } from '@bough/contracts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parsed } from '@bough/map/testing';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { runProgram } from '../testing/processes/run-program.ts';
import { add, ANN, change, mapNamed } from '../testing/test-maps.ts';

const MAP = mapNamed('gone');
const WAIT = { timeout: 45_000, interval: 100 };

test('[DOC-155] in async a second location whose folder is moved away stops nothing; it gets everything when it is back, also after a restart', async () => {
  const data = await mkdtemp(join(tmpdir(), 'bough-gone-'));
  const folder = join(data, 'blobs', 'second');
  const docstore = await DocstoreProcess.make({
    BOUGH_DATA: data,
    BOUGH_BLOBS_KEYS: newKeys('first'),
    BOUGH_SECOND: 'folder',
    BOUGH_SECOND_BLOBS_KEYS: newKeys('second'),
  });
  onTestFinished(async () => {
    await docstore.stop();
    await rm(data, { recursive: true });
  });
  const behind = (): Promise<number> => docstore.metric('bough_second_location_behind');
  const append = async (counter: number): Promise<void> => {
    const body = { base: counter, changes: [change('ann', counter, add(`x${counter}`, 'X'))] };
    await docstore.call(docstoreRoutes.appendChanges, { params: { map: MAP }, body });
  };
  await docstore.start();
  const ops = parsed(add('root', 'Bough', null));
  await docstore.call(docstoreRoutes.createDocument, { params: {}, body: { map: MAP, by: ANN, ops } });
  for (const n of [1, 2]) await append(n);
  await vi.waitFor(async () => expect(await behind()).toBe(0), WAIT);
  await rename(folder, `${folder}-away`);
  for (const n of [3, 4]) await append(n);
  await vi.waitFor(async () => expect(await behind()).toBe(1), WAIT);
  await rename(`${folder}-away`, folder);
  await vi.waitFor(async () => expect(await behind()).toBe(0), WAIT);
  await docstore.end('SIGKILL');

  await rename(folder, `${folder}-away`);
  await docstore.start();
  expect(await docstore.ready()).toMatchObject({
    ready: true,
    notes: [
      expect.stringMatching(/^second location: away since .*documents were kept in it.*accept-loss second/) as string,
    ],
  });
  await append(5);
  await rename(`${folder}-away`, folder);
  await vi.waitFor(async () => expect(await behind()).toBe(0), WAIT);
  await docstore.end('SIGTERM');
  expect(await runProgram('commands', ['verify'], docstore.process.environment)).toMatchObject({
    code: 0,
    said: expect.stringContaining('1 document read, 0 findings') as string,
  });
}, 120_000);
