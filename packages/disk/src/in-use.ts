import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const BUSY = 5;

/** Whether another process has the database in this file open. Of one that is not there none has. */
export function isInUse(path: string): boolean {
  if (!existsSync(path)) return false;
  const raw = new DatabaseSync(path, { timeout: 0 });
  try {
    // Whoever has a log of writes open shares a lock with everybody but who wants the file alone.
    raw.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === BUSY) return true;
    throw error;
  } finally {
    raw.close();
  }
}
