import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFolderStore } from './folder-store.ts';
import { LastWritten } from './last-written.ts';
import { testPorts } from './testing/test-ports.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bough-blobs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('[BLOB-7] what another process has put in the place of what was written here is found', async () => {
  const [ours, theirs] = [await openFolderStore(testPorts, { folder }), await openFolderStore(testPorts, { folder })];
  const made = await ours.createIfAbsent('a/b', bytes('one'));
  if (made.kind !== 'written') throw new Error('nothing was there');
  const second = await theirs.replaceIf('a/b', made.etag, bytes('two'));
  if (second.kind !== 'written') throw new Error('it was what it was');
  expect(await ours.replaceIf('a/b', made.etag, bytes('six'))).toEqual({ kind: 'refused' });
  expect(await ours.replaceIf('a/b', second.etag, bytes('one'))).toEqual({ kind: 'written', etag: made.etag });
  expect(await theirs.get('a/b')).toMatchObject({ etag: made.etag });
  await theirs.remove('a/b');
  expect(await ours.replaceIf('a/b', made.etag, bytes('one'))).toEqual({ kind: 'refused' });
  expect(await ours.createIfAbsent('a/b', bytes('new'))).toMatchObject({ kind: 'written' });
  ours.close();
  theirs.close();
});

test('[BLOB-7] what is remembered is bounded, and what was written longest ago is forgotten first', () => {
  const written = new LastWritten({ bytes: 10 });
  const blob = (length: number) => ({ bytes: new Uint8Array(length), etag: String(length) });
  written.add('a', blob(4));
  written.add('b', blob(4));
  written.add('a', blob(5));
  expect([written.get('a')?.etag, written.get('b')?.etag]).toEqual(['5', '4']);
  written.add('c', blob(2));
  expect([written.get('a')?.etag, written.get('b'), written.get('c')?.etag]).toEqual(['5', null, '2']);
  written.add('d', blob(11));
  expect(written.get('d')).toBeNull();
});
