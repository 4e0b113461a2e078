import type { Binary, Db } from 'mongodb';
import { GatewayFailure } from '../../failure.ts';
import { mustPersonId } from '../ids-in-bytes.ts';
import { asked, unlessDuplicate, upserted } from '../mongo/asking.ts';
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
  return {
    addRevocation: async ({ kind, session, at }) => {
      const update = { $set: { kind, epoch: 0 }, $max: { at } };
      await upserted(() => all.updateOne({ _id: bin(session) }, update, { upsert: true }));
    },
    endSessions: async (person, at) => {
      const _id = bin(person);
      if ((await asked(() => people.findOne({ _id }))) === null) throw new GatewayFailure('absent', 'no such person');
      for (;;) {
        const known = await asked(() => all.findOne({ _id }));
        if (known === null) {
          const first = { _id, kind: 'person', epoch: 1, at } as const;
          if ((await unlessDuplicate(() => all.insertOne(first))) !== null) return 1;
          continue;
        }
        const epoch = known.epoch + 1;
        const update = { $set: { epoch }, $max: { at } };
        const raised = await asked(() => all.updateOne({ _id, epoch: known.epoch }, update));
        if (raised.modifiedCount === 1) return epoch;
      }
    },
    revocations: async (sinceMs) => {
      const since = { at: { $gte: sinceMs } };
      return (await asked(() => all.find(since).sort({ at: 1 }).toArray())).map(toRevocation);
    },
    pruneRevocations: async (before) => {
      await asked(() => all.deleteMany({ kind: 'session', at: { $lt: before } }));
    },
  };
}

function toRevocation(doc: RevocationDoc): Revocation {
  const { kind, epoch, at } = doc;
  if (kind === 'session') return { kind, session: idOf(doc._id), at };
  return { kind, person: mustPersonId(doc._id.value()), epoch, at };
}
