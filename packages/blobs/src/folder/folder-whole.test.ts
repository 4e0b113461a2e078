import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acceptLoss } from './folder-loss.ts';
import { type FolderStore, openFolderStore } from './folder-store.ts';
import { testPorts } from '../testing/test-ports.ts';

const execute = promisify(execFile);

let top = '';
let folder = '';
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'bough-whole-'));
  folder = join(top, 'blobs');
});
afterEach(async () => {
  await rm(top, { recursive: true });
});

const journal = (): string => join(folder, '.journal', 'objects.sqlite');

async function inStore<T>(work: (store: FolderStore) => Promise<T>): Promise<T> {
  const store = await openFolderStore(testPorts, { folder });
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

const textOf = async (store: FolderStore, key: string): Promise<string | null> =>
  (await store.get(key))?.bytes.toString() ?? null;

/** The object `heads/a`, made and then replaced: its file is `old`, its row says `text`. */
async function replaced(text: string): Promise<void> {
  await inStore(async (store) => {
    await store.createIfAbsent('heads/a', Buffer.from('old'));
    const there = await store.get('heads/a');
    await store.replaceIf('heads/a', there?.etag ?? '', Buffer.from(text));
  });
}

async function refusal(): Promise<unknown> {
  return await inStore(async () => 'opened').catch((failure: unknown) => failure);
}

test('[BLOB-40] a folder with objects is not opened without its journal, and nothing is made in its place', async () => {
  await replaced('new');
  await rm(join(folder, '.journal'), { recursive: true });
  const refused = await refusal();
  expect(refused).toMatchObject({
    ...{ code: 'blobs/no-journal', kind: 'corrupt' },
    message: expect.stringContaining(folder) as string,
    hint: expect.stringMatching(/hidden files.*backup.*failover.*accept-loss/s) as string,
  });
  expect(existsSync(join(folder, '.journal'))).toBe(false);
  await mkdir(join(folder, '.journal'));
  expect(await refusal()).toMatchObject({ code: 'blobs/no-journal' });
});

test('[BLOB-40] a copy that leaves out hidden files is refused', async () => {
  await replaced('new');
  await cp(folder, `${folder}-copy`, { recursive: true, filter: (path) => !path.includes('/.') });
  await rm(folder, { recursive: true });
  await cp(`${folder}-copy`, folder, { recursive: true });
  expect(await refusal()).toMatchObject({ code: 'blobs/no-journal' });
});

test.each([
  ['empty', 0],
  ['cut off', 5_000],
  ['cut off within its first page', 700],
])('[BLOB-40] a journal that is %s is refused, and left as it is', async (_how, length) => {
  await replaced('x'.repeat(30_000));
  await truncate(journal(), length);
  expect(await refusal()).toMatchObject({ code: 'blobs/no-journal', kind: 'corrupt' });
  expect((await readFile(journal())).length).toBe(length);
});

test('[BLOB-40] a journal that is no journal is refused', async () => {
  await replaced('new');
  await writeFile(journal(), 'something else, and long enough to be read as the head of a database: '.repeat(80));
  expect(await refusal()).toMatchObject({ code: 'blobs/no-journal' });
  await rm(journal());
  new DatabaseSync(journal()).exec('CREATE TABLE others (a)');
  expect(await refusal()).toMatchObject({ code: 'blobs/no-journal' });
});

test('[BLOB-40] folders that are empty, new, of an older version, or the top of a disk are opened', async () => {
  await mkdir(join(folder, 'lost+found'), { recursive: true });
  await mkdir(join(folder, 'heads'));
  expect(await refusal()).toBe('opened');
  await replaced('new');
  // As 0.1.0 left it: without a word.
  await rm(join(folder, '+journal'));
  const older = new DatabaseSync(journal());
  older.exec('DROP TABLE moment');
  older.close();
  expect(await inStore((store) => textOf(store, 'heads/a'))).toBe('new');
  expect(await inStore((store) => textOf(store, 'heads/a'))).toBe('new');
});

test('[BLOB-41] a journal from another time than its files is refused', async () => {
  await replaced('one');
  await cp(join(folder, '.journal'), join(top, 'older'), { recursive: true });
  await replaced('two');
  await cp(join(top, 'older'), join(folder, '.journal'), { recursive: true });
  expect(await refusal()).toMatchObject({
    ...{ code: 'blobs/apart', kind: 'corrupt', hint: expect.stringContaining('accept-loss') as string },
    message: expect.stringContaining('of different moments') as string,
  });
});

test('[BLOB-41] files from another time than their journal, put over newer ones without the hidden ones, are refused', async () => {
  await replaced('one');
  await cp(folder, `${folder}-copy`, { recursive: true, filter: (path) => !path.includes('/.') });
  await replaced('two');
  await cp(`${folder}-copy`, folder, { recursive: true });
  expect(await refusal()).toMatchObject({ code: 'blobs/apart' });
});

test('[BLOB-41] files that are gone while their journal is there are missed', async () => {
  await replaced('one');
  for (const name of await readdir(folder))
    if (!name.startsWith('.')) await rm(join(folder, name), { recursive: true });
  expect(await refusal()).toMatchObject({
    code: 'blobs/apart',
    message: expect.stringContaining('files that its journal knows of are missing') as string,
  });
});

test.each([
  [1, 'blobs/no-journal'],
  [60, 'blobs/apart'],
])(
  '[BLOB-41] a journal whose log was taken away is missed: of a process that was killed after %i large writes',
  async (writes, code) => {
    const store = await openFolderStore(testPorts, { folder });
    await store.createIfAbsent('heads/a', Buffer.from('old'));
    for (let i = 0; i < writes; i++) {
      const there = await store.get('heads/a');
      await store.replaceIf('heads/a', there?.etag ?? '', Buffer.alloc(250_000, i));
    }
    const log = (await readFile(`${journal()}-wal`)).length;
    expect(log < writes * 250_000).toBe(writes > 1);
    await cp(folder, `${folder}-copy`, { recursive: true, filter: (path) => !/-(?:wal|shm)$/.test(path) });
    await cp(folder, `${folder}-whole`, { recursive: true, filter: (path) => !path.endsWith('-shm') });
    store.close();
    await expect(openFolderStore(testPorts, { folder: `${folder}-copy` })).rejects.toMatchObject({ code });
    (await openFolderStore(testPorts, { folder: `${folder}-whole` })).close();
  },
);

test('[BLOB-41] a whole copy is opened, also in the place of what it is a copy of, and by many at once', async () => {
  await replaced('one');
  await cp(folder, `${folder}-copy`, { recursive: true });
  await replaced('two');
  await rm(folder, { recursive: true });
  await cp(`${folder}-copy`, folder, { recursive: true });
  const all = await Promise.all(Array.from({ length: 8 }, () => openFolderStore(testPorts, { folder })));
  expect(await Promise.all(all.map((store) => textOf(store, 'heads/a')))).toEqual(all.map(() => 'one'));
  for (const store of all) store.close();
  expect(await refusal()).toBe('opened');
});

test('[BLOB-41] processes that open a folder at the same moments, again and again, leave it of one moment', async () => {
  await replaced('one');
  const opener = fileURLToPath(new URL('../testing/opener.ts', import.meta.url));
  const ends = Array.from({ length: 4 }, () => execute(process.execPath, [opener, folder, '25']));
  for (const { stderr } of await Promise.all(ends)) expect(stderr).toBe('');
  expect(await refusal()).toBe('opened');
}, 60_000);

test('[BLOB-41] the word is no object', async () => {
  await replaced('one');
  const listed = await inStore((store) => store.list(''));
  expect(listed.entries.map(({ key }) => key)).toEqual(['heads/a']);
  expect(existsSync(join(folder, '+journal'))).toBe(true);
});

test('[BLOB-42] what was lost is accepted: the folder opens with what its files have, and what could not be read is kept', async () => {
  await replaced('new');
  await truncate(journal(), 700);
  expect(await acceptLoss(testPorts, { folder })).toMatchObject({ code: 'blobs/no-journal' });
  expect(await inStore((store) => textOf(store, 'heads/a'))).toBe('old');
  const kept = (await readdir(folder)).find((name) => name.startsWith('.journal-lost-')) ?? '';
  expect((await readFile(join(folder, kept, 'objects.sqlite'))).length).toBe(700);
  expect(await acceptLoss(testPorts, { folder })).toBe(null);
});

test('[BLOB-42] a journal of another moment is accepted as it is', async () => {
  await replaced('one');
  await cp(folder, `${folder}-copy`, { recursive: true, filter: (path) => !path.includes('/.') });
  await replaced('two');
  await cp(`${folder}-copy`, folder, { recursive: true });
  expect(await acceptLoss(testPorts, { folder })).toMatchObject({ code: 'blobs/apart' });
  expect(await inStore((store) => textOf(store, 'heads/a'))).toBe('two');
});
