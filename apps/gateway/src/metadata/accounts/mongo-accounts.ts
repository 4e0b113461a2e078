import type { SignedInBy } from '@bough/contracts';
import type { PersonId } from '@bough/base';
import type { Binary, Db } from 'mongodb';
import { mustPersonId } from '../ids-in-bytes.ts';
import { asked, unlessDuplicate, upserted } from '../mongo/asking.ts';
import { bin, hashBin, idOf } from '../mongo/binary.ts';
import { peopleIn, toPerson } from '../people/mongo-people.ts';
import type { Account, AccountStore, SessionRecord } from './account-store.ts';

interface AccountDoc {
  /** The person. */
  readonly _id: Binary;
  readonly password?: string | null;
  /** Absent where there is none: the unique index passes over those. */
  readonly provider?: Binary;
  readonly isOwner?: boolean;
  readonly disabledAt?: number | null;
}
interface SessionRecordDoc {
  /** The session. */
  readonly _id: Binary;
  readonly person: Binary;
  readonly device: string;
  readonly by: SignedInBy;
  readonly beganAt: number;
  readonly seenAt: number;
}
type Records = Pick<
  AccountStore,
  | 'addSessionRecord'
  | 'setSessionSeen'
  | 'sessionRecords'
  | 'removeSessionRecord'
  | 'removeSessionRecords'
  | 'pruneSessionRecords'
>;

/** Accounts in MongoDB. */
export function mongoAccounts(db: Db): AccountStore {
  return { ...accounts(db), ...sessionRecords(db) };
}

function accounts(db: Db): Omit<AccountStore, keyof Records> {
  const all = db.collection<AccountDoc>('accounts');
  const people = peopleIn(db);
  const set = async (person: PersonId, fields: Partial<Omit<AccountDoc, '_id'>>): Promise<void> =>
    await upserted(() => all.updateOne({ _id: bin(person) }, { $set: fields }, { upsert: true }));
  return {
    account: async (person) => toAccount(person, await asked(() => all.findOne({ _id: bin(person) }))),
    personByProvider: async (provider) => {
      const doc = await asked(() => all.findOne({ provider: hashBin(provider) }));
      return doc === null ? null : mustPersonId(doc._id.value());
    },
    setPassword: async (person, password) => await set(person, { password }),
    replacePassword: async (person, from, to) => {
      await asked(() => all.updateOne({ _id: bin(person), password: from }, { $set: { password: to } }));
    },
    tryJoinProvider: async (person, provider) => {
      const free = { _id: bin(person), provider: { $exists: false } };
      const joined = await unlessDuplicate(() =>
        all.updateOne(free, { $set: { provider: hashBin(provider) } }, { upsert: true }),
      );
      if (joined !== null) return true;
      // Either this person is joined already, perhaps to this very one, or that one is joined to another.
      const found = await asked(() => all.findOne({ provider: hashBin(provider) }));
      return found !== null && idOf(found._id) === person;
    },
    setOwner: async (person, isOwner) => await set(person, { isOwner }),
    setDisabled: async (person, disabledAt) => await set(person, { disabledAt }),
    hasOwner: async () => (await asked(() => all.findOne({ isOwner: true }))) !== null,
    tryChangeEmail: async (person, from, to) => {
      const who = { _id: bin(person), email: from };
      const changed = await unlessDuplicate(() => people.updateOne(who, { $set: { email: to } }));
      return changed !== null && changed.modifiedCount === 1;
    },
    // The person goes last: what is left of a crash is removed by asking again.
    removePerson: async (person) => {
      const own = await asked(() => db.collection('folders').distinct('_id', { owner: bin(person) }));
      await asked(() => db.collection('shelves').updateMany({ folder: { $in: own } }, { $set: { folder: null } }));
      await asked(() => db.collection('folder_grants').deleteMany({ folder: { $in: own } }));
      await asked(() =>
        db.collection('invitations').deleteMany({ $or: [{ target: { $in: own } }, { by: bin(person) }] }),
      );
      await asked(() => db.collection('folders').deleteMany({ owner: bin(person) }));
      for (const name of ['tokens', 'shelves', 'opened', 'grants', 'folder_grants', 'session_records']) {
        await asked(() => db.collection(name).deleteMany({ person: bin(person) }));
      }
      await asked(() => all.deleteOne({ _id: bin(person) }));
      await asked(() => people.deleteOne({ _id: bin(person) }));
    },
    peopleAfter: async (person, limit) => {
      const after = person === null ? {} : { _id: { $gt: bin(person) } };
      const found = people.find({ ...after, email: { $type: 'string' } }).sort({ _id: 1 });
      return (await asked(() => found.limit(limit).toArray())).flatMap((doc) => toPerson(doc) ?? []);
    },
  };
}

function sessionRecords(db: Db): Records {
  const all = db.collection<SessionRecordDoc>('session_records');
  return {
    addSessionRecord: async ({ session, person, device, by, beganAt, seenAt }) => {
      const first = { person: bin(person), device, by, beganAt };
      const update = { $setOnInsert: first, $max: { seenAt } };
      await upserted(() => all.updateOne({ _id: bin(session) }, update, { upsert: true }));
    },
    setSessionSeen: async (session, at) => {
      await asked(() => all.updateOne({ _id: bin(session) }, { $max: { seenAt: at } }));
    },
    sessionRecords: async (person) => {
      const found = all.find({ person: bin(person) }).sort({ seenAt: -1, _id: 1 });
      return (await asked(() => found.toArray())).map(toRecord);
    },
    removeSessionRecord: async (person, session) => {
      const { deletedCount } = await asked(() => all.deleteOne({ _id: bin(session), person: bin(person) }));
      return deletedCount === 1;
    },
    removeSessionRecords: async (person, keep) => {
      const others = keep === null ? {} : { _id: { $ne: bin(keep) } };
      await asked(() => all.deleteMany({ person: bin(person), ...others }));
    },
    pruneSessionRecords: async (before) => {
      await asked(() => all.deleteMany({ seenAt: { $lt: before } }));
    },
  };
}

function toAccount(person: PersonId, doc: AccountDoc | null): Account {
  const { password = null, provider, isOwner = false, disabledAt = null } = doc ?? {};
  return { person, password, provider: provider === undefined ? null : idOf(provider), isOwner, disabledAt };
}

function toRecord(doc: SessionRecordDoc): SessionRecord {
  const { _id, person, device, by, beganAt, seenAt } = doc;
  return { session: idOf(_id), person: mustPersonId(person.value()), device, by, beganAt, seenAt };
}
