import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

// A database that is only read, so that nothing is made beside it: on a disk that is mounted read-only, or where a command only says what it
// would do. SQLite itself makes an index of the log to read one, unless a process has the database open already.

/** A copy of a database, for this process alone. */
export interface DatabaseCopy {
  readonly path: string;
  readonly remove: () => void;
}

/** An open database that is only read. */
export interface ReadDatabase {
  readonly raw: DatabaseSync;
  readonly close: () => void;
}

/** Whether files may be written in this folder. */
export function mayWriteIn(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Copies a database with its log to a new folder among the temporary files, under its own name and readable by nobody else: for one that nobody writes
 * to. Where there is none, there is no copy either, and one that is opened there begins empty.
 */
export function copyOfDatabase(path: string): DatabaseCopy {
  const folder = mkdtempSync(join(tmpdir(), 'bough-read-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, basename(path));
    if (existsSync(path)) copyFileSync(path, copy);
    if (hasLog(path)) copyFileSync(`${path}-wal`, `${copy}-wal`);
    return { path: copy, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Opens a database to be read, and leaves everything beside it as it is. Another process may write to it meanwhile. */
export function openToRead(path: string): ReadDatabase {
  if (!hasLog(path)) {
    const address = pathToFileURL(path);
    address.search = 'immutable=1';
    return opened(new DatabaseSync(address, { readOnly: true }), () => undefined);
  }
  if (existsSync(`${path}-shm`) && mayWriteIn(dirname(path))) {
    return opened(new DatabaseSync(path, { readOnly: true }), () => undefined);
  }
  const copy = copyOfDatabase(path);
  try {
    return opened(new DatabaseSync(copy.path), copy.remove);
  } catch (error) {
    copy.remove();
    throw error;
  }
}

function opened(raw: DatabaseSync, after: () => void): ReadDatabase {
  const close = (): void => {
    raw.close();
    after();
  };
  return { raw, close };
}

function hasLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
