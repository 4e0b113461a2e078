import type { Binary, Db } from 'mongodb';
import { mustPersonId } from '../ids-in-bytes.ts';
import { asked, unlessDuplicate } from '../mongo/asking.ts';
import { bin, hashBin, idOf } from '../mongo/binary.ts';
import type { ProviderStore } from './provider-store.ts';

interface JoinedDoc {
  /** The subject. */
  readonly _id: Binary;
  readonly person: Binary;
  readonly issuer: Binary;
}
interface OlderDoc {
  readonly _id: Binary;
  readonly provider?: Binary;
}

/** Whom providers know, in MongoDB. Since there are several, nobody writes `provider` of accounts any more. */
export function mongoProviders(db: Db): ProviderStore {
  const all = db.collection<JoinedDoc>('provider_people');
  const older = db.collection<OlderDoc>('accounts');
  const personOf = async (subject: Binary): Promise<Binary | null> => {
    const joined = await asked(() => all.findOne({ _id: subject }));
    if (joined !== null) return joined.person;
    return (await asked(() => older.findOne({ provider: subject })))?._id ?? null;
  };
  return {
    personByProvider: async (subject) => {
      const person = await personOf(hashBin(subject));
      return person === null ? null : mustPersonId(person.value());
    },
    tryJoinProvider: async (person, of) => {
      const subject = hashBin(of.subject);
      const joined = await personOf(subject);
      if (joined !== null && idOf(joined) !== person) return false;
      // One from before there were several, which has not come in since: it may be of this very issuer.
      const before = (await asked(() => older.findOne({ _id: bin(person) })))?.provider;
      if (before !== undefined && idOf(before) !== of.subject) {
        if ((await asked(() => all.findOne({ _id: before }))) === null) return false;
      }
      const doc = { _id: subject, person: bin(person), issuer: hashBin(of.issuer) };
      if ((await unlessDuplicate(() => all.insertOne(doc))) !== null) return true;
      const found = await asked(() => all.findOne({ _id: subject }));
      return found !== null && idOf(found.person) === person;
    },
    hasProvider: async (person) => {
      const joined = await asked(() => all.findOne({ person: bin(person) }));
      if (joined !== null) return true;
      return (await asked(() => older.findOne({ _id: bin(person) })))?.provider !== undefined;
    },
    leaveProviders: async (person) => {
      const { deletedCount } = await asked(() => all.deleteMany({ person: bin(person) }));
      const known = { _id: bin(person), provider: { $exists: true } };
      const { modifiedCount } = await asked(() => older.updateOne(known, { $unset: { provider: true } }));
      return deletedCount + modifiedCount > 0;
    },
  };
}
