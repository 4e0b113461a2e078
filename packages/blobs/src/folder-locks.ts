import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Clock, Random } from '@bough/base';

// Locks between processes that die with their holder. Node has no flock; SQLite has: BEGIN IMMEDIATE on an empty database
// takes a lock of the kernel (fcntl) on its file and writes nothing, and the kernel drops it when the process ends, however
// it ends. So there is no stale lock to detect, no clock and no process id to trust. A key maps to one of SHARDS lock files;
// within the process, whoever waits for the same one queues, so that only one asks the kernel.

const SHARDS = 64;
const FIRST_WAIT_MS = 0.5;
const LONGEST_WAIT_MS = 20;
const SQLITE_BUSY = 5;

/** Locks by key, held between all processes that use the same folder. */
export class FolderLocks {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #queues = new Map<number, Promise<void>>();
  readonly #databases = new Map<number, DatabaseSync>();

  constructor(ports: { readonly clock: Clock; readonly random: Random }, settings: { readonly folder: string }) {
    this.#folder = settings.folder;
    this.#clock = ports.clock;
    this.#random = ports.random;
  }

  /** Runs `work` while no other process and nothing else here holds the lock of `key`. */
  async hold<T>(key: string, work: () => Promise<T>): Promise<T> {
    const shard = createHash('sha256').update(key).digest().readUInt8(0) % SHARDS;
    const before = this.#queues.get(shard) ?? Promise.resolve();
    const mine = before.then(() => this.#holdShard(shard, work));
    const quiet = mine.then(
      () => undefined,
      () => undefined,
    );
    this.#queues.set(shard, quiet);
    try {
      return await mine;
    } finally {
      if (this.#queues.get(shard) === quiet) this.#queues.delete(shard);
    }
  }

  /** Gives the lock files back; to be called when nothing is held. */
  close(): void {
    for (const database of this.#databases.values()) database.close();
    this.#databases.clear();
  }

  async #holdShard<T>(shard: number, work: () => Promise<T>): Promise<T> {
    const database = await this.#open(shard);
    for (let waitMs = FIRST_WAIT_MS; !tryLock(database); waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 1.5)) {
      const ms = waitMs * (0.5 + this.#random.fraction());
      await new Promise<void>((resolve) => {
        this.#clock.after(ms, resolve);
      });
    }
    try {
      return await work();
    } finally {
      database.exec('ROLLBACK');
    }
  }

  async #open(shard: number): Promise<DatabaseSync> {
    const open = this.#databases.get(shard);
    if (open !== undefined) return open;
    await mkdir(this.#folder, { recursive: true });
    const database = new DatabaseSync(join(this.#folder, `${shard}.lock`), { timeout: 0 });
    this.#databases.set(shard, database);
    return database;
  }
}

function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw error;
  }
}
