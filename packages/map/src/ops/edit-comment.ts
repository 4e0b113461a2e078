import type { EditComment } from '../changes/change.ts';
import { isText } from '../model/values.ts';
import { LIMITS } from '../model/limits.ts';
import { needItem } from '../apply/recover.ts';
import { THING } from '../model/size.ts';
import { commentKey, type GoneComment } from '../state/state.ts';
import { no, type No, type Step } from '../apply/step.ts';
import { randomComment, someThread } from './comment.ts';
import { editWords, insertComment, takeRemoval, writeThread } from './parts/comment-writes.ts';
import { isId, noClaim, type OpKind, whole } from './kind.ts';
import type { Trial } from './parts/trial.ts';
import { anId, orNull, textUpTo, type OpSchema } from '../schema/parts.ts';

export const editComment: OpKind<EditComment> = {
  letters: { e: {} },
  shape: { thread: isId, id: isId, text: (value) => value === null || isText(value, LIMITS.comment) },
  role: 'comment',
  reach: (op) => (op.text === null ? 'removes' : 'names'),
  names: (op) => [op.thread],
  size: (op) => THING + (op.text?.length ?? 0),
  words: (op) => [op.text],
  tell: (tally, op) => op.text === null && tally.commented.delete(`${op.thread} ${op.id}`),
  apply(step, op) {
    const { map } = step;
    const goneThread = map.goneThreads.get(op.thread);
    const missing = goneThread === undefined ? null : needItem(step, goneThread.item);
    if (missing !== null) return missing;
    const thread = map.threads.get(op.thread);
    const before = thread?.comments.find(({ id }) => id === op.id);
    const key = commentKey(op.thread, op.id);
    if (thread !== undefined && before !== undefined) {
      const { item, isResolved } = thread;
      return editWords(step, op, { key, gone: { thread: thread.id, item, isResolved, comment: before } }, (after) => {
        writeThread(step, { ...thread, comments: thread.comments.flatMap((c) => (c === before ? (after ?? []) : c)) });
      });
    }
    const gone = map.goneComments.get(key);
    if (gone === undefined) return no('missing', `there is no comment ${op.id}`);
    return op.text === null || !('thread' in gone) ? null : reviveComment(step, gone, op.text);
  },
  target: (op) => `comment ${op.thread} ${op.id}`,
  compose: (a, b) => (b.kind !== 'edit-comment' || a.text === null || b.text === null ? null : b),
  claim: noClaim,
  left: whole,
};

function reviveComment(step: Step, gone: GoneComment, text: string): No | null {
  const { map } = step;
  const { thread: id, isResolved } = gone;
  const item = map.threads.get(id)?.item ?? gone.item;
  const missing = needItem(step, item);
  if (missing !== null) return missing;
  const key = commentKey(id, gone.comment.id);
  takeRemoval(step, key);
  const thread = map.threads.get(id) ?? { id, item: gone.item, isResolved, comments: [] };
  return insertComment(step, thread, { ...gone.comment, text });
}

export const editCommentTrial: Trial<EditComment> = {
  samples: (names) => {
    const which = { thread: names.thread('t'), id: names.comment('c') };
    return [
      { kind: 'edit-comment', ...which, text: null },
      { kind: 'edit-comment', ...which, text: 'ho' },
    ];
  },
  lines: ['["e","t-----------","c-----------",null]', '["e","t-----------","c-----------","ho"]'],
  weight: 1,
  random(world, item) {
    const { dice } = world;
    const thread = someThread(world);
    if (thread === undefined) return randomComment(world, item, thread);
    const which = dice.any(thread.comments);
    if (which === undefined) return null;
    return { kind: 'edit-comment', thread: thread.id, id: which.id, text: dice.chance(0.5) ? null : dice.text() };
  },
};

export const editCommentSchema: OpSchema<EditComment> = () => ({
  does: 'Changes what a comment says, or removes it.',
  keys: { thread: anId, id: anId, text: orNull(textUpTo(LIMITS.comment), 'null removes it.') },
});
