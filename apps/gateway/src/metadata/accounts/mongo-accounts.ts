import type { SignedInBy } from '@bough/contracts';
import type { PersonId } from '@bough/base';
import type { Binary, Db } from 'mongodb';
import { mustPersonId } from '../ids-in-bytes.ts';
import { asked, readAll, unlessDuplicate, upserted } from '../mongo/asking.ts';
import { bin, hashBin, idOf } from '../mongo/binary.ts';
import { removeGroups } from '../groups/mongo-groups.ts';
import { keepSettings } from '../groups/mongo-kept-settings.ts';
import { isLiving } from '../mongo/living.ts';
import { anyBrowserOf } from '../sign-ins/sign-in-store.ts';
import { peopleIn, toPerson } from '../people/mongo-people.ts';
import type { Account, AccountStore, SessionRecord, SessionRecordStore } from './account-store.ts';

interface AccountDoc {
  /** The person. */
  readonly _id: Binary;
  readonly password?: string | null;
  readonly isOwner?: boolean;
  readonly ownerBy?: Binary | null;
  readonly disabledAt?: number | null;
  /** How often all sessions of the person were ended, beside the password: one write sees both. Absent: never, since it is kept here. */
  readonly ended?: number;
}
interface SessionRecordDoc {
  /** The session. */
  readonly _id: Binary;
  readonly person: Binary;
  readonly device: string;
  readonly by: SignedInBy;
  readonly issuer?: Binary | null;
  /** Absent where there is none: the index passes over those. */
  readonly providerSession?: Binary;
  readonly beganAt: number;
  readonly seenAt: number;
}

type InSessions = Pick<AccountStore, 'trySetPassword' | 'tryChangeEmail'>;

/** Where what is only a person's stands. */
const OF_PERSON = [
  ...(['tokens', 'passkeys', 'shelves', 'opened', 'grants', 'folder_grants', 'session_records'] as const),
  ...(['provider_people', 'asks', 'watches', 'rings', 'rung'] as const),
];

/** Accounts in MongoDB. */
export function mongoAccounts(db: Db): AccountStore {
  return { ...accounts(db), ...inSessions(db), ...sessionRecords(db) };
}

/** What is done in a session, and comes to nothing where all sessions were ended since. */
function inSessions(db: Db): InSessions {
  const all = db.collection<AccountDoc>('accounts');
  const people = peopleIn(db);
  return {
    trySetPassword: async (person, password, epoch) => {
      const _id = bin(person);
      await upserted(() => all.updateOne({ _id }, { $setOnInsert: { isOwner: false } }, { upsert: true }));
      const isOpen = { _id, $or: [{ ended: { $exists: false } }, { ended: { $lte: epoch } }] };
      const { matchedCount } = await asked(() => all.updateOne(isOpen, { $set: { password } }));
      if ((await asked(() => people.findOne({ _id }))) !== null) return matchedCount === 1;
      // Of somebody who left nothing is kept.
      await asked(() => all.deleteOne({ _id }));
      return false;
    },
    tryChangeEmail: async (person, from, to, epoch = Number.MAX_SAFE_INTEGER) => {
      const who = { _id: bin(person), email: from };
      if (!(await isLiving(db, who._id, epoch))) return false;
      // Before: a crash between leaves what limits nobody but them, for whom it is set anyway.
      if ((await asked(() => people.findOne(who))) !== null) await keepSettings(db, person, from);
      const changed = await unlessDuplicate(() => people.updateOne(who, { $set: { email: to } }));
      if (changed === null || changed.modifiedCount !== 1) return false;
      if (!(await isLiving(db, who._id, epoch))) {
        await unlessDuplicate(() => people.updateOne({ ...who, email: to }, { $set: { email: from } }));
        return false;
      }
      await asked(() => db.collection('tokens').deleteMany({ person: bin(person) }));
      return true;
    },
  };
}

function accounts(db: Db): Omit<AccountStore, keyof SessionRecordStore | keyof InSessions> {
  const all = db.collection<AccountDoc>('accounts');
  const people = peopleIn(db);
  const set = async (person: PersonId, fields: Partial<Omit<AccountDoc, '_id'>>): Promise<void> =>
    await upserted(() => all.updateOne({ _id: bin(person) }, { $set: fields }, { upsert: true }));
  return {
    account: async (person) => toAccount(person, await asked(() => all.findOne({ _id: bin(person) }))),
    setPassword: async (person, password) => await set(person, { password }),
    replacePassword: async (person, from, to) => {
      await asked(() => all.updateOne({ _id: bin(person), password: from }, { $set: { password: to } }));
    },
    setOwner: async (person, isOwner, by) => await set(person, { isOwner, ownerBy: by === null ? null : hashBin(by) }),
    setDisabled: async (person, disabledAt) => await set(person, { disabledAt }),
    hasOwner: async () => (await asked(() => all.findOne({ isOwner: true }))) !== null,
    // The person goes last: what is left of a crash is removed by asking again.
    removePerson: async (person) => {
      const { email } = (await asked(() => people.findOne({ _id: bin(person) }))) ?? {};
      if (email !== undefined) await keepSettings(db, person, email);
      const own = await asked(() => db.collection('folders').distinct('_id', { owner: bin(person) }));
      await asked(() => db.collection('shelves').updateMany({ folder: { $in: own } }, { $set: { folder: null } }));
      await asked(() => db.collection('folder_grants').deleteMany({ folder: { $in: own } }));
      await asked(() =>
        db.collection('invitations').deleteMany({ $or: [{ target: { $in: own } }, { by: bin(person) }] }),
      );
      await removeGroups(db, { owner: bin(person) });
      for (const name of ['asks', 'rings']) await asked(() => db.collection(name).deleteMany({ by: bin(person) }));
      await asked(() => db.collection('folders').deleteMany({ owner: bin(person) }));
      await asked(() => db.collection('sign_ins').deleteMany({ browser: anyBrowserOf(person) }));
      for (const name of OF_PERSON) {
        await asked(() => db.collection(name).deleteMany({ person: bin(person) }));
      }
      await asked(() =>
        db.collection('audit').updateMany({ person: bin(person) }, { $set: { name: null, salt: null } }),
      );
      for (const name of ['second_steps', 'watch_wishes', 'pictures']) {
        await asked(() => db.collection<{ readonly _id: Binary }>(name).deleteOne({ _id: bin(person) }));
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

function sessionRecords(db: Db): SessionRecordStore {
  const all = db.collection<SessionRecordDoc>('session_records');
  return {
    addSessionRecord: async ({ session, person, device, by, provider, beganAt, seenAt }) => {
      const issuer = provider === null ? null : hashBin(provider.issuer);
      const own = provider?.session == null ? {} : { providerSession: hashBin(provider.session) };
      const first = { person: bin(person), device, by, issuer, ...own, beganAt };
      const update = { $setOnInsert: first, $max: { seenAt } };
      await upserted(() => all.updateOne({ _id: bin(session) }, update, { upsert: true }));
    },
    setSessionSeen: async (session, at) => {
      await asked(() => all.updateOne({ _id: bin(session) }, { $max: { seenAt: at } }));
    },
    sessionRecords: async (person) =>
      await readAll(all.find({ person: bin(person) }).sort({ seenAt: -1, _id: 1 }), toRecord),
    sessionRecordsOfProvider: async (session) =>
      await readAll(all.find({ providerSession: hashBin(session) }).sort({ seenAt: -1, _id: 1 }), toRecord),
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
  const { password = null, isOwner = false, ownerBy = null, disabledAt = null } = doc ?? {};
  return { person, password, isOwner, ownerBy: ownerBy === null ? null : idOf(ownerBy), disabledAt };
}

function toRecord(doc: SessionRecordDoc): SessionRecord {
  const { _id, person, device, by, issuer = null, providerSession, beganAt, seenAt } = doc;
  const session = providerSession === undefined ? null : idOf(providerSession);
  const provider = issuer === null ? null : { issuer: idOf(issuer), session };
  return { session: idOf(_id), person: mustPersonId(person.value()), device, by, provider, beganAt, seenAt };
}
