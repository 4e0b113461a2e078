import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { DiskDatabase } from './disk-database.ts';
import { isFailedFlush } from './failed-flush.ts';
import { isNoRoom } from './no-room.ts';

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bough-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'a.sqlite');
}

test('[DISK-2] a log that a killed process left is copied into the database before anything is read', () => {
  const path = newPath();
  const left = new DatabaseSync(path);
  left.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE words (word TEXT)');
  left.exec(`INSERT INTO words VALUES ('kept')`);
  expect(statSync(path).size).toBeLessThan(8_192);
  // It has it open still, as a process has that runs beside this one.
  const opened = new DiskDatabase({ path, timeoutMs: 1_000, synchronous: 'FULL' });
  expect(statSync(path).size).toBe(8_192);
  expect(opened.raw.prepare('SELECT word FROM words').get()).toEqual({ word: 'kept' });
  expect(opened.isAlone).toBe(false);
  opened.close();
  opened.close();
  left.close();
});

test('[DISK-2] a log that grows long is copied, and not before', () => {
  const path = newPath();
  const opened = new DiskDatabase({ path, timeoutMs: 1_000, synchronous: 'NORMAL' });
  onTestFinished(() => opened.close());
  opened.raw.exec('CREATE TABLE words (word BLOB)');
  const add = opened.raw.prepare('INSERT INTO words VALUES (zeroblob(400000))');
  const sizes = Array.from({ length: 30 }, () => {
    expect(opened.run(add)).toBe(1);
    return statSync(path).size;
  });
  expect(new Set(sizes).size).toBe(2);
  expect(sizes.at(-1)).toBeGreaterThan(7_000_000);
});

test('[DISK-1] a failed flush and a full disk are told from each other, and from every other error', () => {
  const errors = [
    Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', syscall: 'fdatasync' }),
    Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO', syscall: 'fsync' }),
    Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 1034 }),
    Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      errno: -constants.errno.ENOSPC,
      syscall: 'write',
    }),
    Object.assign(new Error('Unknown system error -122'), { errno: -constants.errno.EDQUOT, syscall: 'write' }),
    Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
    Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' }),
    Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 266 }),
    'EIO',
  ];
  expect(errors.map(isFailedFlush)).toEqual([true, true, true, false, false, false, false, false, false]);
  expect(errors.map(isNoRoom)).toEqual([false, false, false, true, true, true, false, false, false]);
});
