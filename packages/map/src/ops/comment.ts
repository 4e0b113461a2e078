import type { AddComment } from '../changes/change.ts';
import { isText } from '../model/values.ts';
import { newCommentId, newThreadId } from '../model/identity.ts';
import { LIMITS } from '../model/limits.ts';
import type { ItemId, Thread } from '../model/model.ts';
import { needItem } from '../apply/recover.ts';
import { sizeOfComment } from '../model/size.ts';
import { commentKey } from '../state/state.ts';
import { no } from '../apply/step.ts';
import { insertComment } from './parts/comment-writes.ts';
import { byNames, isId, type OpKind, whole } from './kind.ts';
import type { Trial, World } from './parts/trial.ts';
import { anId, textUpTo, type OpSchema } from '../schema/parts.ts';

export const comment: OpKind<AddComment> = {
  letters: { c: {} },
  shape: { thread: isId, item: isId, id: isId, text: (value) => isText(value, LIMITS.comment) },
  role: 'comment',
  reach: byNames,
  names: (op) => [op.thread, op.item],
  size: sizeOfComment,
  words: (op) => [op.text],
  tell: (tally, op) => tally.commented.add(`${op.thread} ${op.id}`),
  apply(step, op) {
    const { map, author, at } = step;
    const item = (map.threads.get(op.thread) ?? map.goneThreads.get(op.thread))?.item ?? op.item;
    const missing = needItem(step, item);
    if (missing !== null) return missing;
    const thread = map.threads.get(op.thread) ?? { id: op.thread, item, isResolved: false, comments: [] };
    const isTaken =
      thread.comments.some(({ id }) => id === op.id) || map.goneComments.has(commentKey(op.thread, op.id));
    if (isTaken) return no('exists', `there is a comment ${op.id} already`);
    return insertComment(step, thread, { id: op.id, author, at, text: op.text });
  },
  target: (op) => `comment ${op.thread} ${op.id}`,
  compose: (a, b) => (b.kind === 'edit-comment' && b.text !== null ? { ...a, text: b.text } : null),
  claim: (claims, op) => claims.touched.add(op.item),
  left: whole,
};

export const commentTrial: Trial<AddComment> = {
  samples: (names) => [
    { kind: 'comment', thread: names.thread('t'), item: names.item('a'), id: names.comment('c'), text: 'hi' },
  ],
  lines: ['["c","t-----------","a-----------","c-----------","hi"]'],
  weight: 1,
  random: (world, item) => randomComment(world, item, someThread(world)),
};

/** A thread of the map, if it has one. */
export function someThread({ dice, map }: World): Thread | undefined {
  return dice.any([...map.threads.values()]);
}

/** A comment in the thread, or the first one of another. */
export function randomComment({ dice }: World, item: ItemId, thread: Thread | undefined): AddComment {
  const joined = dice.chance(0.5) ? thread : undefined;
  const at = { thread: joined?.id ?? newThreadId(dice.ids), item: joined?.item ?? item };
  return { kind: 'comment', ...at, id: newCommentId(dice.ids), text: dice.text() };
}

export const commentSchema: OpSchema<AddComment> = () => ({
  does: 'Adds a comment; the first one with a new thread id opens that thread on the item.',
  keys: { thread: anId, item: anId, id: anId, text: textUpTo(LIMITS.comment) },
});
