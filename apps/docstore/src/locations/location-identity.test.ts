import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderStore } from '@bough/blobs';
import { MemoryStore } from '@bough/bloblog/testing';
import { platformClock, platformRandom } from '@bough/service';
import { afterEach, expect, test } from 'vitest';
import { identityOf } from './location-identity.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** The identity of the folder, as a process that starts there finds it. */
async function identityIn(folder: string): Promise<string | null> {
  const store = await openFolderStore({ clock: platformClock, random: platformRandom }, { folder });
  try {
    return await identityOf(store, { kind: 'folder', folder });
  } finally {
    store.close();
  }
}

async function newFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'bough-identity-'));
  folders.push(parent);
  return join(parent, 'blobs');
}

test('[DOC-82] a folder keeps its identity from start to start and when it is moved; of many starts at once all have one', async () => {
  const folder = await newFolder();
  const found = new Set(await Promise.all(Array.from({ length: 8 }, () => identityIn(folder))));
  const [identity] = found;
  expect([found.size, identity]).toEqual([1, expect.stringMatching(/^[\w-]{12}$/)]);
  await rename(folder, `${folder}-moved`);
  expect(await identityIn(`${folder}-moved`)).toBe(identity);
});

test('[DOC-82] a copy of a folder is another location, also in the place of the one that it is a copy of', async () => {
  const folder = await newFolder();
  const identity = await identityIn(folder);
  await cp(folder, `${folder}-copy`, { recursive: true, preserveTimestamps: true });
  const copy = await identityIn(`${folder}-copy`);
  expect(copy).not.toBe(identity);
  await rename(folder, `${folder}-gone`);
  await cp(`${folder}-copy`, folder, { recursive: true, preserveTimestamps: true });
  expect([identity, copy]).not.toContain(await identityIn(folder));
});

test('[DOC-82] a bucket is another location once its object was written anew', async () => {
  let now = 1_000;
  const store = new MemoryStore({ now: () => now });
  const identity = await identityOf(store, { kind: 's3', folder: '' });
  now = 5_000;
  expect(await identityOf(store, { kind: 's3', folder: '' })).toBe(identity);
  const there = await store.get('location');
  await store.put('location', there?.bytes ?? new Uint8Array());
  expect(await identityOf(store, { kind: 's3', folder: '' })).not.toBe(identity);
});
