import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { isFailedFlush, orEnd } from './failed-flush.ts';
import { isNoRoom, namingQuota } from './no-room.ts';
import { endAfterLostPlace, Standing } from './standing.ts';

// SQLite with a write-ahead log (WAL), opened so that a disk that fails or is full is noticed.
//
// After a failed flush the process ends. The next one may find in the log, in memory, what is on no disk. So opening copies the whole log
// into the database, which writes these bytes anew, and flushes them: what is read from then on is on the disk.
//
// Left alone, SQLite copies the log after some commits and keeps to itself when that fails. So it is told not to; `copyWhenDue` does it.
//
// On a full disk there may be no room for the index of the log, a file of 32 KiB that lives while the database is open. Then the index is
// kept in memory, which shuts other processes out until the database is opened anew.

/** So much log, in pages, before it is copied into the database. */
const DUE_PAGES = 2_000;
/** How often, and how far apart, opening asks to copy the log while another process is doing that. */
const COPY_TRIES = 40;
const COPY_PAUSE_MS = 25;

/** How a database is opened. */
export interface DiskDatabaseSettings {
  readonly path: string;
  /** How long a statement waits for another process, doing nothing else. */
  readonly timeoutMs: number;
  /** `NORMAL`: a commit is on the disk once its caller has flushed the log. `FULL`: when it returns. */
  readonly synchronous: 'NORMAL' | 'FULL';
}

/**
 * An open database. A failed flush in any of its calls ends the process, and so does a database that is not where it was; a full disk is an
 * error of which `isNoRoom` is true.
 */
export class DiskDatabase {
  readonly raw: DatabaseSync;
  /** Whether there was no room to share it, so that no other process can use it. */
  readonly isAlone: boolean;
  readonly #path: string;
  readonly #files: readonly Standing[];
  readonly #isSafeAtOnce: boolean;
  readonly #state: StatementSync;
  readonly #copy: StatementSync;

  /** Opens or makes it; throws what SQLite says, SQLITE_BUSY too while another process is opening it. */
  constructor(settings: DiskDatabaseSettings) {
    const shared = tryShared(settings);
    this.raw = shared ?? open(settings, 'PRAGMA locking_mode = EXCLUSIVE;');
    this.isAlone = shared === null;
    this.#path = settings.path;
    // While a connection is open SQLite removes neither.
    this.#files = [settings.path, `${settings.path}-wal`].flatMap((path) => Standing.tryAt(path) ?? []);
    this.#isSafeAtOnce = settings.synchronous === 'FULL';
    this.#state = this.raw.prepare('PRAGMA wal_checkpoint(NOOP)');
    this.#copy = this.raw.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  }

  /** What the work answers, which uses this database. With `FULL` what it committed stands where it is looked for. */
  use<T>(work: () => T): T {
    const answer = this.#orEnd(work);
    if (!this.#isSafeAtOnce || this.raw.isTransaction) return answer;
    const lost = this.lostFile;
    if (lost !== null) endAfterLostPlace(lost);
    return answer;
  }

  /** The file of it that does not stand any more where it was opened, database or log; null: both do. */
  get lostFile(): string | null {
    // Whoever closed it last has removed the log.
    if (!this.raw.isOpen) return null;
    return this.#files.find((file) => !file.isThere)?.path ?? null;
  }

  /** Runs a statement, and answers how many rows it changed. */
  run(statement: StatementSync, ...values: SQLInputValue[]): number {
    const { changes } = this.use(() => statement.run(...values));
    if (!this.raw.isTransaction) this.copyWhenDue();
    return Number(changes);
  }

  /**
   * Copies the log into the database when it has grown long, and answers whether it was tried: to be called after a commit. What cannot be
   * copied stays in the log, and is safe there.
   */
  copyWhenDue(): boolean {
    const { log, checkpointed } = this.#state.get() ?? {};
    if (Number(log) - Number(checkpointed) < DUE_PAGES) return false;
    this.use(() => tryCopy(this.#copy));
    return true;
  }

  close(): void {
    if (this.raw.isOpen) this.#orEnd(() => this.raw.close());
  }

  #orEnd<T>(work: () => T): T {
    try {
      return orEnd(this.#path, work);
    } catch (error) {
      throw namingQuota(this.#path, error);
    }
  }
}

function tryShared(settings: DiskDatabaseSettings): DatabaseSync | null {
  try {
    return open(settings, '');
  } catch (error) {
    if (isNoRoom(error)) return null;
    throw error;
  }
}

function open({ path, timeoutMs, synchronous }: DiskDatabaseSettings, first: string): DatabaseSync {
  return orEnd(path, () => {
    const raw = new DatabaseSync(path, { timeout: timeoutMs });
    try {
      raw.exec(`${first} PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA fullfsync = 1;
        PRAGMA wal_autocheckpoint = 0;`);
      copyAll(raw);
      return raw;
    } catch (error) {
      raw.close();
      throw error;
    }
  });
}

/** Another process that keeps the log busy all the while has it open since before, and is told of a failed flush by the kernel itself. */
function copyAll(raw: DatabaseSync): void {
  const copy = raw.prepare('PRAGMA wal_checkpoint(FULL)');
  for (let tries = 0; tries < COPY_TRIES; tries++) {
    if (tryCopy(copy) !== 'busy') return;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, COPY_PAUSE_MS);
  }
}

function tryCopy(copy: StatementSync): 'busy' | 'done' {
  try {
    return copy.get()?.['busy'] === 0 ? 'done' : 'busy';
  } catch (error) {
    if (isFailedFlush(error)) throw error;
    // No room to copy it to, say. It is all in the log, and is read there.
    return 'done';
  }
}
