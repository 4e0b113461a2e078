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
const PAST = { params: { map: MAP, from: 1, to: 400 } };

/** A docstore that is stopped, with a map whose past is in a segment, and the file of that segment in the first location. */
async function stoppedWithPast(environment: Readonly<Record<string, string>>) {
  const data = await mkdtemp(join(tmpdir(), 'bough-rotted-'));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
  const docstore = await DocstoreProcess.make({
    BOUGH_DATA: data,
    BOUGH_BLOBS_KEYS: newKeys('first'),
    BOUGH_LOG_LEVEL: 'warn',
    ...environment,
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
  return { data, docstore, file: join(folder, name) };
}

async function turnBit(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes.writeUInt8((bytes.at(-20) ?? 0) ^ 4, bytes.length - 20);
  await writeFile(file, bytes);
}

test('[DOC-294] the past of a map is read where a bit has turned in the first location, and is whole there afterwards', async () => {
  const { data, docstore, file } = await stoppedWithPast({
    BOUGH_SECOND: 'folder',
    BOUGH_SECOND_BLOBS_KEYS: newKeys('second'),
  });
  await turnBit(file);
  await docstore.start();
  const readElsewhere = (mended: string): Promise<number> =>
    docstore.metric('bough_objects_read_elsewhere_total', `mended="${mended}"`);
  // An alert sees the first one only if there were none before.
  const metrics = await (await fetch(`${docstore.url}/metrics`)).text();
  for (const mended of ['yes', 'no'])
    expect(metrics).toMatch(new RegExp(`^bough_objects_read_elsewhere_total\\{.*mended="${mended}".*\\} 0$`, 'm'));
  expect((await docstore.call(docstoreRoutes.readChanges, PAST)).changes).toHaveLength(400);
  await expect.poll(() => docstore.said).toContain('was mended from the second');
  expect([await readElsewhere('yes'), await readElsewhere('no')]).toEqual([1, 0]);
  // It needs the second no more.
  await docstore.end('SIGTERM');
  await rm(join(data, 'blobs/second'), { recursive: true });
  await docstore.start();
  expect((await docstore.call(docstoreRoutes.readChanges, PAST)).changes).toHaveLength(400);
});

test('[DOC-294] with one location nothing is different: damage is told after one look, a loss after three', async () => {
  const { docstore, file } = await stoppedWithPast({});
  const asked = async (): Promise<number> => {
    const before = await docstore.metric('bough_blob_seconds_count', 'call="get"');
    await expect(docstore.call(docstoreRoutes.readChanges, PAST)).rejects.toMatchObject({ kind: 'corrupt' });
    return (await docstore.metric('bough_blob_seconds_count', 'call="get"')) - before;
  };
  await turnBit(file);
  await docstore.start();
  const [headAndSegment, segment] = [await asked(), await asked()];
  await rm(file);
  // The segment three times, and between them the head: a newer one might say where its changes are.
  const missing = await asked();
  expect([headAndSegment, segment, missing]).toEqual([2, 1, 5]);
  expect(await docstore.metric('bough_objects_read_elsewhere_total')).toBe(0);
});
