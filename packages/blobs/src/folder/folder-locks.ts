import { hash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { Random } from '@bough/base';

// Locks between processes that die with their holder. Node has no flock; SQLite has: BEGIN IMMEDIATE on an empty database
// takes a lock of the kernel (fcntl) on its file and writes nothing (its journal, which stays empty, is kept in memory), and the
// kernel drops it when the process ends, however it ends. So there is no stale lock to detect, no clock and no process id to trust. A key maps to one of SHARDS lock files;
// within the process, whoever waits for the same one queues, so that only one asks the kernel.

const SHARDS = 64;
const FIRST_WAIT_MS = 0.5;
const LONGEST_WAIT_MS = 20;
const SQLITE_BUSY = 5;

/** Locks by key, held between all processes that use the same folder. */
export class FolderLocks {
  readonly #folder: string;
  readonly #ports: { readonly random: Random };
  readonly #queues = new Map<number, Promise<void>>();
  readonly #shards = new Map<number, Shard>();

  constructor(ports: { readonly random: Random }, settings: { readonly folder: string }) {
    this.#folder = settings.folder;
    this.#ports = ports;
  }

  /** Runs `work` while no other process and nothing else here holds the lock of `key`. */
  async hold<T>(key: string, work: () => Promise<T>): Promise<T> {
    const shard = hash('sha256', key, 'buffer').readUInt8(0) % SHARDS;
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
    for (const { database } of this.#shards.values()) database.close();
    this.#shards.clear();
  }

  async #holdShard<T>(shard: number, work: () => Promise<T>): Promise<T> {
    const { begin, rollback } = this.#shards.get(shard) ?? (await this.#open(shard));
    await beginWhenFree(this.#ports, begin);
    try {
      return await work();
    } finally {
      rollback.run();
    }
  }

  async #open(shard: number): Promise<Shard> {
    await mkdir(this.#folder, { recursive: true });
    const database = new DatabaseSync(join(this.#folder, `${shard}.lock`), { timeout: 0 });
    database.exec('PRAGMA journal_mode = MEMORY');
    const open: Shard = {
      database,
      begin: database.prepare('BEGIN IMMEDIATE'),
      rollback: database.prepare('ROLLBACK'),
    };
    this.#shards.set(shard, open);
    return open;
  }
}

interface Shard {
  readonly database: DatabaseSync;
  readonly begin: StatementSync;
  readonly rollback: StatementSync;
}

/** Runs `BEGIN IMMEDIATE` as soon as no other process is between that and its end. */
export async function beginWhenFree(ports: { readonly random: Random }, begin: StatementSync): Promise<void> {
  await whenFree(ports, () => void begin.run());
}

/**
 * Does `work` again until no other process stands in its way, for `patienceMs` at most: then it throws what SQLite said. SQLite's own
 * waiting does not cover this: of two that would each wait for the other, it refuses one at once.
 */
export async function whenFree<T>(
  ports: { readonly random: Random },
  work: () => T,
  patienceMs: number = Number.POSITIVE_INFINITY,
): Promise<T> {
  let waitedMs = 0;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 1.5)) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || waitedMs >= patienceMs) throw error;
    }
    // A timer that keeps the process alive: a command that waits for a lock has nothing else to stay for.
    await setTimeout(waitMs * (0.5 + ports.random.fraction()));
    waitedMs += waitMs;
  }
}

/** The kind of failure stands in the lowest byte; what is above it tells why, as that another process repairs the log. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    'errcode' in error &&
    typeof error.errcode === 'number' &&
    error.errcode % 256 === SQLITE_BUSY
  );
}
