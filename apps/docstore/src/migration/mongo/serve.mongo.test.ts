import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docstoreRoutes } from '@bough/contracts';
import { describeWith } from '@bough/house/servers';
import { openMongo } from '@bough/service/mongo';
import { expect, test } from 'vitest';
import { DocstoreFailure } from '../../failure.ts';
import { newMap, oldRows } from '../../testing/old-rows.ts';
import { DocstoreProcess, newKeys } from '../../testing/processes/docstore-process.ts';
import { ANN } from '../../testing/test-maps.ts';

describeWith('mongodb', (server) => {
  test('[DOC-281] docstore answers with a document that is rows of MongoDB still, and keeps it from then on', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bough-first-open-'));
    const url = new URL(server().url);
    url.pathname = `/${server().database}_served`;
    const part = { url: url.href, appName: 'test', steps: [], stepsIn: 'steps', indexes: [] };
    const { db, close } = await openMongo(
      part,
      (message) => new DocstoreFailure(message, { kind: 'unavailable', code: 'docstore/old-rows' }),
    );
    const map = newMap();
    await db.collection<{ _id: string; owner: string }>('documents').insertOne({ _id: map, owner: ANN });
    await db.collection('changes').insertMany(oldRows(30).map((row) => ({ ...row, document: map })));
    const docstore = await DocstoreProcess.make({
      BOUGH_DATA: folder,
      BOUGH_BLOBS_KEYS: newKeys('first'),
      BOUGH_SECOND: 'folder',
      BOUGH_SECOND_BLOBS_KEYS: newKeys('second'),
      BOUGH_MIGRATE_FROM: url.href,
    });
    try {
      await docstore.start();
      const facts = () => docstore.call(docstoreRoutes.documentFacts, { params: { map } });
      expect(await facts()).toMatchObject({ map, seq: 30, title: 'Rows' });
      await docstore.end('SIGKILL');
      await db.dropDatabase();
      await docstore.start();
      expect(await facts()).toMatchObject({ seq: 30 });
    } finally {
      await docstore.stop();
      await close();
      await rm(folder, { recursive: true });
    }
  });
});
