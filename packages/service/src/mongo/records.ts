import type { CreateIndexesOptions, Db, Document, IndexSpecification } from 'mongodb';

/** An index: of which collection, over what, and how. */
export type MongoIndex = readonly [collection: string, keys: IndexSpecification, options?: CreateIndexesOptions];

/** Makes the indexes that are not there yet. */
export async function makeIndexes(db: Db, indexes: readonly MongoIndex[]): Promise<void> {
  for (const [collection, keys, options] of indexes) await db.collection(collection).createIndex(keys, options);
}

/** A record with all of these fields; further ones are not looked at. */
export function schemaOf(fields: Readonly<Record<string, Document>>): Document {
  return { bsonType: 'object', required: Object.keys(fields), properties: fields };
}

/** Has MongoDB check what is written there from now on; the collection is made when it is not there. */
export async function checkRecords(db: Db, name: string, schema: Document): Promise<void> {
  const isThere = (await db.listCollections({ name }).toArray()).some((each) => each.name === name);
  // Moderate: a record from before, whatever it is, can still be changed.
  const rules = { validator: { $jsonSchema: schema }, validationLevel: 'moderate', validationAction: 'error' } as const;
  if (isThere) await db.command({ collMod: name, ...rules });
  else await db.createCollection(name, rules);
}
