import type { AddMessage } from '../changes/change.ts';
import { isText } from '../model/values.ts';
import { newCommentId } from '../model/identity.ts';
import { LIMITS } from '../model/limits.ts';
import { sizeOfComment } from '../model/size.ts';
import { commentKey } from '../state/state.ts';
import { no } from '../apply/step.ts';
import { insertMessage } from './parts/comment-writes.ts';
import { byNames, isId, noClaim, type OpKind, whole } from './kind.ts';
import type { Trial, World } from './parts/trial.ts';
import { anId, textUpTo, type OpSchema } from '../schema/parts.ts';

export const message: OpKind<AddMessage> = {
  letters: { w: {} },
  shape: { id: isId, text: (value) => isText(value, LIMITS.comment) },
  role: 'comment',
  reach: byNames,
  names: (op) => [commentKey(null, op.id)],
  size: sizeOfComment,
  words: (op) => [op.text],
  tell: (tally, op) => tally.said.add(op.id),
  apply(step, { id, text }) {
    const { map, author, at } = step;
    const isTaken = map.chat.has(id) || map.goneComments.has(commentKey(null, id));
    return isTaken ? no('exists', `there is a message ${id} already`) : insertMessage(step, { id, author, at, text });
  },
  target: (op) => `message ${op.id}`,
  compose: (a, b) => (b.kind === 'edit-message' && b.text !== null ? { ...a, text: b.text } : null),
  claim: noClaim,
  left: whole,
};

export const messageTrial: Trial<AddMessage> = {
  samples: (names) => [{ kind: 'message', id: names.comment('c'), text: 'hi' }],
  lines: ['["w","c-----------","hi"]'],
  weight: 1,
  random: randomMessage,
};

/** A new message in the chat. */
export function randomMessage({ dice }: World): AddMessage {
  return { kind: 'message', id: newCommentId(dice.ids), text: dice.text() };
}

export const messageSchema: OpSchema<AddMessage> = () => ({
  does: 'Writes a message in the chat of the map.',
  keys: { id: anId, text: textUpTo(LIMITS.comment) },
});
