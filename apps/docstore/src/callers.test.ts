import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { docstoreRoutes } from '@bough/contracts';
import { ServiceProcess } from '@bough/house/servers';
import { Asker, newTokenKey, tokenKeysSetting, whoMayCall } from '@bough/service/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newKeys } from './testing/processes/docstore-process.ts';
import { add, ANN, change, mapNamed } from './testing/test-maps.ts';

const folder = mkdtempSync(join(tmpdir(), 'bough-callers-'));
const [gateway, exporter, mailer] = [newTokenKey(), newTokenKey(), newTokenKey()];
let docstore: ServiceProcess;

beforeAll(async () => {
  docstore = await ServiceProcess.make({
    main: fileURLToPath(new URL('./main.ts', import.meta.url)),
    environment: {
      BOUGH_DATA: folder,
      BOUGH_LOG_LEVEL: 'error',
      BOUGH_BLOBS_KEYS: newKeys('first'),
      BOUGH_TOKEN_KEYS: `${tokenKeysSetting('docstore', gateway)},${tokenKeysSetting('docstore', exporter, 'exporter')}`,
    },
  });
  await docstore.start();
});
afterAll(async () => {
  await docstore.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

/** By hand: who has business with what. */
const RIGHTS = {
  createDocument: ['gateway'],
  listDocuments: ['gateway'],
  readDocument: ['gateway', 'exporter'],
  readWords: ['gateway'],
  documentFacts: ['gateway'],
  readAuthors: ['gateway'],
  readThreads: ['gateway'],
  documentState: ['gateway', 'exporter'],
  appendChanges: ['gateway'],
  appendSubmits: ['gateway'],
  appendToMaps: ['gateway'],
  readNews: ['gateway'],
  readUpkeep: ['gateway'],
  readCommandNotes: ['gateway'],
  removeCommandNote: ['gateway'],
  readChanges: ['gateway'],
  copyDocument: ['gateway'],
  trashDocument: ['gateway'],
  restoreDocument: ['gateway'],
  purgeDocument: ['gateway'],
  listTrash: ['gateway'],
  keepAsset: ['gateway'],
  drawPicture: ['gateway'],
  readAsset: ['gateway', 'exporter'],
  listOriginals: ['exporter'],
  readOriginal: ['exporter'],
  readExport: ['exporter'],
  keepExport: ['exporter'],
  listVersions: ['gateway'],
  nameVersion: ['gateway'],
  removeVersion: ['gateway'],
};

test('[DOC-16] what cannot be read is refused at the door, whole', async () => {
  const asker = new Asker('docstore', [docstore.url], gateway);
  onTestFinished(() => asker.stop());
  const good = change('ann', 1, add('root', 'Bough', null));
  const bad = { ...change('ann', 2), ops: [{ kind: 'explode' }] };
  const body = JSON.parse(JSON.stringify({ base: 0, changes: [good, bad] }));
  const malformed = { kind: 'invalid', code: 'service/malformed' };
  const params = { map: mapNamed('one') };
  await expect(asker.call(docstoreRoutes.appendChanges, { params, body })).rejects.toMatchObject(malformed);
  const submits = { submits: [body] };
  await expect(asker.call(docstoreRoutes.appendSubmits, { params, body: submits })).rejects.toMatchObject(malformed);
  const first = { map: params.map, by: ANN, ops: body.changes[1].ops };
  await expect(asker.call(docstoreRoutes.createDocument, { params: {}, body: first })).rejects.toMatchObject(malformed);
});

test('[DOC-216] each caller has the routes that it needs and no others, whatever name it gives', async () => {
  const found = await whoMayCall(docstore.url, docstoreRoutes, {
    gateway: { issuer: 'gateway', kid: 't', key: gateway },
    exporter: { issuer: 'exporter', kid: 't', key: exporter },
    mailer: { issuer: 'mailer', kid: 't', key: mailer },
    'the exporter as gateway': { issuer: 'gateway', kid: 't', key: exporter },
    'the gateway as exporter': { issuer: 'exporter', kid: 't', key: gateway },
    'the gateway as mailer': { issuer: 'mailer', kid: 't', key: gateway },
    'docstore to itself': { issuer: 'docstore', kid: 't', key: gateway },
  });
  expect(found).toEqual(RIGHTS);
});
