import type { CreateIndexesOptions, Db, IndexSpecification } from 'mongodb';

/** Every index that MongoDB needs, by collection. */
const INDEXES: readonly (readonly [collection: string, keys: IndexSpecification, options?: CreateIndexesOptions])[] = [
  // A guest has no address: the unique index passes over those without.
  ['people', { email: 1 }, { unique: true, partialFilterExpression: { email: { $type: 'string' } } }],
  ['accounts', { provider: 1 }, { unique: true, partialFilterExpression: { provider: { $exists: true } } }],
  ['accounts', { isOwner: 1 }, { partialFilterExpression: { isOwner: true } }],
  ['session_records', { person: 1, seenAt: -1 }],
  ['session_records', { seenAt: 1 }],
  ['sign_ins', { expiresAt: 1 }],
  ['grants', { person: 1, map: 1 }],
  ['grants', { map: 1, link: 1 }],
  ['opened', { person: 1, at: -1, map: 1 }],
  ['maps', { trashedAt: 1 }, { partialFilterExpression: { trashedAt: { $exists: true } } }],
  ['shelves', { person: 1 }],
  ['shelves', { map: 1 }],
  ['shelves', { folder: 1 }],
  ['folders', { owner: 1 }],
  ['folders', { parent: 1 }],
  ['folder_grants', { person: 1 }],
  ['folder_grants', { folder: 1 }],
  ['invitations', { target: 1, email: 1 }, { unique: true }],
  ['invitations', { email: 1 }],
  ['invitations', { hash: 1 }, { unique: true }],
  ['invitations', { expiresAt: 1 }],
  ['tokens', { person: 1 }],
  ['tokens', { hash: 1 }, { unique: true }],
  ['repeatables', { at: 1 }],
  ['map_words', { words: 1 }],
  ['links', { expiresAt: 1 }, { partialFilterExpression: { expiresAt: { $exists: true } } }],
  ['links', { map: 1 }],
  ['links', { hash: 1 }, { unique: true }],
  ['revocations', { at: 1 }],
];

/** Makes the indexes that are not there yet. */
export async function makeIndexes(db: Db): Promise<void> {
  for (const [collection, keys, options] of INDEXES) await db.collection(collection).createIndex(keys, options);
}

/** Every collection that has an index. */
export const INDEXED: readonly string[] = INDEXES.map(([collection]) => collection);
