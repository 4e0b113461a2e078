import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FAILED_FLUSH_EXIT } from '@bough/disk';
import { expect, onTestFinished, test } from 'vitest';
import { openFolderStore } from './folder-store.ts';
import { testPorts } from '../testing/test-ports.ts';

const WRITER = fileURLToPath(new URL('../testing/disk-writer.ts', import.meta.url));

/** A folder with a file `a/file` and a row `a/row`. */
async function newFolder(): Promise<string> {
  const top = mkdtempSync(join(tmpdir(), 'bough-gone-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const folder = join(top, 'above', 'blobs');
  const store = await openFolderStore(testPorts, { folder });
  await store.put('a/file', Buffer.from('kept'));
  const made = await store.createIfAbsent('a/row', Buffer.from('old'));
  if (made.kind !== 'written') throw new Error('nobody else is here');
  await store.replaceIf('a/row', made.etag, Buffer.from('kept'));
  store.close();
  return folder;
}

/** What becomes of a folder under the process that has it open. */
const GONE = {
  'that was moved away': (folder) => rename(folder, `${folder}-away`),
  'that was removed': (folder) => rm(folder, { recursive: true }),
  'below a folder that is moved away': (folder) => rename(join(folder, '..'), `${join(folder, '..')}-away`),
  'that was replaced by a copy': async (folder) => {
    await cp(folder, `${folder}-copy`, { recursive: true });
    await rename(folder, `${folder}-away`);
    await rename(`${folder}-copy`, folder);
  },
  'left without its journal': (folder) => rm(join(folder, '.journal'), { recursive: true }),
} satisfies Record<string, (folder: string) => Promise<void>>;

/** Opens the folder in a process of its own, does that to the folder, and lets it write; what the process said and how it ended. */
async function writeInto(folder: string, work: string, gone: (folder: string) => Promise<void>) {
  const child = spawn(process.execPath, [WRITER, folder, work, 'waiting']);
  let [said, complained] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complained += text));
  const ended = once(child, 'close');
  await expect.poll(() => said, { timeout: 20_000 }).toBe('open\n');
  await gone(folder);
  child.stdin.end();
  await ended;
  return { code: child.exitCode, told: said.slice('open\n'.length).trim(), complained };
}

const CASES = Object.entries(GONE).flatMap(([how, gone]) =>
  ['create', 'replace', 'put', 'copy', 'remove'].map((work) => ({ how, gone, work })),
);

test.each(CASES)('[BLOB-43] nothing is confirmed in a folder $how: $work', async ({ gone, work }) => {
  const folder = await newFolder();
  const { code, told, complained } = await writeInto(folder, work, gone);
  if (told === '') {
    expect(code).toBe(FAILED_FLUSH_EXIT);
    expect(complained).toMatch(/^bough: .*was removed, moved, replaced[^\n]*\n$/);
  } else expect(told).toMatch(/^(?:unsure|blobs\/unavailable)$/);
});

test('[BLOB-43] a folder that is as it was takes writes', async () => {
  const folder = await newFolder();
  const moved = `${folder}-away`;
  const there = async (): Promise<void> => {
    await rename(folder, moved);
    await rename(moved, folder);
  };
  expect(await writeInto(folder, 'replace', there)).toEqual({ code: 0, told: 'written', complained: '' });
});

test('[BLOB-43] where the process goes on without it, writes and reads of rows fail until the folder is back', async () => {
  const folder = await newFolder();
  const store = await openFolderStore(testPorts, { folder, whenGone: 'fail' });
  const row = await store.get('a/row');
  await rename(folder, `${folder}-away`);
  expect(await store.replaceIf('a/row', row?.etag ?? '', Buffer.from('new'))).toMatchObject({ kind: 'unsure' });
  await expect(store.get('a/row')).rejects.toMatchObject({ code: 'blobs/gone', kind: 'unavailable' });
  expect(() => store.mustStand()).toThrow(expect.objectContaining({ code: 'blobs/gone' }) as Error);
  await rename(`${folder}-away`, folder);
  const now = await store.get('a/row');
  expect(await store.replaceIf('a/row', now?.etag ?? '', Buffer.from('newer'))).toMatchObject({ kind: 'written' });
  store.close();
});
