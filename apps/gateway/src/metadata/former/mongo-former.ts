import type { Binary, Db } from 'mongodb';
import { mustPersonId } from '../ids-in-bytes.ts';
import { readAll, upserted } from '../mongo/asking.ts';
import { bin } from '../mongo/binary.ts';
import type { FormerStore } from './former-store.ts';

interface FormerDoc {
  readonly _id: Binary;
  readonly name: string;
  readonly hue: number;
}

/** People of deleted accounts in MongoDB. */
export function mongoFormer(db: Db): FormerStore {
  const former = db.collection<FormerDoc>('former_people');
  return {
    keepFormer: async ({ id, name, hue }) => {
      await upserted(() => former.updateOne({ _id: bin(id) }, { $set: { name, hue } }, { upsert: true }));
    },
    formerPeople: async (ids) =>
      await readAll(former.find({ _id: { $in: ids.map((id) => bin(id)) } }), ({ _id, name, hue }) => {
        return { id: mustPersonId(_id.value()), name, hue };
      }),
  };
}
