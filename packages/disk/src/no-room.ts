import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { constants } from 'node:os';

// What a full disk, or a spent quota, looks like from here.

/** As Node has it in `errno`: it has no name for a spent quota, and calls that an unknown error. */
const FULL: ReadonlySet<unknown> = new Set([-constants.errno.ENOSPC, -constants.errno.EDQUOT]);
/** SQLITE_FULL, and SQLITE_IOERR_SHMSIZE: the index of the log, in a file of its own, could not grow. */
const SQLITE_FULL: ReadonlySet<unknown> = new Set([13, 4874]);

/** Whether Node's file system or SQLite says that there is no room. */
export function isNoRoom(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return ('errno' in error && FULL.has(error.errno)) || ('errcode' in error && SQLITE_FULL.has(error.errcode));
}

/** SQLITE_CORRUPT and SQLITE_NOTADB; what SQLite adds to a code stands above its lowest byte. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

/** Whether SQLite says that the file itself is damaged, or is no database. */
export function isDamagedFile(error: unknown): error is Error {
  return error instanceof Error && 'errcode' in error && DAMAGED.has(Number(error.errcode) & 0xff);
}

/** SQLITE_IOERR_WRITE: what SQLite says of a spent quota, and of a write that failed in any other way. */
const SQLITE_WRITE = 778;
const TRIED_BYTES = 64 * 1024;

/** The error, or, when SQLite met a spent quota in this file, the one that says so: a few bytes are tried beside it. */
export function namingQuota(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || error.errcode !== SQLITE_WRITE) return error;
  const tried = `${path}-room`;
  try {
    const file = openSync(tried, 'w', 0o600);
    try {
      writeSync(file, new Uint8Array(TRIED_BYTES), 0, null, 0);
    } finally {
      closeSync(file);
      unlinkSync(tried);
    }
  } catch (cause) {
    if (isNoRoom(cause)) return cause;
  }
  return error;
}
