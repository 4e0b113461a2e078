import type { ItemId } from '@bough/map';
import type { Spot } from '@bough/scene';
import { type Box, canWrite, type Context, focusedOf, isAwaited } from '../context.ts';
import type { Intent } from '../intent.ts';
import { startEdit } from '../selecting.ts';
import type { State } from '../state.ts';
import { both, type Effect, type Step, to } from '../step.ts';
import { type ColonWord, colonWordAt } from './colon-word.ts';
import { cutOffNow, goOn } from './cut-off.ts';
import { type Caret, reconcile, toggleMarks } from './typing.ts';
import { focusedRect } from '../camera/looking.ts';

// Between the words' box and the map: what is typed becomes splices, what others type comes into the box.

/** Something was typed, or a composition ended. */
export function typed(state: State, context: Context): Step {
  const { id, agreed } = state.words;
  // A map that is not here yet: the box keeps what is typed until it is.
  if (isAwaited(state, context)) return to(state);
  const cut = cutOffNow(state);
  if (cut !== null) return goOn(state, context, cut);
  // Who chooses where a link ends writes in nothing.
  if (id === null || state.linking !== null || !canWrite(context))
    return to(state, { effects: [{ kind: 'hold', text: agreed, caret: null }] });
  const step = both(begin(state, context), (after) => agree(after, context, context.box));
  return { ...step, next: [...step.next, { kind: 'caret-moved' }] };
}

/** The first letter is on its way: the item is edited, and what the box has is past its words already. */
export function begin(state: State, context: Context): Step {
  const { id } = state.words;
  if (id === null || state.editing !== null || state.linking !== null || !canWrite(context)) return to(state);
  const text = context.map.items.get(id)?.text ?? '';
  const begun = startEdit({ ...state, words: { ...state.words, isEditing: true } }, context, id);
  return text === '' ? begun : both(begun, (after) => to({ ...after, replaced: { id, text } }));
}

/** What the item that is edited said before letters took the place of all of it; null: what it said is still there. */
export function replacedWords({ editing, replaced }: State, { map }: Pick<Context, 'map'>): string | null {
  if (editing === null || replaced?.id !== editing) return null;
  return map.items.get(editing)?.text.includes(replaced.text) === true ? null : replaced.text;
}

/** The box has these words now, as if they had been typed. */
export function putWords(state: State, context: Context, text: string, caret: Caret): Step {
  const hold: Effect = { kind: 'hold', text, caret };
  const put = agree(state, context, { value: text, caret, isComposing: false });
  return { ...put, effects: [hold, ...put.effects] };
}

/** Marks around what is chosen in the box, or away from it. */
export function mark(state: State, context: Context, sign: string): Step {
  const { text, caret } = toggleMarks(context.box.value, context.box.caret, sign);
  return putWords(state, context, text, caret);
}

/** These words where the caret is, in the place of so many units before it. */
export function insert(state: State, context: Context, { words, before }: Intent<'insert'>): Step {
  const { value, caret } = context.box;
  const from = Math.max(0, caret.start - before);
  const at = from + words.length;
  const text = value.slice(0, from) + words + value.slice(caret.end);
  const put = both(begin(state, context), (after) => putWords(after, context, text, { start: at, end: at }));
  return { ...put, effects: [...put.effects, { kind: 'focus' }] };
}

/** Makes the box hold what is selected or edited now, and what others changed in it. */
export function followWords(state: State, context: Context): Step {
  const item = focusedOf(state, context);
  const { words: held } = state;
  const { value, isComposing } = context.box;
  const id = item?.id ?? null;
  const text = item?.text ?? '';
  const isEditing = state.editing !== null && state.editing === id;
  if (id !== held.id || (!isEditing && !isComposing)) {
    const isWaiting = held.id === id && held.agreed === text && value === text;
    if (isWaiting && !held.isEditing && !isEditing) return to(state);
    const hold = isEditing ? atEnd(text) : whole(text);
    return holding(state, { id, agreed: text, isEditing }, isWaiting && !held.isEditing ? [] : [hold]);
  }
  if (!isEditing) return to(state);
  if (!held.isEditing) {
    const words = { ...held, isEditing };
    // By a command the caret goes behind the words; by a first letter the box is already past that.
    if (value === text) return holding(state, words, [atEnd(text)]);
    return agree({ ...state, words }, context, context.box);
  }
  return agree(state, context, context.box);
}

function holding(state: State, words: State['words'], effects: readonly Effect[]): Step {
  return to({ ...state, words }, { effects });
}

function whole(text: string): Effect {
  return { kind: 'hold', text, caret: null };
}

function atEnd(text: string): Effect {
  return { kind: 'hold', text, caret: { start: text.length, end: text.length } };
}

/** Brings box and map together, whichever of them changed since they agreed. */
function agree(state: State, { map }: Context, box: Omit<Box, 'caretRect'>): Step {
  const { id, agreed } = state.words;
  const item = id === null ? undefined : map.items.get(id);
  if (id === null || item === undefined || (box.value === agreed && item.text === agreed)) return to(state);
  const now = reconcile({ agreed, box: box.value, caret: box.caret, isComposing: box.isComposing }, item.text);
  const after = now.agreed === agreed ? state : { ...state, words: { ...state.words, agreed: now.agreed } };
  const effects: readonly Effect[] = now.box === box.value ? [] : [{ kind: 'hold', text: now.box, caret: now.caret }];
  if (now.splice === null) return to(after, { effects });
  return to(after, { effects, ops: [splice(id, now.splice)], name: `typing:${id}`, otherwise: after });
}

function splice(id: ItemId, by: NonNullable<ReturnType<typeof reconcile>['splice']>): Step['ops'][number] {
  return { kind: 'splice', id, field: 'text', ...by };
}

/** What is typed behind a colon at the caret, and where the words stand. */
export function colonWord(state: State, context: Context): (ColonWord & Spot) | null {
  const { box } = context;
  if (state.editing === null || box.isComposing) return null;
  const found = colonWordAt(box.value, box.caret);
  const rect = found === null ? null : focusedRect(state, context);
  return found === null || rect === null ? null : { ...found, x: rect.x, y: rect.y + rect.height };
}
