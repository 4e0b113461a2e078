import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must } from '@bough/base';
import { docstoreRoutes, OF_NOBODY } from '@bough/contracts';
import { parseOps } from '@bough/map';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { add, ANN, change, mapNamed } from '../testing/test-maps.ts';

const folder = mkdtempSync(join(tmpdir(), 'bough-many-maps-'));
const [one, two, trashed, nowhere] = [mapNamed('one'), mapNamed('two'), mapNamed('trashed'), mapNamed('nowhere')];
let docstore: DocstoreProcess;

beforeAll(async () => {
  docstore = await DocstoreProcess.make({ BOUGH_DATA: folder, BOUGH_BLOBS_KEYS: newKeys('first') });
  await docstore.start();
});
afterAll(async () => {
  await docstore.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('[DOC-256] one call appends to several maps, and a map that takes nothing holds up no other', async () => {
  for (const map of [one, two, trashed]) {
    const ops = must(parseOps([add('root', 'Bough', null)]));
    await docstore.call(docstoreRoutes.createDocument, { params: {}, body: { map, by: ANN, ops } });
  }
  await docstore.call(docstoreRoutes.trashDocument, { params: { map: trashed }, body: { by: ANN } });
  const said = (client: string, counter: number) => ({ base: 1, changes: [change(client, counter, add(client, 'x'))] });
  const { maps } = await docstore.call(docstoreRoutes.appendToMaps, {
    params: {},
    body: {
      maps: [
        { map: one, submits: [said('ann', 1), said('bob', 1)] },
        { map: trashed, submits: [said('ann', 1)] },
        { map: nowhere, submits: [said('ann', 1)] },
        // A counter that jumps fails what came with it, of this map.
        { map: two, submits: [said('ann', 1), said('bob', 7)] },
      ],
    },
  });
  const kept = (counter: number, seq: number) => ({ outcomes: [{ counter, kind: 'kept', seq, isAsGiven: true }] });
  expect(maps).toMatchObject([[kept(1, 2), kept(1, 3)], null, null, null]);
  const { seq } = await docstore.call(docstoreRoutes.documentState, { params: { map: one, ...OF_NOBODY } });
  expect(seq).toBe(3);
});
