import type { ResolveThread } from '../changes/change.ts';
import { needItem } from '../apply/recover.ts';
import { no } from '../apply/step.ts';
import { randomComment, someThread } from './comment.ts';
import { writeThread } from './parts/comment-writes.ts';
import { push } from './parts/item-writes.ts';
import { byNames, isFlag, isId, noClaim, noWords, oneThing, type OpKind, whole } from './kind.ts';
import type { Trial } from './parts/trial.ts';
import { flag, anId, type OpSchema } from '../schema/parts.ts';

export const resolve: OpKind<ResolveThread> = {
  letters: { v: {} },
  shape: { thread: isId, isResolved: isFlag },
  role: 'comment',
  reach: byNames,
  names: (op) => [op.thread],
  size: oneThing,
  words: noWords,
  tell: (tally, op) => tally.resolved.add(op.thread),
  apply(step, { thread, isResolved }) {
    const { map } = step;
    const found = map.threads.get(thread) ?? map.goneThreads.get(thread);
    if (found === undefined) return no('missing', `there is no thread ${thread}`);
    const missing = needItem(step, found.item);
    if (missing !== null) return missing;
    writeThread(step, { ...found, isResolved });
    return push(step, { kind: 'resolve', thread, isResolved: found.isResolved });
  },
  target: (op) => `thread ${op.thread}`,
  compose: (_, b) => (b.kind === 'resolve' ? b : null),
  claim: noClaim,
  left: whole,
};

export const resolveTrial: Trial<ResolveThread> = {
  samples: ({ thread }) => [{ kind: 'resolve', thread: thread('t'), isResolved: true }],
  lines: ['["v","t-----------",true]'],
  weight: 1,
  random(world, item) {
    const thread = someThread(world);
    if (thread === undefined) return randomComment(world, item, thread);
    return { kind: 'resolve', thread: thread.id, isResolved: world.dice.chance(0.5) };
  },
};

export const resolveSchema: OpSchema<ResolveThread> = () => ({
  does: 'Says that a thread is settled, or that it is not.',
  keys: { thread: anId, isResolved: flag },
});
