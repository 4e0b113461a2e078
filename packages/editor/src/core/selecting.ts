import { childrenOf, type Item, type ItemId } from '@bough/map';
import { linkItems } from '../commands/edits/links.ts';
import { NOTHING, pruned, selectionOf } from '../commands/selection.ts';
import type { Plan } from '../commands/world.ts';
import { canWrite, type Context, worldOf } from './context.ts';
import { besides } from './focus.ts';
import { grownUp, openedFor, openedTo, parentsIn } from './folding/folding.ts';
import type { Intent } from './intent.ts';
import { comeNear, shifted } from './camera/looking.ts';
import type { State } from './state.ts';
import { cutOff } from './typing/cut-off.ts';
import { both, refused, type Step, to } from './step.ts';

/** Makes what a command wants: first the changes, then what is selected and edited. */
export function carryOut(state: State, context: Context, plan: Plan | null, more: Partial<Step> = {}): Step {
  if (plan === null || (plan.ops.length > 0 && !canWrite(context))) return refused(state);
  const { ops, select: ids, edit } = plan;
  const isFresh = ops.some((op) => op.kind === 'add' && op.id === edit);
  const before = isFresh ? state.selection.focus : undefined;
  const settles: readonly Intent[] =
    ids === undefined && edit === undefined ? [] : [{ kind: 'settle', select: ids, edit, before }];
  return {
    ...to(openedFor(state, context.map, parentsIn(ops)), { ops }),
    ...more,
    next: [...settles, ...(more.next ?? [])],
  };
}

/** After a change: what it wanted is selected, and edited. */
export function settle(state: State, context: Context, intent: Intent<'settle'>): Step {
  const { select: ids, edit, before } = intent;
  const selected = ids === undefined ? to(state) : select(state, context, ids);
  if (edit === undefined || !canWrite(context)) return selected;
  return both(selected, (after) => startEdit(after, context, edit, before));
}

export function select(state: State, context: Context, ids: readonly ItemId[]): Step {
  const ended = endEdit(state, context);
  const there = ids.filter((id) => context.map.items.has(id));
  const after = { ...ended.state, link: null, selection: selectionOf(there), cutOff: null };
  return { ...ended, state: after, otherwise: after };
}

/** `before` is given for an item that was just made: left empty, it goes again, and `before` is selected. */
export function startEdit(state: State, context: Context, id: ItemId, before?: ItemId | null): Step {
  const item = context.map.items.get(id);
  if (state.editing === id || item === undefined) return to(state);
  const { focus, ids } = state.selection;
  const chosen = focus !== id || ids.size > 1 ? select(state, context, [id]) : to(state);
  const fresh = before === undefined ? null : { id, before };
  return both(chosen, (after) =>
    to(comeNear({ ...after, editing: id, stood: item, fresh, replaced: null }, context, id), { isNewStep: true }),
  );
}

/** Keeps what was typed; a new item that stayed empty goes again. */
export function endEdit(state: State, context: Context): Step {
  const { editing: id, fresh } = state;
  if (id === null) return to(state);
  const { items } = context.map;
  const item = items.get(id);
  const ended = { ...state, editing: null, fresh: null };
  if (fresh?.id !== id || item === undefined || item.text !== '' || !isNeedless(context, item)) {
    return to(ended, { isNewStep: true });
  }
  const next = [fresh.before, item.parent].find((one) => one !== null && items.has(one)) ?? null;
  const after = { ...ended, selection: next === null ? NOTHING : selectionOf([next]) };
  return to(after, { isNewStep: true, ops: [{ kind: 'remove', id }], otherwise: after });
}

function isNeedless({ map }: Context, item: Item): boolean {
  return childrenOf(map, item.id).length === 0 && (item.parent !== null || map.items.size > 1);
}

/** Unfolds the way to an item for this person, selects it and looks at it. */
export function goTo(state: State, { map }: Context, id: ItemId): Step {
  if (!map.items.has(id)) return to(state);
  const opened = openedTo(state, map, [id]);
  return to(opened, { next: [{ kind: 'settle', select: [id] }, { kind: 'reveal' }] });
}

/** The link that is being drawn ends at this item. */
export function finishLink(state: State, context: Context, end: ItemId): Step {
  const from = state.linking;
  const done = { ...state, linking: null };
  return from === null ? refused(done) : carryOut(done, context, linkItems(worldOf(done, context), from, end));
}

/** This branch alone is shown clearly; null: everything is. */
export function focusedOn(state: State, { map }: Context, id: ItemId | null): State {
  const focusOn = id !== null && map.items.has(id) ? id : null;
  return { ...state, focusOn, faded: focusOn === null ? NO_FADED : besides(map, focusOn) };
}

const NO_FADED: ReadonlySet<string> = new Set();

/** The map has changed: what is gone is neither selected nor edited. */
function follow(state: State, context: Context): State {
  const isThere = (id: ItemId): boolean => context.map.items.has(id);
  const selection = pruned(state.selection, isThere);
  const editing = state.editing !== null && isThere(state.editing) ? state.editing : null;
  const after = selection === state.selection && editing === state.editing ? state : { ...state, selection, editing };
  return after.focusOn === null ? after : focusedOn(after, context, after.focusOn);
}

/** What others change is said at most so often. */
const TELL_PEERS_MS = 3000;

/** Somebody changed the map. What somebody else does never moves what is being edited: the picture moves around it. */
export function touched(state: State, context: Context, { peerItems, shift }: Intent<'map-touched'>): Step {
  const folds = grownUp(state.folds, context.map);
  const seen = folds === state.folds ? state : { ...state, folds };
  const after = follow(shift === null ? seen : shifted(seen, shift), context);
  if (peerItems.length === 0) return to(after);
  const isFirst = state.peerItems.size === 0;
  return both(cutOff(state, after, context), (told) =>
    to(
      { ...told, peerItems: new Set([...state.peerItems, ...peerItems]) },
      { effects: isFirst ? [{ kind: 'wake', afterMs: TELL_PEERS_MS, intent: { kind: 'tell-peers' } }] : [] },
    ),
  );
}

/** Another map is in its place, with what others have done meanwhile. */
export function replaced(state: State, context: Context): Step {
  const told = cutOff(state, follow(state, context), context);
  return { ...told, effects: [...told.effects, { kind: 'repaint' }] };
}

export function tellPeers(state: State, { facts, settings }: Context): Step {
  const names = [...new Set(facts.people.map((peer) => peer.name))].join(', ');
  const words = settings.words.peerChanged(names, state.peerItems.size);
  return to({ ...state, peerItems: new Set() }, { effects: [{ kind: 'say', words }] });
}
