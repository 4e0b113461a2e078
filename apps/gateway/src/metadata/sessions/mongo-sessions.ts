import type { Binary, Collection, Db } from 'mongodb';
import { GatewayFailure } from '../../failure.ts';
import { mustPersonId } from '../ids-in-bytes.ts';
import { asked, readAll, unlessDuplicate, upserted } from '../mongo/asking.ts';
import { bin, idOf } from '../mongo/binary.ts';
import type { Revocation, SessionStore } from './session-store.ts';

interface RevocationDoc {
  /** The session, or the person. Both are unique ids, and never the same. */
  readonly _id: Binary;
  readonly kind: Revocation['kind'];
  readonly epoch: number;
  readonly at: number;
}

/** What ended sessions, in MongoDB. */
export function mongoSessions(db: Db): SessionStore {
  const all = db.collection<RevocationDoc>('revocations');
  const people = db.collection<{ readonly _id: Binary }>('people');
  const accounts = db.collection<{ readonly _id: Binary; readonly ended?: number }>('accounts');
  const tryEnd = async (_id: Binary, at: number, most: number): Promise<number | null> => {
    if ((await asked(() => people.findOne({ _id }))) === null) return null;
    if (((await asked(() => all.findOne({ _id })))?.epoch ?? 0) > most) return null;
    const tokens = db.collection('tokens');
    // Before: a kill in between leaves none. After: one may have been made until the sessions were ended.
    await asked(() => tokens.deleteMany({ person: _id }));
    const epoch = await countUp(all, _id, at, most);
    if (epoch === null) return null;
    // Beside the password, too: one write that sets it sees how often.
    await upserted(() => accounts.updateOne({ _id }, { $max: { ended: epoch } }, { upsert: true }));
    await asked(() => tokens.deleteMany({ person: _id }));
    return epoch;
  };
  return {
    addRevocation: async ({ kind, session, at }) => {
      const update = { $set: { kind, epoch: 0 }, $max: { at } };
      await upserted(() => all.updateOne({ _id: bin(session) }, update, { upsert: true }));
    },
    endSessions: async (person, at) => {
      const epoch = await tryEnd(bin(person), at, Number.MAX_SAFE_INTEGER);
      if (epoch === null) throw new GatewayFailure('absent', 'This account does not exist.');
      return epoch;
    },
    tryEndSessions: async (person, at, epoch) => await tryEnd(bin(person), at, epoch),
    revocations: async (sinceMs) => await readAll(all.find({ at: { $gte: sinceMs } }).sort({ at: 1 }), toRevocation),
    pruneRevocations: async (before) => {
      await asked(() => all.deleteMany({ kind: 'session', at: { $lt: before } }));
    },
  };
}

/** Ends the person's sessions, where that was done so often and no more: answers how often that was done by now, or null. */
async function countUp(all: Collection<RevocationDoc>, _id: Binary, at: number, most: number): Promise<number | null> {
  for (;;) {
    const known = await asked(() => all.findOne({ _id }));
    if (known === null) {
      const first = { _id, kind: 'person', epoch: 1, at } as const;
      if ((await unlessDuplicate(() => all.insertOne(first))) !== null) return 1;
      continue;
    }
    if (known.epoch > most) return null;
    const epoch = known.epoch + 1;
    const update = { $set: { epoch }, $max: { at } };
    const raised = await asked(() => all.updateOne({ _id, epoch: known.epoch }, update));
    if (raised.modifiedCount === 1) return epoch;
  }
}

function toRevocation(doc: RevocationDoc): Revocation {
  const { kind, epoch, at } = doc;
  if (kind === 'session') return { kind, session: idOf(doc._id), at };
  return { kind, person: mustPersonId(doc._id.value()), epoch, at };
}
