import type { Binary, Db } from 'mongodb';
import { mustPersonId } from '../ids-in-bytes.ts';
import { asked, readAll, readOne, unlessDuplicate } from '../mongo/asking.ts';
import { bin, hashBin, idOf } from '../mongo/binary.ts';
import { isLiving } from '../mongo/living.ts';
import type { PasskeyRecord, PasskeyStore } from './passkey-store.ts';

interface PasskeyDoc {
  readonly _id: Binary;
  readonly person: Binary;
  readonly hash: Binary;
  readonly credential: string;
  readonly key: string;
  readonly algorithm: number;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly maySync: boolean;
  readonly createdAt: number;
  readonly usedAt: number | null;
}
interface ChallengeDoc {
  /** The hash. */
  readonly _id: Binary;
  readonly expiresAt: number;
}

/** Passkeys in MongoDB. */
export function mongoPasskeys(db: Db): PasskeyStore {
  const passkeys = db.collection<PasskeyDoc>('passkeys');
  const challenges = db.collection<ChallengeDoc>('used_challenges');
  return {
    // Kept first, then looked, as with tokens: what ends sessions, or the person, at this moment is seen here or sees it.
    tryAddPasskey: async ({ id, person, hash, ...facts }, epoch) => {
      const keys = { _id: bin(id), person: bin(person), hash: hashBin(hash) };
      if ((await unlessDuplicate(() => passkeys.insertOne({ ...keys, ...facts }))) === null) return 'known';
      if (await isLiving(db, keys.person, epoch)) return 'added';
      await asked(() => passkeys.deleteOne({ _id: keys._id }));
      return 'ended';
    },
    passkeysOf: async (person) =>
      await readAll(passkeys.find({ person: bin(person) }).sort({ createdAt: 1, _id: 1 }), toPasskey),
    passkeyByHash: async (hash) => await readOne(() => passkeys.findOne({ hash: hashBin(hash) }), toPasskey),
    tryUsePasskey: async (id, counter, at) => {
      const before = counter === 0 ? 0 : { $lt: counter };
      const used = { $set: { counter, usedAt: at } };
      const { matchedCount } = await asked(() => passkeys.updateOne({ _id: bin(id), counter: before }, used));
      return matchedCount === 1;
    },
    renamePasskey: async (person, id, name) => {
      const own = { _id: bin(id), person: bin(person) };
      return (await asked(() => passkeys.updateOne(own, { $set: { name } }))).matchedCount === 1;
    },
    removePasskey: async (person, id) => {
      const { deletedCount } = await asked(() => passkeys.deleteOne({ _id: bin(id), person: bin(person) }));
      return deletedCount === 1;
    },
    tryUseChallenge: async (hash, expiresAt) =>
      (await unlessDuplicate(() => challenges.insertOne({ _id: hashBin(hash), expiresAt }))) !== null,
    pruneChallenges: async (before) => {
      await asked(() => challenges.deleteMany({ expiresAt: { $lt: before } }));
    },
  };
}

function toPasskey(doc: PasskeyDoc): PasskeyRecord {
  const { credential, key, algorithm, counter, transports, name, maySync, createdAt, usedAt } = doc;
  const [id, hash, person] = [idOf(doc._id), idOf(doc.hash), mustPersonId(doc.person.value())];
  return { id, person, hash, credential, key, algorithm, counter, transports, name, maySync, createdAt, usedAt };
}
