import type { Binary, Collection, Db } from 'mongodb';
import { mustPersonId } from '../ids-in-bytes.ts';
import { asked, unlessDuplicate } from '../mongo/asking.ts';
import { bin } from '../mongo/binary.ts';
import { foundById } from '../mongo/together.ts';
import type { PeopleStore, Person } from './people-store.ts';

interface PersonDoc {
  readonly _id: Binary;
  readonly name: string;
  /** Absent for a guest. */
  readonly email?: string;
  readonly hue: number;
  readonly createdAt: number;
  /** Of a guest: who took over what was theirs. */
  readonly became?: Binary;
}

/** People in MongoDB. */
export function mongoPeople(db: Db): PeopleStore {
  const people = peopleIn(db);
  const found = foundById(people);
  return {
    addPerson: async ({ id, name, email, hue, createdAt }) => {
      const doc = { _id: bin(id), name, hue, createdAt, ...(email === null ? {} : { email }) };
      await asked(() => people.insertOne(doc));
    },
    person: async (id) => {
      const [doc = null] = await found([bin(id)]);
      return toPerson(doc);
    },
    people: async (ids) => (await found(ids.map((id) => bin(id)))).map(toPerson).filter((person) => person !== null),
    successors: async (guests) => {
      const docs = await found(guests.map((id) => bin(id)));
      return new Map(
        docs.flatMap(({ _id, became }) =>
          became === undefined ? [] : [[mustPersonId(_id.value()), mustPersonId(became.value())] as const],
        ),
      );
    },
    personByEmail: async (email) => toPerson(await asked(() => people.findOne({ email }))),
    setPersonFacts: async (id, { name, hue }) => {
      await asked(() => people.updateOne({ _id: bin(id) }, { $set: { name, hue } }));
    },
    tryClaimEmail: async (id, email) => {
      const guest = { _id: bin(id), email: { $exists: false } };
      const claimed = await unlessDuplicate(() => people.updateOne(guest, { $set: { email } }));
      return claimed !== null && claimed.modifiedCount === 1;
    },
  };
}

/** The collection. */
export function peopleIn(db: Db): Collection<PersonDoc> {
  return db.collection<PersonDoc>('people');
}

/** Reads a person; null stays null. */
export function toPerson(doc: PersonDoc | null): Person | null {
  if (doc === null) return null;
  const { name, email = null, hue, createdAt } = doc;
  return { id: mustPersonId(doc._id.value()), name, email, hue, createdAt };
}
