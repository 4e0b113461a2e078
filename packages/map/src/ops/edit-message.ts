import type { EditMessage } from '../changes/change.ts';
import { isText } from '../model/values.ts';
import { LIMITS } from '../model/limits.ts';
import { THING } from '../model/size.ts';
import { commentKey } from '../state/state.ts';
import { no } from '../apply/step.ts';
import { randomMessage } from './message.ts';
import { editWords, insertMessage, takeRemoval } from './parts/comment-writes.ts';
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
  apply(step, op) {
    const { map, touched } = step;
    const { id, text } = op;
    const [before, key] = [map.chat.get(id), commentKey(null, id)];
    if (before !== undefined) {
      return editWords(step, op, { key, gone: { comment: before } }, (after) => {
        if (after === null) map.dropMessage(id);
        else map.putMessage(after);
        touched.message(id);
      });
    }
    const gone = map.goneComments.get(key);
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
