import { readMark, writeMark } from '@bough/service';
import { Binary, type Db, type Document } from 'mongodb';
import { bin, hashBin, idOf } from '../mongo/binary.ts';
import { idText } from '../ids-in-bytes.ts';
import { asked, readOne, unlessDuplicate } from '../mongo/asking.ts';
import type { RecordMoves, RecordStore } from './record-store.ts';
import { type Field, fieldsOf, type StoredRecord, TABLE_NAMES, type TableName, TABLES, type Value } from './tables.ts';

interface Kept extends Document {
  readonly _id: Binary;
}

/** Records in MongoDB. People and maps are added last: a crash leaves a place that counts as empty, and can be filled again. */
export function mongoRecords(db: Db): RecordStore {
  const collection = (table: TableName) => db.collection<Kept>(TABLES[table].mongo);
  return {
    ...mongoMoves(db),
    records: async function* () {
      for (const table of TABLE_NAMES) {
        const docs = collection(table).find().sort({ _id: 1 });
        for (;;) {
          const doc = await asked(() => docs.next());
          if (doc === null) break;
          yield { table, values: valuesOf(table, doc) };
        }
      }
    },
    addRecords: async (records) => {
      const isLast = ({ table }: StoredRecord): boolean => table === 'people' || table === 'maps';
      for (const record of [...records.filter((each) => !isLast(each)), ...records.filter(isLast)]) {
        const doc = docOf(record);
        const added = await unlessDuplicate(() => collection(record.table).insertOne(doc));
        if (added !== null) continue;
        // The record itself may be there; another one with its address or hash must not be.
        if ((await asked(() => collection(record.table).findOne({ _id: doc._id }))) === null) {
          throw new Error(`Another record of ${record.table} has what must be there once only.`);
        }
      }
    },
    isEmpty: async () => {
      const found = await asked(() => Promise.all([collection('people').findOne(), collection('maps').findOne()]));
      return found.every((each) => each === null);
    },
  };
}

interface MoveDoc {
  readonly _id: 'move';
  readonly mark: string;
}

function mongoMoves(db: Db): RecordMoves {
  const marks = db.collection<MoveDoc>('people_move');
  const sample = db.collection<Kept>('people_move_sample');
  return {
    moveMark: () =>
      readOne(
        () => marks.findOne({ _id: 'move' }),
        ({ mark }) => readMark(mark),
      ),
    setMoveMark: async (mark) => {
      const update = { $set: { mark: writeMark(mark) } };
      await asked(() =>
        marks.updateOne({ _id: 'move' }, update, { upsert: true, writeConcern: { w: 'majority', j: true } }),
      );
    },
    fill: async (records) => {
      for (const [table, some] of Map.groupBy(records, (each) => each.table)) {
        await asked(() => db.collection<Kept>(TABLES[table].mongo).insertMany(some.map(docOf)));
      }
    },
    tryFill: async (records) => {
      // Of one table alone ids differ.
      const docs = records.map((record, at) => ({ ...docOf(record), _id: bin(idText(numbered(at))) }));
      await asked(() => sample.deleteMany());
      if (docs.length > 0) await asked(() => sample.insertMany(docs));
      await asked(() => sample.find().toArray());
      await asked(() => sample.drop());
    },
    clear: async () => {
      for (const name of TABLE_NAMES) await asked(() => db.collection(TABLES[name].mongo).deleteMany());
    },
  };
}

/** Sixteen bytes with that number. */
function numbered(at: number): Uint8Array {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setUint32(12, at);
  return bytes;
}

function valuesOf(table: TableName, doc: Kept): Record<string, Value> {
  const [own, ...others] = TABLES[table].key;
  return Object.fromEntries(
    fieldsOf(table).map(([name, field]) => {
      const value: unknown = name === own && others.length === 0 ? doc._id : doc[field.mongo ?? name];
      return [name, read(field, value)];
    }),
  );
}

function read(field: Field, value: unknown): Value {
  if (value === null || value === undefined) return field.none ?? null;
  if (field.type === 'id' || field.type === 'hash') {
    if (value instanceof Binary) return idOf(value);
    throw new Error('a damaged record: not bytes');
  }
  if (field.type === 'texts') return Array.isArray(value) ? value.map(String) : [];
  if (field.type === 'flag') return value === true;
  // Whole numbers come as whichever of its kinds MongoDB has taken for them.
  if (field.type === 'number') return Number(value);
  if (typeof value === 'string') return value;
  throw new Error('a damaged record: not text');
}

function docOf({ table, values }: StoredRecord): Kept {
  const { key } = TABLES[table];
  const [own = '', ...others] = key;
  const doc: Document = {};
  const fields = fieldsOf(table);
  for (const [name, field] of fields) {
    if (name === own && others.length === 0) continue;
    const value = values[name] ?? null;
    if (value === null && field.isLeftOut === true) continue;
    doc[field.mongo ?? name] = kept(field, value);
  }
  const hashes = new Map(fields.filter(([, { type }]) => type === 'hash').map(([name]) => [name, true]));
  const parts = key.map((name) => values[name] ?? null).filter((value) => value !== null);
  const _id = hashes.has(own) ? hashBin(String(parts[0])) : bin(...parts.map(String));
  return { _id, ...doc };
}

function kept({ type }: Field, value: Value): unknown {
  if (value === null) return null;
  if (type === 'id') return bin(String(value));
  return type === 'hash' ? hashBin(String(value)) : value;
}
