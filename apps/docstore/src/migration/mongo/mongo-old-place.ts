import { type MapId, parseMapId } from '@bough/base';
import { mongoAsking, type OpenMongo, openMongo } from '@bough/service/mongo';
import { DocstoreFailure } from '../../failure.ts';
import type { OldChange, OldDocument, OldPlace } from '../old-place.ts';

// Three collections of the database that the address names:
//   documents  { _id: text, map?: text, owner: text, title?: text }        map: its id in Bough, where _id is none
//   changes    { document: text, seq: number, author: text, at: date, ops: [...] }   with an index on document and seq
//   people     { _id: text, person: text }        who an author is in Bough; where rows name people by their ids there, none is needed

interface DocumentRow {
  readonly _id: string;
  readonly map?: unknown;
  readonly owner?: unknown;
  readonly title?: unknown;
}
interface ChangeRow {
  readonly document: string;
  readonly seq: number;
  readonly author: unknown;
  readonly at: unknown;
  readonly ops: unknown;
}
interface PersonRow {
  readonly _id: string;
  readonly person: string;
}

/** Counting a large collection takes minutes. */
const ANSWERS_WITHIN_MS = 600_000;
const POOL = { maxPoolSize: 16, minPoolSize: 0 };

const fails = (message: string, { cause }: { readonly cause?: unknown } = {}): DocstoreFailure => {
  const why = cause instanceof Error ? `: ${cause.message}` : '';
  return new DocstoreFailure(`Old rows: ${message}${why}.`, {
    kind: 'unavailable',
    code: 'docstore/old-rows',
    hint: 'Check BOUGH_MIGRATE_FROM.',
    cause,
  });
};
const { asked } = mongoAsking((message, details) => fails(message, { cause: details?.cause }));

/** The rows at this address. Rejects when they cannot be reached, or when documents are named there by anything but text. */
export async function openMongoOldPlace(url: string): Promise<OldPlace> {
  const own = { url, appName: 'bough-migration', answersWithinMs: ANSWERS_WITHIN_MS, pool: POOL };
  const part = { ...own, steps: [], stepsIn: 'bough_migration', indexes: [] };
  const { db, close } = await openMongo(part, (message, details) => fails(message, { cause: details?.cause }));
  const unnamed = { _id: { $not: { $type: 'string' } } } as object;
  if ((await asked(() => db.collection('documents').countDocuments(unnamed))) > 0) {
    await close();
    throw fails('a document there has an _id that is not text');
  }
  const people = await asked(() => db.collection<PersonRow>('people').find().toArray());
  return mongoOldPlace({ db, close }, new Map(people.map(({ _id, person }) => [_id, person])));
}

function mongoOldPlace({ db, close }: OpenMongo, people: ReadonlyMap<unknown, string>): OldPlace {
  const documents = db.collection<DocumentRow>('documents');
  const changes = db.collection<ChangeRow>('changes');
  const known = (who: unknown): unknown => people.get(who) ?? who;
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
  const read = (row: DocumentRow): OldDocument => ({
    name: row._id,
    map: parseMapId(row.map ?? row._id),
    owner: textOf(known(row.owner)),
    title: textOf(row.title),
  });
  return {
    documents: async (after, limit) => {
      const found = documents.find(after === null ? {} : { _id: { $gt: after } });
      return (await asked(() => found.sort({ _id: 1 }).limit(limit).toArray())).map(read);
    },
    document: async (map: MapId) => {
      const row = await asked(() => documents.findOne({ $or: [{ _id: map }, { map }] }));
      return row === null ? null : read(row);
    },
    changes: async (name, after, limit) => {
      const found = changes
        .find({ document: name, seq: { $gt: after } })
        .sort({ seq: 1 })
        .limit(limit);
      return (await asked(() => found.toArray())).map(({ seq, author, at, ops }): OldChange => ({
        seq,
        author: known(author),
        at: at instanceof Date ? at.getTime() : at,
        ops,
      }));
    },
    removeChanges: async (name, upTo) => {
      await asked(() => changes.deleteMany({ document: name, seq: { $gte: 1, $lte: upTo } }));
    },
    size: async () => ({
      documents: await asked(() => documents.estimatedDocumentCount()),
      changes: await asked(() => changes.estimatedDocumentCount()),
      bytes: await bytesOf(db),
    }),
    close,
  };
}

/** Of both collections with their indexes; null where the server does not say. */
async function bytesOf(db: OpenMongo['db']): Promise<number | null> {
  let sum = 0;
  for (const name of ['documents', 'changes']) {
    const stats = await db.command({ collStats: name }).catch(() => null);
    const { storageSize, totalIndexSize } = stats ?? {};
    if (typeof storageSize !== 'number' || typeof totalIndexSize !== 'number') return null;
    sum += storageSize + totalIndexSize;
  }
  return sum;
}
