import { writeSync } from 'node:fs';

// A flush that failed is not a write that may be tried again: the kernel has reported the loss once, marks the pages as clean, and goes on
// answering reads from memory with bytes that no disk has (Rebello et al., "Can Applications Recover from fsync Failures?", USENIX ATC
// 2020). So the process ends before it acknowledges anything more, and whoever starts next writes and flushes anew what it finds
// (see DiskDatabase).

/** The exit code after a failed flush: EX_IOERR of sysexits.h. */
export const FAILED_FLUSH_EXIT = 74;

/** SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC. */
const SQLITE_FLUSHES: ReadonlySet<unknown> = new Set([1034, 1290]);
const FLUSHES: ReadonlySet<unknown> = new Set(['fsync', 'fdatasync']);

/** Whether Node's file system or SQLite says that a flush failed. */
export function isFailedFlush(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return (
    ('errcode' in error && SQLITE_FLUSHES.has(error.errcode)) || ('syscall' in error && FLUSHES.has(error.syscall))
  );
}

/** Ends the process at once, with one sentence on standard error: nothing that waits for this flush is ever answered. */
export function endAfterFailedFlush(place: string, cause: unknown): never {
  const why = cause instanceof Error ? cause.message : String(cause);
  const sentence =
    `bough: the disk did not keep what was written to ${place} (${why}), so this process ends and confirms none of it: ` +
    'look at the disk and at the log of the kernel before you trust it again.\n';
  try {
    writeSync(2, sentence);
  } catch {
    // Nobody reads standard error: the exit code says it too.
  }
  process.exit(FAILED_FLUSH_EXIT);
}

/** What the work answers; when a flush fails in it, the process ends. Everything else is thrown as it came. */
export function orEnd<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isFailedFlush(error)) endAfterFailedFlush(place, error);
    throw error;
  }
}
