import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DiskDatabase } from './disk-database.ts';
import { FAILED_FLUSH_EXIT } from './failed-flush.ts';
import { Standing } from './standing.ts';

const DISK = JSON.stringify(new URL('./index.ts', import.meta.url).href);
/** Opens a database, writes, loses its folder, and writes again; tells each outcome. */
const PROGRAM = `
  import { renameSync } from 'node:fs';
  import { DiskDatabase } from ${DISK};
  const [folder, away] = process.argv.slice(1);
  const database = new DiskDatabase({ path: folder + '/a.sqlite', timeoutMs: 1_000, synchronous: 'FULL' });
  const add = database.raw.prepare("INSERT INTO words VALUES ('new')");
  console.log(database.run(add));
  renameSync(folder, away);
  console.log(database.run(add));`;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bough-standing-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'data'));
  return join(folder, 'data');
}

test('[DISK-5] a file stands until it, or a folder above it, is moved, removed or replaced, and again when it is back', () => {
  const folder = newFolder();
  const path = join(folder, 'a');
  expect(Standing.tryAt(path)).toBe(null);
  writeFileSync(path, 'one');
  const standing = Standing.tryAt(path);
  const stands = (): boolean | undefined => standing?.isThere;
  expect([standing?.path, stands()]).toEqual([path, true]);
  renameSync(folder, `${folder}-away`);
  expect(stands()).toBe(false);
  mkdirSync(folder);
  writeFileSync(path, 'one');
  expect(stands()).toBe(false);
  rmSync(folder, { recursive: true });
  renameSync(`${folder}-away`, folder);
  expect(stands()).toBe(true);
});

test('[DISK-5] a database whose folder was moved away confirms nothing more: the process ends with 74 and one sentence', () => {
  const folder = newFolder();
  const database = new DiskDatabase({ path: join(folder, 'a.sqlite'), timeoutMs: 1_000, synchronous: 'FULL' });
  database.raw.exec('CREATE TABLE words (word TEXT)');
  database.close();
  const node = ['--input-type=module', '--eval', PROGRAM, folder, `${folder}-away`];
  const ended = spawnSync(process.execPath, node, { encoding: 'utf8' });
  expect([ended.status, ended.stdout]).toEqual([FAILED_FLUSH_EXIT, '1\n']);
  expect(ended.stderr).toMatch(/^bough: .*a\.sqlite is not the file any more[^\n]*\n$/);
});

test('[DISK-5] a database is closed well, also when its log goes with the last who has it open', () => {
  const path = join(newFolder(), 'a.sqlite');
  const database = new DiskDatabase({ path, timeoutMs: 1_000, synchronous: 'NORMAL' });
  database.raw.exec('CREATE TABLE words (word TEXT)');
  expect(database.lostFile).toBe(null);
  rmSync(`${path}-wal`);
  expect(database.lostFile).toBe(`${path}-wal`);
  database.close();
  expect(database.lostFile).toBe(null);
});
