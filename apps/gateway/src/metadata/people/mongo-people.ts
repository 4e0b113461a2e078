import type { Binary, Db } from 'mongodb';
import { mustPersonId } from '../ids-in-bytes.ts';
import { asked, unlessDuplicate } from '../mongo/asking.ts';
import { bin } from '../mongo/binary.ts';
import type { PeopleStore, Person } from './people-store.ts';

interface PersonDoc {
  readonly _id: Binary;
  readonly name: string;
  /** Absent for a guest. */
  readonly email?: string;
  readonly hue: number;
  readonly createdAt: number;
}

/** People in MongoDB. */
export function mongoPeople(db: Db): PeopleStore {
  const people = db.collection<PersonDoc>('people');
  return {
    addPerson: async ({ id, name, email, hue, createdAt }) => {
      const doc = { _id: bin(id), name, hue, createdAt, ...(email === null ? {} : { email }) };
      await asked(() => people.insertOne(doc));
    },
    person: async (id) => toPerson(await asked(() => people.findOne({ _id: bin(id) }))),
    personByEmail: async (email) => toPerson(await asked(() => people.findOne({ email }))),
    renamePerson: async (id, name) => {
      await asked(() => people.updateOne({ _id: bin(id) }, { $set: { name } }));
    },
    tryClaimEmail: async (id, email) => {
      const guest = { _id: bin(id), email: { $exists: false } };
      const claimed = await unlessDuplicate(() => people.updateOne(guest, { $set: { email } }));
      return claimed !== null && claimed.modifiedCount === 1;
    },
  };
}

function toPerson(doc: PersonDoc | null): Person | null {
  if (doc === null) return null;
  const { name, email = null, hue, createdAt } = doc;
  return { id: mustPersonId(doc._id.value()), name, email, hue, createdAt };
}
