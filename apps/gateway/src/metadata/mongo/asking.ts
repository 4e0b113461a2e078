import { mongoAsking, type MongoFails } from '@bough/service/mongo';
import { GatewayFailure } from '../../failure.ts';

/** What MongoDB cannot do is GatewayFailure 'metadata'. */
export const metadataFails: MongoFails = (message, details) =>
  new GatewayFailure('metadata', `The metadata: ${message}.`, details);

/** Ways of asking the database of the metadata. */
export const { asked, unlessDuplicate, upserted } = mongoAsking(metadataFails);

/** What is found, read; null: nothing. */
export async function readOne<D, T>(find: () => Promise<D | null>, read: (doc: D) => T): Promise<T | null> {
  const doc = await asked(find);
  return doc === null ? null : read(doc);
}

/** Everything that is found, each read. */
export async function readAll<D, T>(found: { toArray(): Promise<D[]> }, read: (doc: D) => T): Promise<T[]> {
  return (await asked(() => found.toArray())).map((doc) => read(doc));
}
