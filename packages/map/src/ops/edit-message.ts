import type { EditMessage } from '../changes/change.ts';
import { isText } from '../model/values.ts';
import { LIMITS } from '../model/limits.ts';
import type { Comment } from '../model/model.ts';
import { sizeOfComment, THING } from '../model/size.ts';
import { commentKey } from '../state/state.ts';
import { no, type No, type Step } from '../apply/step.ts';
import { randomMessage } from './message.ts';
import { insertMessage, takeRemoval } from './parts/comment-writes.ts';
import { needRoom, push } from './parts/item-writes.ts';
import { isId, noClaim, type OpKind, whole } from './kind.ts';
import type { Trial } from './parts/trial.ts';
import { anId, orNull, textUpTo, type OpSchema } from '../schema/parts.ts';

export const editMessage: OpKind<EditMessage> = {
  letters: { x: {} },
  shape: { id: isId, text: (value) => value === null || isText(value, LIMITS.comment) },
  role: 'comment',
  reach: (op) => (op.text === null ? 'removes' : 'names'),
  names: (op) => [commentKey(null, op.id)],
  size: (op) => THING + (op.text?.length ?? 0),
  words: (op) => [op.text],
  tell: (tally, op) => op.text === null && tally.said.delete(op.id),
  apply(step, { id, text }) {
    const before = step.map.chat.get(id);
    if (before !== undefined) return text === null ? removeMessage(step, before) : reword(step, before, text);
    const key = commentKey(null, id);
    const gone = step.map.goneComments.get(key);
    if (gone === undefined) return no('missing', `there is no message ${id}`);
    if (text === null) return null;
    takeRemoval(step, key);
    return insertMessage(step, { ...gone.comment, text });
  },
  target: (op) => `message ${op.id}`,
  compose: (a, b) => (b.kind !== 'edit-message' || a.text === null || b.text === null ? null : b),
  claim: noClaim,
  left: whole,
};

function reword(step: Step, before: Comment, text: string): No | null {
  const tooLarge = needRoom(step.map, text.length - before.text.length);
  if (tooLarge !== null) return tooLarge;
  step.map.putMessage({ ...before, text });
  step.touched.message(before.id);
  return push(step, { kind: 'edit-message', id: before.id, text: before.text });
}

/** Kept as removed comments are. */
function removeMessage(step: Step, comment: Comment): No | null {
  const { map } = step;
  const { id, text } = comment;
  const key = commentKey(null, id);
  map.dropMessage(id);
  step.touched.message(id);
  map.putGoneComment(key, { comment });
  map.pushRemoval({ kind: 'comment', key }, sizeOfComment(comment));
  return push(step, { kind: 'edit-message', id, text });
}

export const editMessageTrial: Trial<EditMessage> = {
  samples: ({ comment }) => [
    { kind: 'edit-message', id: comment('c'), text: null },
    { kind: 'edit-message', id: comment('c'), text: 'ho' },
  ],
  lines: ['["x","c-----------",null]', '["x","c-----------","ho"]'],
  weight: 1,
  random(world) {
    const { dice, map } = world;
    const which = dice.any([...map.chat.keys()]);
    if (which === undefined) return randomMessage(world);
    return { kind: 'edit-message', id: which, text: dice.chance(0.5) ? null : dice.text() };
  },
};

export const editMessageSchema: OpSchema<EditMessage> = () => ({
  does: 'Changes what a message of the chat says, or removes it.',
  keys: { id: anId, text: orNull(textUpTo(LIMITS.comment), 'null removes it.') },
});
