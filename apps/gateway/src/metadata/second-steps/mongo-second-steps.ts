import type { Binary, Db } from 'mongodb';
import { asked, unlessDuplicate } from '../mongo/asking.ts';
import { bin } from '../mongo/binary.ts';
import { isLiving } from '../mongo/living.ts';
import type { SecondStepStore } from './second-step-store.ts';

interface SecondStepDoc {
  /** The person. */
  readonly _id: Binary;
  readonly sealed: string;
  readonly onAt: number | null;
  readonly lastStep: number;
  readonly codes: readonly string[];
  /** Absent where none were made, or before that was kept. */
  readonly codesAt?: number | null;
}

/** Second steps in MongoDB. */
export function mongoSecondSteps(db: Db): SecondStepStore {
  const all = db.collection<SecondStepDoc>('second_steps');
  const isOn = { onAt: { $ne: null } };
  return {
    secondStep: async (person) => {
      const doc = await asked(() => all.findOne({ _id: bin(person) }));
      if (doc === null) return null;
      const { sealed, onAt, lastStep, codes, codesAt = null } = doc;
      return { person, sealed, onAt, lastStep, codes, codesAt };
    },
    tryBeginSecondStep: async (person, sealed) => {
      const begun = { sealed, lastStep: 0, codes: [] };
      // Where one is on, the record is not met, and the one that would be made instead is a duplicate.
      const put = (): Promise<unknown> =>
        all.updateOne({ _id: bin(person), onAt: null }, { $set: begun }, { upsert: true });
      return (await unlessDuplicate(put)) !== null;
    },
    tryTurnOnSecondStep: async ({ person, sealed, onAt, lastStep, codes, codesAt }, epoch) => {
      const begun = { _id: bin(person), onAt: null, sealed };
      const { modifiedCount } = await asked(() => all.updateOne(begun, { $set: { onAt, lastStep, codes, codesAt } }));
      if (modifiedCount !== 1) return false;
      if (await isLiving(db, begun._id, epoch)) return true;
      await asked(() => all.deleteOne({ _id: begun._id, sealed }));
      return false;
    },
    tryTakeStep: async (person, step) => {
      const earlier = { _id: bin(person), ...isOn, lastStep: { $lt: step } };
      return (await asked(() => all.updateOne(earlier, { $set: { lastStep: step } }))).modifiedCount === 1;
    },
    tryTakeRecoveryCode: async (person, hash) => {
      const having = { _id: bin(person), ...isOn, codes: hash };
      return (await asked(() => all.updateOne(having, { $pull: { codes: hash } }))).modifiedCount === 1;
    },
    trySetRecoveryCodes: async (person, { codes, codesAt }, epoch) => {
      const _id = bin(person);
      if (!(await isLiving(db, _id, epoch))) return false;
      const { matchedCount } = await asked(() => all.updateOne({ _id, ...isOn }, { $set: { codes, codesAt } }));
      if (matchedCount !== 1) return false;
      if (await isLiving(db, _id, epoch)) return true;
      // Ended in between: those that are left are nobody's.
      await asked(() => all.updateOne({ _id, codes }, { $set: { codes: [] } }));
      return false;
    },
    resealSecondStep: async (person, from, to) => {
      await asked(() => all.updateOne({ _id: bin(person), sealed: from }, { $set: { sealed: to } }));
    },
    removeSecondStep: async (person) => (await asked(() => all.deleteOne({ _id: bin(person) }))).deletedCount === 1,
  };
}
