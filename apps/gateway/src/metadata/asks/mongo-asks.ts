import type { Binary, Db } from 'mongodb';
import { mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { asked, readAll, readOne, unlessDuplicate } from '../mongo/asking.ts';
import { bin, idOf } from '../mongo/binary.ts';
import type { AskKind, AskRecord, AskStore } from './ask-store.ts';

interface AskDoc {
  readonly _id: Binary;
  readonly kind: AskKind;
  readonly map: Binary;
  readonly person: Binary;
  readonly by: Binary;
  readonly message: string;
  readonly at: number;
  readonly isRefused: boolean;
  readonly isMailed: boolean;
}

/** What people ask each other, in MongoDB. */
export function mongoAsks(db: Db): AskStore {
  const all = db.collection<AskDoc>('asks');
  const set = async (id: string, fields: Partial<AskDoc>): Promise<void> => {
    await asked(() => all.updateOne({ _id: bin(id) }, { $set: fields }));
  };
  return {
    tryAddAsk: async ({ id, map, person, by, ...said }) => {
      const doc = { _id: bin(id), ...said, map: bin(map), person: bin(person), by: bin(by) };
      return (await unlessDuplicate(() => all.insertOne(doc))) !== null;
    },
    ask: async (kind, map, person) =>
      await readOne(() => all.findOne({ map: bin(map), person: bin(person), kind }), toAsk),
    asksAbout: async (map) => await readAll(all.find({ map: bin(map) }).sort({ at: 1, _id: 1 }), toAsk),
    asksOn: async (kind, maps) => await readAll(all.find({ kind, map: { $in: maps.map((map) => bin(map)) } }), toAsk),
    asksOf: async (kind, person) => await readAll(all.find({ kind, person: bin(person) }), toAsk),
    unmailedAsks: async (limit) =>
      await readAll(all.find({ isMailed: false }).sort({ at: 1, _id: 1 }).limit(limit), toAsk),
    setAskMailed: async (id) => await set(id, { isMailed: true }),
    setAskRefused: async (id) => await set(id, { isRefused: true }),
    removeAsk: async (id) => (await asked(() => all.deleteOne({ _id: bin(id) }))).deletedCount === 1,
    pruneAsks: async (at) => {
      await asked(() => all.deleteMany({ at: { $lte: at } }));
    },
  };
}

function toAsk(doc: AskDoc): AskRecord {
  const { kind, message, at, isRefused, isMailed } = doc;
  const [map, person, by] = [
    mustMapId(doc.map.value()),
    mustPersonId(doc.person.value()),
    mustPersonId(doc.by.value()),
  ];
  return { id: idOf(doc._id), kind, map, person, by, message, at, isRefused, isMailed };
}
