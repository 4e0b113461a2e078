import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { GatewayFailure } from '../../failure.ts';
import { integer, type Row } from './rows.ts';
import { STEPS } from './steps.ts';

/**
 * One SQLite file: write-ahead log, a full sync on each commit, tables brought up to date on opening. Calls are synchronous
 * inside, so that what `together` runs is one transaction that nothing can interleave with.
 */
export class SqliteDatabase {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** Opens the file, or `:memory:`. */
  constructor(path: string) {
    this.#db = new DatabaseSync(path, { timeout: 5_000 });
    this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    this.#migrate();
  }

  /** Runs the work as one transaction: all of it, or nothing when it throws. */
  together<T>(work: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const value = work();
      this.#db.exec('COMMIT');
      return value;
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Runs a statement and answers how many rows it changed. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  /** The first row, or null. */
  get(sql: string, ...values: SQLInputValue[]): Row | null {
    return this.#prepare(sql).get(...values) ?? null;
  }

  /** Every row. */
  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values);
  }

  close(): void {
    this.#statements.clear();
    if (this.#db.isOpen) this.#db.close();
  }

  #migrate(): void {
    const done = integer(this.get('PRAGMA user_version')?.['user_version']);
    if (done > STEPS.length) {
      throw new GatewayFailure('metadata', 'the metadata file was written by a newer Bough', {
        hint: 'Start the newer version, or restore the file from before the upgrade.',
      });
    }
    for (const [at, step] of STEPS.entries()) {
      if (at < done) continue;
      this.together(() => this.#db.exec(`${step}; PRAGMA user_version = ${at + 1}`));
    }
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.#db.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }
}
