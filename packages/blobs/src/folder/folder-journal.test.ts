import { mkdir, readFile, mkdtemp, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { ETag, PutOutcome } from '@bough/bloblog';
import { VirtualClock } from '@bough/base/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderJournal } from './folder-journal.ts';
import { type FolderStore, openFolderStore } from './folder-store.ts';
import { testPorts } from '../testing/test-ports.ts';

let folder = '';
const open = new Set<FolderStore>();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bough-blobs-'));
});
afterEach(async () => {
  for (const store of open) store.close();
  open.clear();
  await rm(folder, { recursive: true, force: true });
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function opened(clock = testPorts.clock): Promise<FolderStore> {
  const store = await openFolderStore({ ...testPorts, clock }, { folder });
  open.add(store);
  return store;
}

function written(outcome: PutOutcome): ETag {
  if (outcome.kind !== 'written') throw new Error(`it was ${outcome.kind}`);
  return outcome.etag;
}

async function textOf(store: FolderStore, key: string): Promise<string | null> {
  const blob = await store.get(key);
  return blob === null ? null : Buffer.from(blob.bytes).toString();
}

test('[BLOB-7] what another process has put in the place of what was written here is found', async () => {
  const [ours, theirs] = [await opened(), await opened()];
  const made = written(await ours.createIfAbsent('a/b', bytes('one')));
  const second = written(await theirs.replaceIf('a/b', made, bytes('two')));
  expect(await ours.replaceIf('a/b', made, bytes('six'))).toEqual({ kind: 'refused' });
  expect(await ours.replaceIf('a/b', second, bytes('one'))).toEqual({ kind: 'written', etag: made });
  expect(await theirs.get('a/b')).toMatchObject({ etag: made });
  expect(await theirs.getIfChanged('a/b', made)).toBe('unchanged');
  await theirs.remove('a/b');
  expect(await ours.replaceIf('a/b', made, bytes('one'))).toEqual({ kind: 'refused' });
  expect(await ours.createIfAbsent('a/b', bytes('new'))).toMatchObject({ kind: 'written' });
});

test('[BLOB-8] what is replaced makes no file, is listed as it is, and hides its file until another one is put there', async () => {
  const store = await opened();
  const first = written(await store.createIfAbsent('a/b', bytes('one')));
  await store.replaceIf('a/b', first, bytes('three'));
  expect(await readFile(join(folder, 'a/b'), 'utf8')).toBe('one');
  expect(await textOf(store, 'a/b')).toBe('three');
  expect((await store.list('a/')).entries).toMatchObject([{ key: 'a/b', size: 5 }]);
  await store.put('a/b', bytes('put'));
  expect([await textOf(store, 'a/b'), await readFile(join(folder, 'a/b'), 'utf8')]).toEqual(['put', 'put']);
});

test('[BLOB-8] what is too large for the journal is a file again, under the same condition', async () => {
  const store = await opened();
  const first = written(await store.createIfAbsent('a', bytes('one')));
  const second = written(await store.replaceIf('a', first, bytes('two')));
  const large = 'x'.repeat(300_000);
  expect(await store.replaceIf('a', first, bytes(large))).toEqual({ kind: 'refused' });
  const third = written(await store.replaceIf('a', second, bytes(large)));
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe(large);
  expect(await store.replaceIf('a', second, bytes('six'))).toEqual({ kind: 'refused' });
  expect(await store.replaceIf('a', third, bytes('four'))).toMatchObject({ kind: 'written' });
  expect(await textOf(await opened(), 'a')).toBe('four');
});

test('[BLOB-8] what was not replaced for a while is settled into its file, and only that', async () => {
  const clock = new VirtualClock();
  const store = await opened();
  const etags = new Map<string, ETag>();
  for (const key of ['a', 'b']) {
    const first = written(await store.createIfAbsent(key, bytes('one')));
    etags.set(key, written(await store.replaceIf(key, first, bytes('two'))));
  }
  const other = await opened(clock);
  clock.advance(Date.now() + 301_000 - clock.now());
  const settled = async (): Promise<string> => {
    clock.advance(60_000);
    return await readFile(join(folder, 'b'), 'utf8');
  };
  await expect.poll(settled, { timeout: 10_000 }).toBe('two');
  for (const key of ['a', 'b']) {
    expect([await textOf(store, key), await textOf(other, key)]).toEqual(['two', 'two']);
    expect(await store.replaceIf(key, etags.get(key) ?? '', bytes('three'))).toMatchObject({ kind: 'written' });
  }
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('two');
});

test('[BLOB-8] replacements of one moment are one transaction, each under its own condition', async () => {
  const store = await opened();
  const keys = Array.from({ length: 30 }, (_, n) => `k${n}`);
  const first = await Promise.all(keys.map(async (key) => written(await store.createIfAbsent(key, bytes('0')))));
  for (const round of ['1', '2']) {
    const outcomes = await Promise.all(keys.map((key, n) => store.replaceIf(key, first[n] ?? '', bytes(round))));
    expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set([round === '1' ? 'written' : 'refused']));
  }
  expect(await Promise.all(keys.map((key) => textOf(store, key)))).toEqual(keys.map(() => '1'));
});

test('[BLOB-2] a folder that another process is just opening is opened after it', async () => {
  await mkdir(join(folder, '.journal'));
  const theirs = new DatabaseSync(join(folder, '.journal', 'objects.sqlite'));
  theirs.exec('BEGIN EXCLUSIVE');
  const ours = opened();
  const first = await Promise.race([ours.then(() => 'opened'), setTimeout(200, 'waits')]);
  theirs.exec('ROLLBACK');
  theirs.close();
  expect(first).toBe('waits');
  written(await (await ours).createIfAbsent('a', bytes('one')));
});

test('[BLOB-8] a row whose file a power cut has taken is read, listed, replaced and removed as any other', async () => {
  const store = await opened();
  for (const key of ['a/a', 'a/c', 'b']) await store.createIfAbsent(key, bytes('one'));
  const first = written(await store.createIfAbsent('a/b', bytes('one')));
  const second = written(await store.replaceIf('a/b', first, bytes('three')));
  await unlink(join(folder, 'a/b'));
  const listed = async (prefix: string, after: string | null = null): Promise<readonly string[]> =>
    (await store.list(prefix, { after })).entries.map(({ key, size }) => `${key} ${size}`);
  expect(await listed('')).toEqual(['a/a 3', 'a/b 5', 'a/c 3', 'b 3']);
  expect([await listed('a/b'), await listed('', 'a/a'), await listed('', 'a/b')]).toEqual([
    ['a/b 5'],
    ['a/b 5', 'a/c 3', 'b 3'],
    ['a/c 3', 'b 3'],
  ]);
  expect(await store.list('a/', { limit: 2 })).toMatchObject({ entries: [{}, { key: 'a/b' }], next: 'a/b' });
  written(await store.replaceIf('a/b', second, bytes('four')));
  await store.remove('a/b');
  expect([await textOf(store, 'a/b'), await listed('a/')]).toEqual([null, ['a/a 3', 'a/c 3']]);
});

test('[BLOB-8] transactions that are asked for at once come one after another', async () => {
  const journal = await FolderJournal.open(testPorts, { folder: join(folder, '.journal') });
  const blob = (etag: string): { bytes: Buffer; etag: string } => ({ bytes: Buffer.from(etag), etag });
  for (const key of ['a', 'b', 'c']) expect(await journal.replace(key, '', blob('1'), true)).toBe('written');
  const dropping = [journal.drop('a', '1'), journal.drop('b', '2'), journal.drop('c', null)];
  expect(await Promise.all(dropping)).toEqual([true, false, true]);
  expect([journal.facts('a'), journal.facts('b')?.etag, journal.facts('c')]).toEqual([null, '1', null]);
  journal.close();
});

test('[BLOB-13] a journal that is closed during a flush is no failed flush', async () => {
  const journal = await FolderJournal.open(testPorts, { folder: join(folder, '.journal') });
  expect(await journal.replace('a', '', { bytes: Buffer.from('1'), etag: '1' }, true)).toBe('written');
  const [first, second] = [journal.read('a'), journal.read('a')];
  journal.close();
  // The one under way ends well; what would have begun after it does not begin.
  expect(await first).toMatchObject({ etag: '1' });
  await expect(second).rejects.toThrow('the journal was closed');
});
