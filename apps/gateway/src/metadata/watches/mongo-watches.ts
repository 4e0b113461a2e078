import type { Binary, Db } from 'mongodb';
import type { WatchWish } from '@bough/contracts';
import { mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { asked, readAll, unlessDuplicate, upserted } from '../mongo/asking.ts';
import { bin } from '../mongo/binary.ts';
import { type WatchRecord, type WatchStore, watchWishOf } from './watch-store.ts';

interface WatchDoc {
  /** Map and person. */
  readonly _id: Binary;
  readonly map: Binary;
  readonly person: Binary;
  readonly toldTo: number | null;
  readonly tellsTo: number | null;
  readonly dueAt: number | null;
}
interface WishDoc {
  /** The person. */
  readonly _id: Binary;
  readonly wish: WatchWish;
}

/** Who watches which maps, in MongoDB. */
export function mongoWatches(db: Db): WatchStore {
  const all = db.collection<WatchDoc>('watches');
  const wishes = db.collection<WishDoc>('watch_wishes');
  return {
    addWatch: async ({ map, person, ...told }) => {
      const doc = { _id: bin(map, person), map: bin(map), person: bin(person), ...told };
      await unlessDuplicate(() => all.insertOne(doc));
    },
    removeWatch: async (map, person) => {
      await asked(() => all.deleteOne({ _id: bin(map, person) }));
    },
    isWatched: async (map, person) => (await asked(() => all.findOne({ _id: bin(map, person) }))) !== null,
    watchesOf: async (person) => await readAll(all.find({ person: bin(person) }).sort({ _id: 1 }), toWatch),
    dueWatches: async (at, limit) => {
      // Nothing is no number, and is not among them.
      const due = { dueAt: { $lte: at } };
      return await readAll(all.find(due).sort({ dueAt: 1, _id: 1 }).limit(limit), toWatch);
    },
    tryMoveWatch: async ({ map, person, dueAt }, to) => {
      const { matchedCount } = await asked(() => all.updateOne({ _id: bin(map, person), dueAt }, { $set: to }));
      return matchedCount === 1;
    },
    watchWish: async (person) => watchWishOf((await asked(() => wishes.findOne({ _id: bin(person) })))?.wish),
    setWatchWish: async (person, wish) => {
      await upserted(() => wishes.updateOne({ _id: bin(person) }, { $set: { wish } }, { upsert: true }));
    },
  };
}

function toWatch({ map, person, toldTo, tellsTo, dueAt }: WatchDoc): WatchRecord {
  return { map: mustMapId(map.value()), person: mustPersonId(person.value()), toldTo, tellsTo, dueAt };
}
