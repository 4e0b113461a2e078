import { type Context, canWrite } from '../context.ts';
import type { CutOff, State } from '../state.ts';
import { type Step, to } from '../step.ts';
import { selectionOf } from '../../commands/selection.ts';

// Somebody else removes the item that one writes in. Its words are gone for everybody, but whoever goes on writing brings it back with them.

/** The state after a change of somebody else, which has taken what was edited `before`. */
export function cutOff(before: State, after: State, { box, settings }: Context): Step {
  const { editing, words, stood } = before;
  if (editing === null || stood === null || after.editing !== null) return to(after);
  const at = Math.min(box.caret.end, words.agreed.length);
  return to(
    { ...after, cutOff: { id: editing, text: words.agreed, at, stood } },
    { effects: [{ kind: 'say', words: settings.words.said.cutOff }] },
  );
}

/** What would go on if somebody typed: nothing else has been chosen since. */
export function cutOffNow({ cutOff: cut, selection, editing }: State): CutOff | null {
  return selection.focus === null && editing === null ? cut : null;
}

/** It comes back as it was, where it stood when its edit began. */
export function bringBack(state: State, context: Context, { id, stood: { parent, order } }: CutOff): Step {
  const after = { ...state, cutOff: null };
  if (!canWrite(context)) return to(after);
  return to(
    { ...after, selection: selectionOf([id]) },
    {
      ops: [{ kind: 'restore', id, parent, order }],
      isNewStep: true,
      otherwise: after,
      next: [{ kind: 'reveal' }],
      isDone: true,
    },
  );
}

/** Letters that are typed after it bring it back, with them at its caret. */
export function goOn(state: State, context: Context, { id, text, at }: CutOff): Step {
  const insert = context.box.value;
  const gone = { ...state, cutOff: null };
  if (insert === '' || !canWrite(context)) return to(state);
  const value = text.slice(0, at) + insert + text.slice(at);
  const caret = at + insert.length;
  return to(
    { ...gone, selection: selectionOf([id]), editing: id, words: { id, agreed: value, isEditing: true } },
    {
      ops: [{ kind: 'splice', id, field: 'text', at, remove: 0, insert }],
      name: `typing:${id}`,
      isNewStep: true,
      otherwise: gone,
      effects: [{ kind: 'hold', text: value, caret: { start: caret, end: caret } }],
      next: [{ kind: 'reveal' }],
    },
  );
}
