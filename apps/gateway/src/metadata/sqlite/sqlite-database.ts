import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { DiskDatabase, isNoRoom } from '@bough/disk';
import { GatewayFailure } from '../../failure.ts';
import { integer, type Row } from './rows.ts';
import { STEPS } from './steps.ts';

/**
 * One SQLite file: write-ahead log, a full sync on each commit, tables brought up to date on opening. Calls are synchronous
 * inside, so that what `together` runs is one transaction that nothing can interleave with. A commit whose flush fails ends the process; on
 * a full disk what was kept is read, and a write is refused with `gateway/full`.
 */
export class SqliteDatabase {
  readonly #path: string;
  #db: DiskDatabase;
  readonly #statements = new Map<string, StatementSync>();

  /** Opens the file, or `:memory:`. */
  constructor(path: string) {
    this.#path = path;
    this.#db = this.#open();
    this.#migrate();
  }

  /** Runs the work as one transaction: all of it, or nothing when it throws. */
  together<T>(work: () => T): T {
    this.#share();
    return orFull(() => {
      this.#exec('BEGIN IMMEDIATE');
      try {
        const value = work();
        this.#exec('COMMIT');
        this.#db.copyWhenDue();
        return value;
      } catch (error) {
        // SQLite has rolled back by itself where there was no room.
        if (this.#db.raw.isTransaction) this.#exec('ROLLBACK');
        throw error;
      }
    });
  }

  /** Reads everything as it is in one moment; others write meanwhile and wait for nothing. */
  atOneMoment<T>(read: () => T): T {
    this.#exec('BEGIN');
    try {
      return read();
    } finally {
      this.#exec('COMMIT');
    }
  }

  /** Runs a statement and answers how many rows it changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    this.#share();
    return orFull(() => this.#db.run(this.#prepare(sql), ...values));
  }

  /** The first row, or null. */
  get(sql: string, ...values: SQLInputValue[]): Row | null {
    return this.#prepare(sql).get(...values) ?? null;
  }

  /** The first row, read; null: there is none. */
  readOne<T>(read: (row: Row) => T, sql: string, ...values: SQLInputValue[]): T | null {
    const row = this.get(sql, ...values);
    return row === null ? null : read(row);
  }

  /** Every row. */
  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values);
  }

  get isOpen(): boolean {
    return this.#db.raw.isOpen;
  }

  close(): void {
    this.#statements.clear();
    this.#db.close();
  }

  #open(): DiskDatabase {
    const db = new DiskDatabase({ path: this.#path, timeoutMs: 5_000, synchronous: 'FULL' });
    // What was deleted is overwritten: words of maps must not stay in free pages.
    db.raw.exec('PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON');
    return db;
  }

  /** Opened on a full disk, it shut out the commands that work beside a gateway: it is opened anew where it is to be written. */
  #share(): void {
    if (!this.#db.isAlone || this.#db.raw.isTransaction) return;
    this.close();
    this.#db = this.#open();
  }

  #exec(sql: string): void {
    this.#db.use(() => this.#db.raw.exec(sql));
  }

  #migrate(): void {
    const done = integer(this.get('PRAGMA user_version')?.['user_version']);
    if (done > STEPS.length) {
      throw new GatewayFailure('metadata', 'The metadata file was written by a newer version of Bough.', {
        hint: 'Start the newer version, or restore the file from before the upgrade.',
      });
    }
    for (const [at, step] of STEPS.entries()) {
      if (at < done) continue;
      this.together(() => this.#exec(`${step}; PRAGMA user_version = ${at + 1}`));
    }
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.#db.raw.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }
}

function orFull<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isNoRoom(error)) throw error;
    throw new GatewayFailure('full', 'The server is full and cannot save anything new.', { cause: error });
  }
}
