import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docstoreRoutes } from '@bough/contracts';
import { parsed } from '@bough/map/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { add, ANN, change, mapNamed, typing } from '../testing/test-maps.ts';

const MAP = mapNamed('rotted');
const CHANGES = 3_000;
const WAIT = { timeout: 45_000, interval: 100 };

test('[DOC-294] the past of a map is read where a bit has turned in the first location, and is whole there afterwards', async () => {
  const data = await mkdtemp(join(tmpdir(), 'bough-rotted-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const docstore = await DocstoreProcess.make({
    BOUGH_DATA: data,
    BOUGH_BLOBS_KEYS: newKeys('first'),
    BOUGH_SECOND: 'folder',
    BOUGH_SECOND_BLOBS_KEYS: newKeys('second'),
    BOUGH_LOG_LEVEL: 'warn',
  });
  onTestFinished(() => docstore.stop());
  await docstore.start();
  const ops = parsed(add('root', 'Bough', null));
  await docstore.call(docstoreRoutes.createDocument, { params: {}, body: { map: MAP, by: ANN, ops } });
  for (let from = 1; from < CHANGES; from += 500) {
    const changes = Array.from({ length: 500 }, (_, i) =>
      change('ann', from + i, typing('root', 0, `word ${from + i} `, 0)),
    );
    await docstore.call(docstoreRoutes.appendChanges, { params: { map: MAP }, body: { base: from, changes } });
  }
  const folder = join(data, 'blobs/first/logs', MAP, 'segments');
  await vi.waitFor(async () => expect(await readdir(folder)).not.toEqual([]), WAIT);
  await vi.waitFor(async () => expect(await docstore.metric('bough_second_location_behind')).toBe(0), WAIT);
  await docstore.end('SIGTERM');

  const [name = ''] = await readdir(folder);
  const file = join(folder, name);
  const whole = await readFile(file);
  const turned = Buffer.from(whole);
  turned.writeUInt8((whole.at(-20) ?? 0) ^ 4, whole.length - 20);
  await writeFile(file, turned);
  await docstore.start();
  const call = { params: { map: MAP, from: 1, to: 400 } };
  const { changes } = await docstore.call(docstoreRoutes.readChanges, call);
  expect(changes).toHaveLength(400);
  // Sealed anew: other bytes, which open.
  expect(await readFile(file)).not.toEqual(turned);
  await expect.poll(() => docstore.said).toContain('was mended from the second');
  // It needs the second no more.
  await docstore.end('SIGTERM');
  await rm(join(data, 'blobs/second'), { recursive: true });
  await docstore.start();
  expect((await docstore.call(docstoreRoutes.readChanges, call)).changes).toHaveLength(400);
});
