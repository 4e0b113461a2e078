import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { storeContract } from '@bough/bloblog/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  test.each([
    ['by its way from here', () => relative(process.cwd(), folder)],
    ['as in a setting', () => `./${relative(process.cwd(), folder)}`],
    ['with a slash at its end', () => `${folder}/`],
    ['with words that go nowhere', () => `${folder}/x/..//`],
  ])('[BLOB-4] it may be named %s', async (_how, named) => {
    const again = await openFolderStore(testPorts, { folder: named() });
    const written = await again.createIfAbsent('named/a', new Uint8Array([1]));
    expect(written).toMatchObject({ kind: 'written' });
    await again.remove('named/a');
    again.close();
  });
  for (const [i, each] of storeContract.entries()) test(each.name, () => each.run(store, `contract-${i}`));
});
