import type { Binary, Db } from 'mongodb';
import { mustPersonId } from '../ids-in-bytes.ts';
import { asked, readOne, upserted } from '../mongo/asking.ts';
import { bin } from '../mongo/binary.ts';
import { peopleIn } from '../people/mongo-people.ts';
import type { PictureStore } from './picture-store.ts';

interface PictureDoc {
  /** The person. */
  readonly _id: Binary;
  readonly hash: string;
  /** In base64: as backups have it. */
  readonly bytes: string;
}

/** Pictures of people in MongoDB. */
export function mongoPictures(db: Db): PictureStore {
  const all = db.collection<PictureDoc>('pictures');
  return {
    setPicture: async ({ person, hash, bytes }) => {
      const _id = bin(person);
      const fields = { hash, bytes: Buffer.from(bytes).toString('base64') };
      await upserted(() => all.updateOne({ _id }, { $set: fields }, { upsert: true }));
      // Of somebody who left meanwhile nothing is kept.
      if ((await asked(() => peopleIn(db).findOne({ _id }))) === null) await asked(() => all.deleteOne({ _id }));
    },
    removePicture: async (person) => {
      await asked(() => all.deleteOne({ _id: bin(person) }));
    },
    picture: async (person) =>
      await readOne(
        () => all.findOne({ _id: bin(person) }),
        ({ hash, bytes }) => ({ person, hash, bytes: Buffer.from(bytes, 'base64') }),
      ),
    pictureHashes: async (people) => {
      const found = all.find({ _id: { $in: people.map((person) => bin(person)) } }, { projection: { hash: 1 } });
      const docs = await asked(() => found.toArray());
      return new Map(docs.map(({ _id, hash }) => [mustPersonId(_id.value()), hash]));
    },
  };
}
