import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FAILED_FLUSH_EXIT } from '@bough/disk';
import { describeWith, type Fault, faultArguments } from '@bough/house/servers';
import { expect, onTestFinished, test } from 'vitest';
import { openFolderStore } from './folder-store.ts';
import { testPorts } from '../testing/test-ports.ts';

const WRITER = fileURLToPath(new URL('../testing/disk-writer.ts', import.meta.url));
const JOURNAL_OPENER = fileURLToPath(new URL('../testing/journal-opener.ts', import.meta.url));
const WORK = ['create', 'replace', 'put', 'copy'] as const;

/** A folder with a file `a/file` and a row `a/row`, both of them `kept`. */
async function newFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bough-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const store = await openFolderStore(testPorts, { folder });
  await store.put('a/file', Buffer.from('kept'));
  const made = await store.createIfAbsent('a/row', Buffer.from('old'));
  if (made.kind !== 'written') throw new Error('nobody else is here');
  await store.replaceIf('a/row', made.etag, Buffer.from('kept'));
  store.close();
  return folder;
}

/** What stands under the keys that the work is done on. */
async function standing(folder: string): Promise<readonly (string | null)[]> {
  const store = await openFolderStore(testPorts, { folder });
  const texts = await Promise.all(
    ['a/file', 'a/row', 'a/new'].map(async (key) => (await store.get(key))?.bytes.toString() ?? null),
  );
  store.close();
  return texts;
}

describeWith('strace', (server) => {
  /** A process that opens the folder, does that, and prints what it was told. */
  function run(folder: string, work: (typeof WORK)[number], fault: Fault) {
    return runProgram([WRITER, folder, work], fault);
  }

  function runProgram(program: readonly string[], fault: Fault) {
    const command = [...faultArguments(fault), process.execPath, ...program];
    // Calls are counted in each thread alone: with one beside the main thread, all are met.
    const env = { ...process.env, UV_THREADPOOL_SIZE: '1' };
    const { status, stdout, stderr } = spawnSync(server().executable, command, { encoding: 'utf8', env });
    return { status, out: stdout.trim(), error: stderr.trim() };
  }

  test.each(['create', 'replace', 'put'] as const)(
    '[BLOB-13] a flush that fails ends the process before it answers: %s',
    async (work) => {
      const folder = await newFolder();
      let failed = 0;
      // The first ones are those of opening.
      for (let nth = 1; ; nth++) {
        const ended = run(folder, work, { calls: 'fsync,fdatasync', error: 'EIO', when: String(nth) });
        if (ended.status === 0) break;
        failed++;
        expect([ended.status, ended.out]).toEqual([FAILED_FLUSH_EXIT, '']);
        expect(ended.error).toMatch(/^bough: the disk did not keep what was written to /);
      }
      expect(failed).toBeGreaterThan(3);
      const [file, row] = await standing(folder);
      expect(['kept', 'new']).toContain(file);
      expect(['kept', 'new']).toContain(row);
    },
    60_000,
  );

  test('[BLOB-13] what stands in a store is flushed when it is opened: who put it there may have been killed before that', async () => {
    const folder = await newFolder();
    // Nothing else of this work flushes that folder.
    const ended = run(folder, 'copy', { calls: 'fsync', error: 'EIO', path: join(folder, 'a') });
    expect([ended.status, ended.out]).toEqual([FAILED_FLUSH_EXIT, '']);
  });

  test('[BLOB-13] a journal that is opened has its name on the disk, without anything else of the store', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bough-disk-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const opened = (path: string) =>
      runProgram([JOURNAL_OPENER, join(folder, 'journal')], { calls: 'fsync', error: 'EIO', path });
    expect(opened(join(folder, 'elsewhere'))).toMatchObject({ status: 0 });
    expect(opened(folder)).toMatchObject({ status: FAILED_FLUSH_EXIT });
  });

  test.each(WORK)(
    '[BLOB-17] a full disk refuses a write, keeps what was there and nothing half-written: %s',
    async (work) => {
      const folder = await newFolder();
      for (const error of ['ENOSPC', 'EDQUOT'] as const) {
        const full = run(folder, work, { calls: 'pwrite64', error });
        expect([full.status, full.out]).toEqual([0, 'blobs/full']);
      }
      expect(await standing(folder)).toEqual(['kept', 'kept', null]);
      expect(readdirSync(join(folder, '.aside'))).toEqual([]);
    },
  );
});
