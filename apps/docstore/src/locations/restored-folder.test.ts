import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commonPrefix, presentLineage } from '@bough/base';
import { type Append, docstoreRoutes, type DocumentState, OF_NOBODY } from '@bough/contracts';
import { afterEach, expect, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { add, ANN, change, mapNamed } from '../testing/test-maps.ts';

const MAP = mapNamed('restored');

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A docstore over a folder, with a map; `more` says where its second location is. */
async function docstoreIn(more: (data: string) => Readonly<Record<string, string>> = () => ({})) {
  const data = await mkdtemp(join(tmpdir(), 'bough-restored-'));
  ends.push(() => rm(data, { recursive: true, force: true }));
  const docstore = await DocstoreProcess.make({
    BOUGH_DATA: data,
    BOUGH_BLOBS_KEYS: newKeys('first'),
    ...more(data),
  });
  ends.push(() => docstore.stop());
  await docstore.start();
  const ops = parsed(add('root', 'Bough', null));
  await docstore.call(docstoreRoutes.createDocument, { params: {}, body: { map: MAP, by: ANN, ops } });
  const state = (): Promise<DocumentState> =>
    docstore.call(docstoreRoutes.documentState, { params: { map: MAP, ...OF_NOBODY } });
  const append = (body: Append) => docstore.call(docstoreRoutes.appendChanges, { params: { map: MAP }, body });
  return { data, docstore, state, append };
}

const made = (n: number, lineage?: string): Append => ({
  base: n,
  ...(lineage === undefined ? {} : { lineage }),
  changes: [change('ann', n, add(`i${n}`, `item ${n}`))],
});

test('[DOC-84] a folder that was brought back from a copy tells pages that have more, and takes from them what it lacks', async () => {
  const { data, docstore, state, append } = await docstoreIn();
  await append(made(1));
  await docstore.end('SIGTERM');
  await cp(data, `${data}-copy`, { recursive: true, preserveTimestamps: true });
  ends.push(() => rm(`${data}-copy`, { recursive: true, force: true }));
  await docstore.start();
  const before = await state();
  expect(before.lineages).toHaveLength(1);
  const lineage = presentLineage(before.lineages);
  for (let n = 2; n <= 4; n++) await append(made(n, lineage));
  await docstore.end('SIGKILL');
  await rm(data, { recursive: true });
  await cp(`${data}-copy`, data, { recursive: true, preserveTimestamps: true });
  await docstore.start();
  const after = await state();
  expect(after).toMatchObject({ seq: 2, lineages: [{ id: lineage }, { from: 2 }] });
  expect(commonPrefix(after.lineages, { lineage, seq: 5 })).toBe(2);
  await expect(append(made(5, lineage))).rejects.toMatchObject({ code: 'docstore/other-lineage', kind: 'conflict' });
  // Somebody else was faster than the page that has what was lost; the page sends it again on what it has of the new order.
  const now = presentLineage(after.lineages);
  await append({ base: 2, lineage: now, changes: [change('bob', 1, add('new', 'new'))] });
  const lost = [2, 3, 4].flatMap((n) => made(n).changes);
  const again = await append({ base: 3, lineage: now, changes: lost });
  expect(again).toMatchObject({ seq: 6, lineage: now, outcomes: [{ seq: 4 }, { seq: 5 }, { seq: 6 }] });
  const document = (known: string) =>
    docstore.call(docstoreRoutes.readDocument, { params: { map: MAP, at: null, known, encoding: null } });
  expect(await document(`${lineage}-seq-6`)).toMatchObject({ kind: 'bytes', lineage: now, etag: `"${now}-seq-6"` });
  expect(await document(`${now}-seq-6`)).toMatchObject({ kind: 'unchanged', lineage: now });
});

test('[DOC-83] docstore tells how far the second location has a document, and nothing where there is none', async () => {
  const alone = await docstoreIn();
  expect([await alone.state(), await alone.append(made(1))].map(({ mirrored }) => mirrored)).toEqual([
    undefined,
    undefined,
  ]);
  const { append, state } = await docstoreIn((data) => ({
    BOUGH_SECOND: 'folder',
    BOUGH_SECOND_MODE: 'sync',
    BOUGH_SECOND_BLOBS_FOLDER: join(data, 'second'),
    BOUGH_SECOND_BLOBS_KEYS: newKeys('second'),
  }));
  expect(await append(made(1))).toMatchObject({ seq: 2, mirrored: 2 });
  await expect.poll(state).toMatchObject({ seq: 2, mirrored: 2 });
});
