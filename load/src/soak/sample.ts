import { openS3Store } from '@bough/blobs';
import { entriesBelow } from '@bough/bloblog';
import { metricOf } from '@bough/house/servers';
import { MongoClient } from 'mongodb';
import type { FullStack, StoreName } from '../bough/full-stack.ts';
import type { Process } from '../bough/process.ts';
import { folderOf } from '../bough/asked.ts';
import type { Acts } from './crowd.ts';

/** What one process had at a moment. */
export interface ProcessFacts {
  readonly residentBytes: number;
  readonly descriptors: number;
  /** Of the turns of its event loop since the look before. */
  readonly loopMs: number;
}

/** Objects of one kind. */
export interface Objects {
  readonly count: number;
  readonly bytes: number;
}

/** What was kept at a moment, and what had been done by then; to count it costs the servers something, so it is done less often. */
export interface Kept {
  readonly acts: Acts;
  /** What each process has in use after a collection. */
  readonly liveBytes: Readonly<Record<string, number>>;
  /** By kind: `first heads`. */
  readonly objects: Readonly<Record<string, Objects>>;
  /** By collection. */
  readonly rows: Readonly<Record<string, number>>;
}

export interface Sample {
  readonly atMs: number;
  readonly processes: Readonly<Record<string, ProcessFacts>>;
  readonly kept: Kept | null;
}

const LOOP = 'bough_event_loop_delay_seconds';
const STORES: readonly StoreName[] = ['first', 'second'];

type Stores = Readonly<Record<StoreName, Awaited<ReturnType<typeof openS3Store>>>>;

/** Looks at a stack from outside, past the ways on which its requests are counted. */
export class Looks {
  readonly #stack: FullStack;
  readonly #database: MongoClient;
  readonly #stores: Stores;

  private constructor(stack: FullStack, database: MongoClient, stores: Stores) {
    this.#stack = stack;
    this.#database = database;
    this.#stores = stores;
  }

  static async open(stack: FullStack): Promise<Looks> {
    const { mongodb, stores } = stack.places;
    const opened = { first: await openS3Store(stores.first), second: await openS3Store(stores.second) };
    return new Looks(stack, new MongoClient(mongodb, { maxPoolSize: 1 }), opened);
  }

  async close(): Promise<void> {
    for (const name of STORES) this.#stores[name].close();
    await this.#database.close();
  }

  /** With `acts`, also what is kept. */
  async sample(atMs: number, acts: Acts | null): Promise<Sample> {
    const { services } = this.#stack;
    const facts = await Promise.all(services.map(async (one) => [one.name, await factsOf(one)] as const));
    const kept = acts === null ? null : await this.#kept(acts);
    return { atMs, processes: Object.fromEntries(facts), kept };
  }

  async #kept(acts: Acts): Promise<Kept> {
    const live: [string, number][] = [];
    for (const one of this.#stack.services) {
      live.push([one.name, await one.liveBytes()]);
      // The turn that collected is no turn of its own work.
      await loopMsOf(one);
    }
    return { acts, liveBytes: Object.fromEntries(live), objects: await this.#objects(), rows: await this.#rows() };
  }

  async #objects(): Promise<Kept['objects']> {
    const found: Record<string, { count: number; bytes: number }> = {};
    for (const name of STORES) {
      for await (const { key, size } of entriesBelow(this.#stores[name], '')) {
        const kind = (found[`${name} ${folderOf(key)}`] ??= { count: 0, bytes: 0 });
        kind.count++;
        kind.bytes += size;
      }
    }
    return found;
  }

  async #rows(): Promise<Kept['rows']> {
    const database = this.#database.db();
    const all = await database.listCollections({}, { nameOnly: true }).toArray();
    const rows: [string, number][] = [];
    for (const { name } of all) rows.push([name, await database.collection(name).countDocuments()]);
    return Object.fromEntries(rows);
  }
}

async function factsOf(one: Process): Promise<ProcessFacts> {
  return { residentBytes: one.residentBytes(), descriptors: one.descriptors(), loopMs: await loopMsOf(one) };
}

/** Asking begins the next time over. */
async function loopMsOf({ url }: Process): Promise<number> {
  return (await metricOf(url, LOOP, 'quantile="0.99"')) * 1_000;
}
