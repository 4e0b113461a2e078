import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeContract } from '@bough/bloblog/testing';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type FolderStore, openFolderStore } from './folder-store.ts';
import { testPorts } from '../testing/test-ports.ts';

describe('a folder', () => {
  let folder = '';
  let store: FolderStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bough-blobs-'));
    store = await openFolderStore(testPorts, { folder });
  });
  afterAll(async () => {
    store.close();
    await rm(folder, { recursive: true });
  });
  for (const [i, each] of storeContract.entries()) test(each.name, () => each.run(store, `contract-${i}`));
});
