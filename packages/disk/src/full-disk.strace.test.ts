import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith, type Fault, faultArguments } from '@bough/house/servers';
import { expect, onTestFinished, test } from 'vitest';
import { DiskDatabase } from './disk-database.ts';
import { FAILED_FLUSH_EXIT } from './failed-flush.ts';

const OPENED = { timeoutMs: 1_000, synchronous: 'FULL' } as const;
const DISK = JSON.stringify(new URL('./index.ts', import.meta.url).href);
/** Opens the database, reads a word, writes another; tells each outcome. */
const PROGRAM = `
  import { DiskDatabase, isNoRoom } from ${DISK};
  const database = new DiskDatabase({ path: process.argv[1], ...${JSON.stringify(OPENED)} });
  const words = () => database.raw.prepare('SELECT word FROM words').all().map((row) => row.word);
  let wrote = 'written';
  try { database.run(database.raw.prepare("INSERT INTO words VALUES ('new')")); }
  catch (error) { wrote = isNoRoom(error) ? 'no room' : String(error.errcode); }
  console.log(JSON.stringify([database.isAlone, wrote, words()]));
  database.close();`;

function newDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bough-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'a.sqlite');
  const database = new DiskDatabase({ path, ...OPENED });
  database.raw.exec(`CREATE TABLE words (word TEXT); INSERT INTO words VALUES ('kept')`);
  database.close();
  return path;
}

describeWith('strace', (server) => {
  function run(
    path: string,
    fault: Fault,
  ): { readonly status: number | null; readonly out: string; readonly error: string } {
    const node = [process.execPath, '--input-type=module', '--eval', PROGRAM, path];
    const done = spawnSync(server().executable, [...faultArguments(fault), ...node], { encoding: 'utf8' });
    return { status: done.status, out: done.stdout.trim(), error: done.stderr.trim() };
  }

  test('[DISK-3] on a full disk a database is opened, alone, and read; a write is refused, and there is nothing of it', () => {
    const path = newDatabase();
    for (const error of ['ENOSPC', 'EDQUOT'] as const) {
      const full = run(path, { calls: 'pwrite64', error });
      expect([full.status, full.out]).toEqual([0, '[true,"no room",["kept"]]']);
    }
    const roomy = run(path, { calls: 'nanosleep', error: 'EIO' });
    expect([roomy.status, roomy.out]).toEqual([0, '[false,"written",["kept","new"]]']);
  });

  test('[DISK-1] a commit that cannot be flushed ends the process with 74 and one sentence, whatever could be read afterwards', () => {
    const path = newDatabase();
    const ended = run(path, { calls: 'fsync,fdatasync', error: 'EIO', path: `${path}-wal` });
    expect([ended.status, ended.out]).toEqual([FAILED_FLUSH_EXIT, '']);
    expect(ended.error).toMatch(
      /^bough: the disk did not keep what was written to .*a\.sqlite \(disk I\/O error\)[^\n]*$/,
    );
  });
});
