import { Failure } from '@bough/base';
import { type Db, MongoClient, type MongoClientOptions, MongoServerError } from 'mongodb';
import { MONGO_POOL } from './mongo-pool.ts';
import type { MongoFails } from './asking.ts';
import { migrate, type MigrationStep } from './migrate.ts';
import { makeIndexes, type MongoIndex } from './records.ts';

/** Whose part of the database it is, and what must be there before anything is asked. */
export interface MongoPart {
  /** The server and the database's name; without one it is `bough`. */
  readonly url: string;
  /** What the server calls the connections. */
  readonly appName: string;
  readonly steps: readonly MigrationStep[];
  /** The collection that remembers which steps are done. */
  readonly stepsIn: string;
  readonly indexes: readonly MongoIndex[];
  /** How long a server may be away before asking it fails. */
  readonly reachWithinMs?: number;
  /** How long an answer may take; absent: as long as somebody who waits for a page has patience. */
  readonly answersWithinMs?: number;
  /** How many connections it may have, and keeps. */
  readonly pool?: { readonly maxPoolSize: number; readonly minPoolSize: number };
}
/** A database that is open. Whoever opened it closes it. */
export interface OpenMongo {
  readonly db: Db;
  readonly close: () => Promise<void>;
}

const HINT = 'Check BOUGH_MONGODB_URL, or set BOUGH_METADATA=sqlite where each service runs once only.';
const WRONG_PASSWORD = {
  what: 'the database refuses this user and password',
  hint: 'Check both in BOUGH_MONGODB_URL; a user of another database needs ?authSource=ITS_DATABASE at the end.',
} as const;
/** What a server that was reached refuses, by its codes; MongoDB Atlas has one of its own. */
const REFUSALS: ReadonlyMap<unknown, { readonly what: string; readonly hint: string }> = new Map([
  [18, WRONG_PASSWORD],
  [8_000, WRONG_PASSWORD],
  [
    13,
    {
      what: 'the database does not let this user read and write',
      hint: 'BOUGH_MONGODB_URL needs a user that has the role readWrite in the database that it names.',
    },
  ],
]);
const NAMED = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/;
const ANSWERS_WITHIN_MS = 10_000;
const OPTIONS: MongoClientOptions = {
  maxIdleTimeMS: 60_000,
  waitQueueTimeoutMS: 5_000,
  connectTimeoutMS: 5_000,
  // What was acknowledged must not be undone when a primary is lost: a role that was taken back would come again.
  writeConcern: { w: 'majority' },
};

/**
 * Connects, does the steps that are left and makes the indexes; rejects with the failure when the server cannot be reached, refuses, or a
 * newer Bough has been there.
 */
export async function openMongo(part: MongoPart, fails: MongoFails): Promise<OpenMongo> {
  const client = clientOf(part, fails);
  try {
    await client.connect();
    const db = client.db(NAMED.exec(part.url)?.[1] ?? 'bough');
    await migrate(db, { steps: part.steps, collection: part.stepsIn }, fails);
    await makeIndexes(db, part.indexes);
    return { db, close: () => client.close() };
  } catch (error) {
    await client.close();
    if (error instanceof Failure) throw error;
    const { what, hint } = whyNotOpened(error);
    throw fails(what, { cause: error, hint });
  }
}

/** A server that refuses was reached. Its own words may have what people wrote, its name for the error has not. */
function whyNotOpened(error: unknown): { readonly what: string; readonly hint: string } {
  if (!(error instanceof MongoServerError)) return { what: 'the database cannot be reached', hint: HINT };
  const named = typeof error.codeName === 'string' ? error.codeName : String(error.code);
  return REFUSALS.get(error.code) ?? { what: `the database refuses to be opened (${named})`, hint: HINT };
}

/** A client that has not connected yet; an address that the driver cannot read is said to be the setting's. */
function clientOf(part: MongoPart, fails: MongoFails): MongoClient {
  try {
    return new MongoClient(part.url, {
      ...OPTIONS,
      ...(part.pool ?? MONGO_POOL),
      appName: part.appName,
      socketTimeoutMS: part.answersWithinMs ?? ANSWERS_WITHIN_MS,
      serverSelectionTimeoutMS: part.reachWithinMs ?? 5_000,
    });
  } catch (cause) {
    const why = cause instanceof Error ? `: ${cause.message}` : '';
    throw fails(`the address of the database cannot be read${why}`, { hint: HINT });
  }
}
