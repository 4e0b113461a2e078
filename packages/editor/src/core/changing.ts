import { childrenOf, type ItemId, newCommentId, newThreadId, type Op, removedItem } from '@bough/map';
import { graft } from '../commands/edits/graft.ts';
import { addBeside } from '../commands/edits/grow.ts';
import { parseOutline } from '../commands/edits/outline.ts';
import { plantOutline } from '../commands/edits/plant.ts';
import type { KeyPress } from '../commands/keys.ts';
import { selectionOf } from '../commands/selection.ts';
import { canWrite, type Context, worldOf } from './context.ts';
import type { Intent } from './intent.ts';
import { carryOut, startEdit } from './selecting.ts';
import type { State } from './state.ts';
import { both, type Effect, refused, type Step, to } from './step.ts';
import { spliceBetween } from './typing/splice.ts';

// What the page changes in the map itself.

/** Other words for an item, by their smallest splice. */
export function rewrite(state: State, context: Context, { id, field, text }: Intent<'rewrite'>): Step {
  const item = context.map.items.get(id) ?? removedItem(context.map, id);
  const splice = spliceBetween(item?.[field] ?? '', text);
  if (splice === null) return refused(state);
  const ops: readonly Op[] = [{ kind: 'splice', id, field, ...splice }];
  return carryOut(state, context, { ops, ...broughtBack(context, id) }, { name: `${field}:${id}` });
}

/** What somebody else has removed comes back with what is written in it, and is gone on with. */
function broughtBack({ map }: Context, id: ItemId): { readonly select?: readonly ItemId[] } {
  return removedItem(map, id) !== null ? { select: [id] } : {};
}

export function retitle(state: State, context: Context, { title }: Intent<'title'>): Step {
  if (title === context.map.settings.title) return refused(state);
  return carryOut(state, context, { ops: [{ kind: 'settings', fields: { title } }] });
}

/** Who may only comment may do this too: the map says who. */
export function comment(state: State, context: Context, { item, text, thread }: Intent<'comment'>): Step {
  const { ids } = context;
  const op: Op = { kind: 'comment', thread: thread ?? newThreadId(ids), item, id: newCommentId(ids), text };
  const { select: chosen } = broughtBack(context, item);
  return to(state, { ops: [op], next: chosen === undefined ? [] : [{ kind: 'settle', select: chosen }] });
}

/** An empty item right after this one (below it, for a root), not edited. */
export function addBelow(state: State, context: Context, { id }: Intent<'add-below'>): Step {
  const plan = addBeside({ ...worldOf(state, context), selection: selectionOf([id]) }, 'after');
  if (plan?.edit === undefined) return refused(state);
  return carryOut(state, context, { ops: plan.ops, select: [plan.edit] });
}

export function graftMap(state: State, context: Context, { changes }: Intent<'graft'>): Step {
  const name = `graft:${context.ids.short()}`;
  return carryOut(state, context, graft(worldOf(state, context), changes), { name });
}

const PLANTED = { kind: 'looked-first', isNew: true } as const;

/** A map that was just opened: what was to be planted is, and an empty root waits for its first words, or has those that the box holds. */
export function greet(state: State, context: Context): Step | null {
  if (state.isGreeted || context.view === null || context.map.items.size === 0 || !canWrite(context)) return null;
  const root = emptyRoot(context);
  const { planting, early } = state;
  const greeted = { ...state, isGreeted: true, early: [], planting: root === null ? planting : null };
  const { value } = context.box;
  const hasBegun = early.some(({ kind }) => kind === 'key');
  // Words that were typed last are in the box and not yet in the map: those of the last branch that was begun, or the root's, from which
  // hangs what was pasted.
  const words: readonly Intent[] = value === '' ? [] : [{ kind: 'typed' }, { kind: 'blurred' }];
  const next = hasBegun ? [...early, ...written(value)] : early.length === 0 ? [] : [...words, ...early];
  if (root === null) return to(greeted, { next: early.filter(({ kind }) => kind === 'pasted') });
  if (planting === null) {
    const waiting = { id: root, agreed: '', isEditing: true };
    const effects: readonly Effect[] = hasBegun ? [{ kind: 'hold', text: '', caret: null }] : [];
    return both(startEdit(greeted, context, root), (after) => to({ ...after, words: waiting }, { effects, next }));
  }
  if (typeof planting === 'string') {
    const plan = plantOutline(worldOf(greeted, context), root, parseOutline(planting));
    return carryOut(greeted, context, plan, { name: 'plant', otherwise: greeted, next: [PLANTED] });
  }
  const changes = [...planting, [{ kind: 'remove', id: root } as const]];
  return to(greeted, { next: [...changes.map((ops) => ({ kind: 'change', ops }) as const), PLANTED] });
}

/** A key that begins a branch or ends its words, before the map is here: it is pressed again when the map has come. */
export function pressEarly(state: State, { box }: Context, press: KeyPress): Step {
  const early = [...state.early, ...written(box.value), { kind: 'key', press } as const, { kind: 'follow' } as const];
  return { ...to({ ...state, early }, { effects: [{ kind: 'hold', text: '', caret: null }] }), isDone: true };
}

function written(words: string): readonly Intent[] {
  return words === '' ? [] : [{ kind: 'insert', words, before: 0 }, { kind: 'follow' }];
}

/** A root that nobody has written in, alone on its map. */
export function emptyRoot({ map }: Pick<Context, 'map'>): ItemId | null {
  const [first] = childrenOf(map, null);
  const root = map.items.size === 1 && first !== undefined ? map.items.get(first) : undefined;
  return root?.text === '' ? root.id : null;
}
