import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CountedWay } from './counted-way.ts';

/** Counts what the gateways write in their database between `begin` and `end`. */
export interface DatabaseWrites {
  begin(): void;
  end(): number;
  close(): void;
}

/**
 * Of SQLite the moments at which somebody else had committed something, looking ten times a second: `data_version` is another one after any
 * other connection has committed, whatever it wrote.
 */
export class SqliteWrites implements DatabaseWrites {
  readonly #databases: readonly DatabaseSync[];
  #versions: readonly unknown[] = [];
  #count = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(folder: string) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
    // Every database that the gateway has there, whatever it is called.
    const found = files.filter((file) => existsSync(`${file}-wal`));
    this.#databases = found.map((file) => new DatabaseSync(file));
    if (found.length === 0) throw new Error('the gateway has no database to be watched');
  }

  begin(): void {
    this.#versions = this.#read();
    this.#count = 0;
    this.#timer = setInterval(() => this.#look(), 100);
  }

  end(): number {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#look();
    return this.#count;
  }

  close(): void {
    for (const database of this.#databases) database.close();
  }

  #look(): void {
    const now = this.#read();
    this.#count += now.filter((version, n) => version !== this.#versions[n]).length;
    this.#versions = now;
  }

  #read(): readonly unknown[] {
    return this.#databases.map((database) => database.prepare('PRAGMA data_version').get()?.['data_version']);
  }
}

/** Commands to MongoDB that write. */
const WRITING = /^(insert|update|delete|findAndModify|bulkWrite)\b/;

/** Of MongoDB the commands that write, on the way to it. */
export class MongoWrites implements DatabaseWrites {
  readonly #way: CountedWay;
  #before = 0;

  constructor(way: CountedWay) {
    this.#way = way;
  }

  begin(): void {
    this.#before = this.#all;
  }

  end(): number {
    return this.#all - this.#before;
  }

  close(): void {
    this.#way.stop();
  }

  get #all(): number {
    return [...this.#way.counts].reduce((sum, [name, count]) => sum + (WRITING.test(name) ? count : 0), 0);
  }
}
