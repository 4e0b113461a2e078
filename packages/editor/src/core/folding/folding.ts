import type { ItemId, MindMap, Op } from '@bough/map';
import { bindingsOf } from '../../commands/presets.ts';
import { writeKeys } from '../../commands/table.ts';
import type { Plan } from '../../commands/world.ts';
import { canWrite, type Context } from '../context.ts';
import type { State } from '../state.ts';
import { type Step, to } from '../step.ts';
import { firstLook, READABLE, roomIn } from './first-look.ts';
import { type Folds, isFoldedIn, withOwn } from './folds.ts';

// Folding belongs to the map, and everybody sees it. To one person alone belongs what the first look at a large map folded, and from
// then on all their folding in it; what somebody folds who may not write; and what had to be opened to show an item.

/** A map is here, which may be large: it opens folded to what can be read, once for each person. */
export function lookedFirst(state: State, { map, view }: Pick<Context, 'map' | 'view'>, isNew: boolean): State {
  const { folds } = state;
  if (folds.looked !== 'never' && !(folds.looked === 'whole' && isNew)) return state;
  const room = view === null || view.width === 0 ? READABLE : roomIn(view);
  const found = firstLook(map, (item) => isFoldedIn(folds, item), room);
  if (found === null) return state;
  return { ...state, folds: { ...withOwn(folds, found), looked: 'folded', isNews: true } };
}

/** Who is there while a map grows large keeps it as it is. */
export function grownUp(folds: Folds, { items }: MindMap): Folds {
  return folds.looked === 'never' && items.size > READABLE ? { ...folds, looked: 'whole' } : folds;
}

/** Tells once that the map has opened folded. */
export function toldOfFolds(state: State, { map, settings, view }: Context): Step | null {
  if (!state.folds.isNews || state.isFoldTold || view === null) return null;
  const { words, preset, isApple } = settings;
  const keys = bindingsOf('unfold-all', preset).map((binding) => writeKeys(binding.keys, isApple))[0] ?? '';
  return to(
    { ...state, isFoldTold: true },
    { effects: [{ kind: 'say', words: words.said.openedFolded(map.items.size, keys) }] },
  );
}

/** Whether what this person folds is folded for them alone. */
function isPersonal({ folds }: State, context: Context): boolean {
  return folds.looked === 'folded' || !canWrite(context);
}

/** A plan that folds and opens items, for everybody or for this person: what is left of it for the map, and the state with the rest. */
export function foldedAs(state: State, context: Context, plan: Plan): { readonly state: State; readonly plan: Plan } {
  const wanted = new Map(plan.ops.flatMap((op) => foldIn(op)));
  if (isPersonal(state, context)) {
    const folds = { ...withOwn(state.folds, wanted), isNews: false };
    return { state: { ...state, folds }, plan: { ...plan, ops: [] } };
  }
  // What the map is to say from now on, it says to this person too.
  const own = new Map([...state.folds.own].filter(([id]) => !wanted.has(id)));
  const folds = own.size === state.folds.own.size ? state.folds : { ...state.folds, own };
  const ops = plan.ops.filter((op) => foldIn(op).every(([id, is]) => context.map.items.get(id)?.isFolded !== is));
  return { state: { ...state, folds }, plan: { ...plan, ops } };
}

function foldIn(op: Op): (readonly [ItemId, boolean])[] {
  const isFolded = op.kind === 'set' ? op.fields.isFolded : undefined;
  return op.kind === 'set' && isFolded !== undefined ? [[op.id, isFolded]] : [];
}

/** What these items stand in is open for this person: looking at something never changes the map. */
export function openedTo(state: State, { items }: MindMap, ids: Iterable<ItemId>): State {
  const { folds } = state;
  const closed = new Set<ItemId>();
  for (const id of ids) {
    for (let at = items.get(id)?.parent ?? null; at !== null && !closed.has(at); at = items.get(at)?.parent ?? null) {
      const item = items.get(at);
      if (item !== undefined && isFoldedIn(folds, item)) closed.add(at);
    }
  }
  return opened(state, closed);
}

/** What this person alone has folded is open: something comes into it, or it is shown to a room. */
export function openedFor(state: State, map: MindMap, ids: Iterable<ItemId>): State {
  const { folds } = state;
  if (folds.own.size === 0) return state;
  return opened(state, new Set([...ids].filter((id) => folds.own.get(id) === true && map.items.has(id))));
}

function opened(state: State, closed: ReadonlySet<ItemId>): State {
  const folds = withOwn(
    state.folds,
    [...closed].map((id) => [id, false]),
  );
  return folds === state.folds ? state : { ...state, folds };
}

/** Where new and moved items come to stand. */
export function parentsIn(ops: readonly Op[]): ItemId[] {
  return ops.flatMap((op) => ((op.kind === 'add' || op.kind === 'move') && op.parent !== null ? [op.parent] : []));
}
