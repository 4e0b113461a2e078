import { closeSync, fdatasync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { type Clock, Coalesced, type Random } from '@bough/base';
import type { Blob, ETag } from '@bough/bloblog';
import { DiskDatabase, endAfterFailedFlush, endAfterLostPlace } from '@bough/disk';
import { flushFolder } from './folder-files.ts';
import { type Asked, BEHIND_ALL } from './folder-list.ts';
import { beginWhenFree, whenFree } from './folder-locks.ts';
import { goneFolder, noJournal, type WhenGone, type Words } from './folder-whole.ts';
import { JOURNAL_FILE } from './journal-path.ts';

// What is replaced again and again stands as a row in one database beside the files, and hides the file of its key. A row costs no
// file to be made, flushed and renamed, and all rows that are written meanwhile share one flush.
//
// SQLite's log (WAL) orders the writes of all processes and undoes what a killed one left half done. With synchronous=NORMAL it
// flushes that log only before it is copied into the database; nothing here counts as written before a flush of our own,
// on a thread, so that nobody else waits for the disk meanwhile. On macOS both reach the disk itself (fullfsync, as Node's own).

/** How long a write waits, without doing anything else, for the short moment in which another process writes. */
const BUSY_MS = 50;
/** How long opening waits for others that open the same folder, or close it. */
const OPEN_PATIENCE_MS = 10_000;

const flushFile = promisify(fdatasync);

const TABLES = `CREATE TABLE IF NOT EXISTS objects (key TEXT PRIMARY KEY, etag TEXT NOT NULL, at INTEGER NOT NULL, bytes BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS moment (id INTEGER PRIMARY KEY CHECK (id = 1), now TEXT NOT NULL, before TEXT)`;

/** What became of a write: `elsewhere`, the key has no row. */
type RowOutcome = 'written' | 'refused' | 'elsewhere';

interface Write {
  readonly key: string;
  readonly etag: ETag;
  readonly blob: Blob;
  /** Whether the file, which nobody else can replace now, bears `etag`. */
  readonly isFileSame: boolean;
  readonly resolve: (outcome: RowOutcome) => void;
  readonly reject: (cause: unknown) => void;
}

/** A row without its bytes. */
interface RowFacts {
  readonly etag: ETag;
  readonly size: number;
  readonly modifiedAt: number;
}

type Ports = { readonly clock: Clock; readonly random: Random };

/** The rows of a folder. Several processes may have it open, unless the disk was full when one opened it: then that one alone, until it writes. */
export class FolderJournal {
  readonly #ports: Ports;
  readonly #settings: { readonly folder: string; readonly whenGone: WhenGone };
  readonly #flush: Coalesced<void>;
  #rows: Rows;
  /** Called when the log was copied into the database, which has the words of the moment then. */
  onCopied: () => void = nothing;
  #isClosed = false;
  #waiting: Write[] = [];
  /** Resolves when the last transaction that was asked for is over. */
  #last: Promise<void> = Promise.resolve();

  private constructor(ports: Ports, settings: { readonly folder: string; readonly whenGone: WhenGone }, rows: Rows) {
    this.#ports = ports;
    this.#settings = settings;
    this.#rows = rows;
    this.#flush = new Coalesced(async () => {
      if (this.#isClosed) throw new Error('the journal was closed');
      await flushLog(this.#rows, settings.whenGone);
    });
  }

  /** Opens the journal in this folder, which is made where it is missing; `mustBeThere`: throws where that was an empty one. */
  static async open(
    ports: Ports,
    {
      folder,
      mustBeThere = false,
      whenGone = 'end',
    }: { readonly folder: string; readonly mustBeThere?: boolean; readonly whenGone?: WhenGone },
  ): Promise<FolderJournal> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const rows = await whenFree(ports, () => openRows(folder, mustBeThere), OPEN_PATIENCE_MS);
    // The names of its own files SQLite flushes itself.
    await flushFolder(dirname(folder));
    return new FolderJournal(ports, { folder, whenGone }, rows);
  }

  /** Whether there was no room to open it for writing, too. */
  get isAlone(): boolean {
    return this.#rows.database.isAlone;
  }

  /** What the journal says of the moment of the whole folder (folder-whole.ts); null: it was never said. */
  words(): Words | null {
    const row = this.#rows.statements.words.get();
    if (row === undefined) return null;
    return { now: String(row['now']), before: row['before'] === null ? null : String(row['before']) };
  }

  /** Says it, safely. */
  async setWords({ now, before }: Words): Promise<void> {
    await this.#inTurn(() => this.#rows.statements.setWords.run(now, before));
    await this.#flush.ask();
  }

  /** Ends the process, or throws, unless the journal, and so the folder, is where it was when it was opened. */
  mustStand(): void {
    mustStand(this.#rows.database, this.#settings.whenGone);
  }

  /**
   * The key's row; null: it has none. It is safe when this resolves: another process may have written it a moment ago and not flushed it
   * yet, and what was shown to somebody must not be lost.
   */
  async read(key: string): Promise<Blob | null> {
    const row = this.#rows.statements.read.get(key);
    if (row === undefined) return null;
    if (!this.#rows.database.isAlone) await this.#flush.ask();
    return { bytes: bytesOf(row['bytes']), etag: String(row['etag']) };
  }

  /** What there is to know of the key's row. */
  facts(key: string): RowFacts | null {
    const row = this.#rows.statements.facts.get(key);
    if (row === undefined) return null;
    return { etag: String(row['etag']), size: Number(row['size']), modifiedAt: Number(row['at']) };
  }

  /** The first keys of a page of a listing that have rows, in order. */
  keys({ prefix, after, limit }: Asked): readonly string[] {
    const rows = this.#rows.statements.keys.all(prefix, `${prefix}${BEHIND_ALL}`, after ?? '', limit);
    return rows.map((row) => String(row['key']));
  }

  /** Keys whose row was not written since then. */
  keysBefore(atMs: number): readonly string[] {
    return this.#rows.statements.before.all(atMs).map((row) => String(row['key']));
  }

  /** Puts these bytes in the place of the row that bears `etag`; what is written in one turn is committed and flushed together. */
  replace(key: string, etag: ETag, blob: Blob, isFileSame = false): Promise<RowOutcome> {
    const { promise, resolve, reject } = Promise.withResolvers<RowOutcome>();
    this.#waiting.push({ key, etag, blob, isFileSame, resolve, reject });
    // At the end of this turn; it keeps the process alive, for a command has nothing else to stay for.
    if (this.#waiting.length === 1) setImmediate(() => void this.#commit());
    return promise;
  }

  /** Removes the row, safely; with `etag`, only while it bears that. False: there is no such row. */
  async drop(key: string, etag: ETag | null): Promise<boolean> {
    if (this.facts(key) === null) return false;
    const { drop, dropThis } = this.#rows.statements;
    const { changes } = await this.#inTurn(() => (etag === null ? drop.run(key) : dropThis.run(key, etag)));
    await this.#flush.ask();
    return Number(changes) > 0;
  }

  /** Nothing may be under way that anybody waits for. Settling may be: its flush ends before the log is closed, and it goes no further. */
  close(): void {
    this.#isClosed = true;
    const { database, log } = this.#rows;
    database.close();
    const end = (): void => closeSync(log);
    if (this.#flush.isIdle) end();
    else this.#flush.ask().then(end, end);
  }

  /** All that waits, in one transaction and one flush. */
  async #commit(): Promise<void> {
    const writes = this.#waiting;
    this.#waiting = [];
    try {
      const outcomes = await this.#inTurn(() => writes.map((write) => this.#write(write)));
      if (outcomes.includes('written')) await this.#flush.ask();
      for (const [i, write] of writes.entries()) write.resolve(outcomes[i] ?? 'refused');
    } catch (cause) {
      for (const write of writes) write.reject(cause);
    }
  }

  #write({ key, etag, blob, isFileSame }: Write): RowOutcome {
    const { statements } = this.#rows;
    const at = Math.floor(this.#ports.clock.now());
    // Nearly always there is such a row: one statement, which touches the row alone and not the index of keys.
    if (Number(statements.replace.run(blob.etag, at, blob.bytes, key, etag).changes) > 0) return 'written';
    if (statements.etag.get(key) !== undefined) return 'refused';
    if (!isFileSame) return 'elsewhere';
    statements.write.run(key, blob.etag, at, blob.bytes);
    return 'written';
  }

  /** There may be room by now to share the database with other processes. Nobody reads meanwhile. */
  async #openAnew(): Promise<void> {
    closeRows(this.#rows);
    this.#rows = openRows(this.#settings.folder, true);
  }

  /** Does this in a transaction of its own, after all that was asked for before. */
  #inTurn<T>(work: () => T): Promise<T> {
    const done = this.#last.then(async () => {
      if (this.#rows.database.isAlone) await this.#openAnew();
      const { database, statements } = this.#rows;
      await beginWhenFree(this.#ports, statements.begin);
      try {
        const answer = database.use(() => {
          const answered = work();
          statements.commit.run();
          return answered;
        });
        if (database.copyWhenDue()) this.onCopied();
        return answer;
      } catch (cause) {
        if (database.raw.isTransaction) statements.rollback.run();
        throw cause;
      }
    });
    this.#last = done.then(nothing, nothing);
    return done;
  }
}

function nothing(): void {}

/** The open database with the file of its log. */
interface Rows {
  readonly database: DiskDatabase;
  /** While a connection is open its log is never removed, so this is the log's file until the end. SQLite locks other files. */
  readonly log: number;
  readonly logPath: string;
  readonly statements: ReturnType<typeof prepare>;
}

function openRows(folder: string, mustBeThere: boolean): Rows {
  const path = join(folder, JOURNAL_FILE);
  const database = new DiskDatabase({ path, timeoutMs: BUSY_MS, synchronous: 'NORMAL' });
  try {
    database.use(() => {
      const there = database.raw.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'objects'").get();
      if (there === undefined && mustBeThere) throw noJournal(dirname(folder));
      database.raw.exec(TABLES);
    });
    const logPath = `${path}-wal`;
    return { database, logPath, log: openSync(logPath, 'r+'), statements: prepare(database.raw) };
  } catch (cause) {
    database.close();
    throw cause;
  }
}

function closeRows({ database, log }: Rows): void {
  closeSync(log);
  database.close();
}

/** What was written before is safe, and stands where the next process looks for it, when this resolves. */
async function flushLog({ database, log, logPath }: Rows, whenGone: WhenGone): Promise<void> {
  await flushFile(log).catch((cause: unknown) => endAfterFailedFlush(logPath, cause));
  mustStand(database, whenGone);
}

/** Ends the process, or throws, unless the journal is where it was when it was opened: written and flushed, it would still be lost. */
function mustStand(database: DiskDatabase, whenGone: WhenGone): void {
  const lost = database.lostFile;
  if (lost === null) return;
  if (whenGone === 'end') endAfterLostPlace(lost);
  throw goneFolder(lost);
}

function prepare(database: DatabaseSync): Readonly<Record<StatementName, StatementSync>> {
  return {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),
    read: database.prepare('SELECT etag, bytes FROM objects WHERE key = ?'),
    facts: database.prepare('SELECT etag, at, length(bytes) AS size FROM objects WHERE key = ?'),
    etag: database.prepare('SELECT etag FROM objects WHERE key = ?'),
    keys: database.prepare('SELECT key FROM objects WHERE key >= ? AND key < ? AND key > ? ORDER BY key LIMIT ?'),
    before: database.prepare('SELECT key FROM objects WHERE at < ? LIMIT 1000'),
    replace: database.prepare('UPDATE objects SET etag = ?, at = ?, bytes = ? WHERE key = ? AND etag = ?'),
    write: database.prepare('INSERT INTO objects (key, etag, at, bytes) VALUES (?, ?, ?, ?)'),
    words: database.prepare('SELECT now, before FROM moment'),
    setWords: database.prepare('INSERT OR REPLACE INTO moment (id, now, before) VALUES (1, ?, ?)'),
    drop: database.prepare('DELETE FROM objects WHERE key = ?'),
    dropThis: database.prepare('DELETE FROM objects WHERE key = ? AND etag = ?'),
  };
}

type StatementName =
  | 'begin'
  | 'commit'
  | 'rollback'
  | 'read'
  | 'facts'
  | 'etag'
  | 'keys'
  | 'before'
  | 'replace'
  | 'write'
  | 'words'
  | 'setWords'
  | 'drop'
  | 'dropThis';

function bytesOf(value: unknown): Buffer {
  if (!(value instanceof Uint8Array)) throw new Error('a bug in Bough: bytes are a blob');
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
