import type { Binary, Db } from 'mongodb';
import { asked, unlessDuplicate } from '../mongo/asking.ts';
import { bin } from '../mongo/binary.ts';
import { SET_UP_ID, type SetUpStore } from './set-up-store.ts';

interface SetUpDoc {
  readonly _id: Binary;
  readonly turn: number;
}

/** Which set-up link is good, in MongoDB. */
export function mongoSetUp(db: Db): SetUpStore {
  const all = db.collection<SetUpDoc>('set_up');
  const _id = bin(SET_UP_ID);
  return {
    setUpTurn: async () => (await asked(() => all.findOne({ _id })))?.turn ?? 0,
    tryTurnSetUp: async (from, to) => {
      // Where there is no record yet, whoever makes it has turned; the id makes everybody else a duplicate.
      const turned = await unlessDuplicate(() =>
        all.updateOne({ _id, turn: from }, { $set: { turn: to } }, { upsert: from === 0 }),
      );
      return turned !== null && turned.modifiedCount + turned.upsertedCount === 1;
    },
  };
}
