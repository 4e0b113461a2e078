import type { Binary, Db } from 'mongodb';
import { asked, unlessDuplicate } from '../mongo/asking.ts';
import { hashBin, idOf } from '../mongo/binary.ts';
import { mustBeAnswer } from './kept-answer.ts';
import type { RepeatStore } from './repeat-store.ts';

interface RepeatableDoc {
  /** The hash. */
  readonly _id: Binary;
  readonly request: Binary;
  readonly at: number;
  /** Null while the work is under way. */
  readonly answer: string | null;
}

/** Requests that are done once, in MongoDB. */
export function mongoRepeats(db: Db): RepeatStore {
  const all = db.collection<RepeatableDoc>('repeatables');
  return {
    beginRepeatable: async ({ hash, request, at }, staleBefore) => {
      const _id = hashBin(hash);
      await asked(() => all.deleteOne({ _id, answer: null, at: { $lt: staleBefore } }));
      const doc = { _id, request: hashBin(request), at, answer: null };
      if ((await unlessDuplicate(() => all.insertOne(doc))) !== null) return { kind: 'begun' };
      const known = await asked(() => all.findOne({ _id }));
      if (known === null) return { kind: 'busy' };
      if (idOf(known.request) !== request) return { kind: 'other' };
      return known.answer === null ? { kind: 'busy' } : { kind: 'answered', answer: mustBeAnswer(known.answer) };
    },
    endRepeatable: async (hash, answer) => {
      await asked(() => all.updateOne({ _id: hashBin(hash) }, { $set: { answer: JSON.stringify(answer) } }));
    },
    dropRepeatable: async (hash) => {
      await asked(() => all.deleteOne({ _id: hashBin(hash), answer: null }));
    },
    pruneRepeatables: async (before) => {
      await asked(() => all.deleteMany({ at: { $lt: before } }));
    },
  };
}
