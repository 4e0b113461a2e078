import type { Binary, Db } from 'mongodb';
import { asked } from '../mongo/asking.ts';
import { hashBin } from '../mongo/binary.ts';
import type { SignInStore } from './sign-in-store.ts';

interface SignInDoc {
  /** The hash. */
  readonly _id: Binary;
  readonly email: string;
  readonly browser: string;
  readonly expiresAt: number;
  readonly used: boolean;
}

/** Sign-in mails in MongoDB. */
export function mongoSignIns(db: Db): SignInStore {
  const signIns = db.collection<SignInDoc>('sign_ins');
  return {
    addSignIn: async ({ hash, email, browser, expiresAt }) => {
      const doc = { _id: hashBin(hash), email, browser, expiresAt, used: false };
      await asked(() => signIns.insertOne(doc));
    },
    usableSignIn: async (hash, browser, nowMs) => {
      const usable = { _id: hashBin(hash), browser, used: false, expiresAt: { $gt: nowMs } };
      return (await asked(() => signIns.findOne(usable)))?.email ?? null;
    },
    useSignIn: async (hash, browser, nowMs) => {
      const usable = { _id: hashBin(hash), used: false, expiresAt: { $gt: nowMs } };
      return await asked(async () => {
        const found = await signIns.findOne(usable);
        if (found === null) return { kind: 'gone' };
        if (found.browser !== browser) return { kind: 'wrong-browser' };
        const { modifiedCount } = await signIns.updateOne(usable, { $set: { used: true } });
        return modifiedCount === 1 ? { kind: 'used', email: found.email } : { kind: 'gone' };
      });
    },
    firstSignIn: async (browser, email) => {
      const first = signIns.find({ browser, email }).sort({ expiresAt: 1 }).limit(1);
      return (await asked(() => first.toArray()))[0]?.expiresAt ?? null;
    },
    forgetSignIns: async (browser, endsAfter, keep) => {
      const others = keep === null ? {} : { email: { $ne: keep } };
      await asked(() => signIns.deleteMany({ browser, expiresAt: { $gt: endsAfter }, ...others }));
    },
    pruneSignIns: async (before) => {
      await asked(() => signIns.deleteMany({ expiresAt: { $lt: before } }));
    },
  };
}
