import type { Binary, Db } from 'mongodb';
import { mustMapId, mustPersonId } from '../ids-in-bytes.ts';
import { asked, readAll, upserted } from '../mongo/asking.ts';
import { bin, idOf } from '../mongo/binary.ts';
import type { RingKind, RingRecord, RingStore } from './ring-store.ts';

interface RingDoc {
  /** The person, then the ring. */
  readonly _id: Binary;
  readonly person: Binary;
  readonly id: Binary;
  readonly kind: RingKind;
  readonly map: Binary;
  readonly by: Binary;
  readonly at: number;
  readonly isRead: boolean;
  readonly item: string | null;
  readonly comment: string | null;
  readonly chat: string | null;
}
interface RungDoc {
  readonly _id: Binary;
  readonly person: Binary;
  readonly id: Binary;
  readonly at: number;
}

/** The bells of people in MongoDB. */
export function mongoRings(db: Db): RingStore {
  const all = db.collection<RingDoc>('rings');
  const rung = db.collection<RungDoc>('rung');
  return {
    ring: async (rings) => {
      for (const { person, id, map, by, ...said } of rings) {
        const doc = { person: bin(person), id: bin(id), map: bin(map), by: bin(by), ...said };
        await upserted(() => all.updateOne({ _id: bin(person, id) }, { $set: doc }, { upsert: true }));
      }
    },
    ringsOf: async (person, limit) =>
      await readAll(
        all
          .find({ person: bin(person) })
          .sort({ at: -1, _id: 1 })
          .limit(limit),
        toRing,
      ),
    setRung: async (person, ids, at) => {
      for (const id of ids) {
        const _id = bin(person, id);
        const { matchedCount } = await asked(() => all.updateOne({ _id }, { $set: { isRead: true } }));
        if (matchedCount > 0) continue;
        const first = { person: bin(person), id: bin(id), at };
        await upserted(() => rung.updateOne({ _id }, { $setOnInsert: first }, { upsert: true }));
      }
    },
    rungOf: async (person) => new Set(await readAll(rung.find({ person: bin(person) }), ({ id }) => idOf(id))),
    pruneRings: async (at) => {
      await asked(() => all.deleteMany({ at: { $lte: at } }));
      await asked(() => rung.deleteMany({ at: { $lte: at } }));
    },
  };
}

function toRing({ person, id, map, by, kind, at, isRead, item, comment, chat }: RingDoc): RingRecord {
  const ids = { id: idOf(id), person: mustPersonId(person.value()), map: mustMapId(map.value()) };
  return { ...ids, by: mustPersonId(by.value()), kind, at, isRead, item, comment, chat };
}
