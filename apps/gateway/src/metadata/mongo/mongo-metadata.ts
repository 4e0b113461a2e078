import { MONGO_POOL } from '@bough/service';
import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { GatewayFailure } from '../../failure.ts';
import { mongoAccounts } from '../accounts/mongo-accounts.ts';
import { mongoFolders } from '../folders/mongo-folders.ts';
import { mongoGrants } from '../grants/mongo-grants.ts';
import { mongoInvitations } from '../invitations/mongo-invitations.ts';
import { mongoLinks } from '../links/mongo-links.ts';
import { mongoMaps } from '../maps/mongo-maps.ts';
import type { Metadata } from '../metadata.ts';
import { mongoPeople } from '../people/mongo-people.ts';
import { mongoRepeats } from '../repeats/mongo-repeats.ts';
import { mongoSessions } from '../sessions/mongo-sessions.ts';
import { mongoShelves } from '../shelf/mongo-shelves.ts';
import { mongoSignIns } from '../sign-ins/mongo-sign-ins.ts';
import { mongoTokens } from '../tokens/mongo-tokens.ts';
import { mongoWords } from '../words/mongo-words.ts';
import { asked } from './asking.ts';
import { makeIndexes } from './indexes.ts';
import { migrate } from './migrate.ts';
import { STEPS } from './schema.ts';

/** Where the database is: its name stands in the address; without one it is `bough`. */
export interface MongoMetadataSettings {
  readonly url: string;
  /** How long a server may be away before asking it fails. */
  readonly reachWithinMs?: number;
}

const NAMED = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/;
const OPTIONS: MongoClientOptions = {
  appName: 'bough-gateway',
  ...MONGO_POOL,
  maxIdleTimeMS: 60_000,
  waitQueueTimeoutMS: 5_000,
  connectTimeoutMS: 5_000,
  socketTimeoutMS: 10_000,
  // A role that was taken back must not come again when a primary is lost.
  writeConcern: { w: 'majority' },
};

/**
 * Metadata in MongoDB, connected, with its indexes; rejects with GatewayFailure 'metadata' when the server cannot be reached.
 * Nothing here needs a transaction, so that a server without replicas will do: a step is one write of one record, or several in
 * an order in which a crash leaves nothing that anybody can see. What must be single is kept so by unique indexes, what is
 * counted by writes that name the count they have read.
 */
export async function connectMongo(settings: MongoMetadataSettings): Promise<Metadata> {
  const client = new MongoClient(settings.url, {
    ...OPTIONS,
    serverSelectionTimeoutMS: settings.reachWithinMs ?? 5_000,
  });
  try {
    await client.connect();
    const db = client.db(NAMED.exec(settings.url)?.[1] ?? 'bough');
    await migrate(db, STEPS);
    await makeIndexes(db);
    return mongoMetadata(client, db);
  } catch (error) {
    await client.close();
    if (error instanceof GatewayFailure) throw error;
    throw new GatewayFailure('metadata', 'the metadata database cannot be reached', {
      cause: error,
      hint: 'Check BOUGH_MONGODB_URL, or set BOUGH_METADATA=sqlite when there is one gateway only.',
    });
  }
}

function mongoMetadata(client: MongoClient, db: Db): Metadata {
  return {
    ...mongoPeople(db),
    ...mongoAccounts(db),
    ...mongoSignIns(db),
    ...mongoSessions(db),
    ...mongoMaps(db),
    ...mongoShelves(db),
    ...mongoFolders(db),
    ...mongoGrants(db),
    ...mongoLinks(db),
    ...mongoInvitations(db),
    ...mongoTokens(db),
    ...mongoRepeats(db),
    ...mongoWords(db),
    ping: async () => void (await asked(() => db.command({ ping: 1 }))),
    close: () => client.close(),
  };
}
