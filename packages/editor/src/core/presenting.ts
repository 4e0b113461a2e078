import { childrenOf, type ItemId, type MindMap } from '@bough/map';
import { type Rect, union } from '@bough/scene';
import { selectionOf } from '../commands/selection.ts';
import { type Camera, centreOn, fit, isNarrow, type View } from './camera/camera.ts';
import { fly } from './camera/looking.ts';
import type { Context } from './context.ts';
import { isFoldedIn } from './folding/folds.ts';
import { focusedOn, endEdit } from './selecting.ts';
import type { State } from './state.ts';
import { both, refused, type Step, to } from './step.ts';
import { stepOver, stepsBelow, stepsOf } from './steps.ts';

// A presentation goes through branches, each shown as large as the window lets it be: with as many of its levels as can be read. What
// is folded for that is folded for this person, and as before when it ends.

/** What is presented is read from the other end of a room. */
const SCREEN_SCALE = 2.4;
/** Below that the deepest levels of a slide are left out. */
const LEAST = { wide: 0.7, handheld: 0.8 } as const;
/** On a phone that is held upright lines are no longer than that: what is presented is high, not wide. */
const NARROW_LINE = 150;
/** A branch whose first level has no room is shown no smaller: what stands around its item, since from further away there are no words. */
const SMALLEST = 0.45;
/** No slide has room for more items. */
const MOST_ITEMS = 200;

/** Shows the slide that the command says; at either end it stays where it is. */
export function present(
  state: State,
  context: Context,
  command: 'present' | 'present-next' | 'present-previous',
): Step {
  if (command !== 'present') return turned(state, context, command === 'present-next' ? 1 : -1);
  return both(endEdit(state, context), (after) => {
    const steps = stepsOf(context.map);
    const before = { ...after, find: null, present: null };
    if (steps.length === 0) return refused(before);
    const at = Math.max(0, stepOver(context.map, steps, state.selection.focus));
    return shown({ ...before, present: { steps, at: 0, folds: after.folds } }, context, at);
  });
}

/** Shows this item as a slide, also where a large map is not gone through as far as that: it comes behind the one that it is part of. */
export function presentItem(state: State, context: Context, id: ItemId): Step {
  const { map } = context;
  if (!map.items.has(id)) return refused(state);
  const folds = state.present?.folds ?? state.folds;
  const known = state.present?.steps ?? stepsOf(map);
  const over = stepOver(map, known, id);
  const steps = known[over] === id ? known : known.toSpliced(over < 0 ? known.length : over + 1, 0, id);
  const at = steps.indexOf(id);
  return shown({ ...state, find: null, present: { steps, at, folds } }, context, at);
}

/** Where the words of slides are broken; null: where they are on the map. */
export function slideTextWidth({ present: now }: State, { view }: Context): number | null {
  return now !== null && view !== null && isNarrow(view) ? NARROW_LINE : null;
}

/** The branch that is presented. */
export function slideNow({ present: now }: State): ItemId | null {
  return now?.steps[now.at] ?? null;
}

/** On or back by one, past what was removed meanwhile. */
function turned(state: State, context: Context, by: 1 | -1): Step {
  if (state.present === null) return refused(state);
  const { steps, at } = state.present;
  let end = at + by;
  for (let id = steps[end]; id !== undefined && !context.map.items.has(id); id = steps[end]) end += by;
  return shown(state, context, end);
}

/** Goes to this slide. */
export function shown(state: State, { map }: Context, at: number): Step {
  const id = state.present?.steps[at];
  if (state.present === null || id === undefined || !map.items.has(id)) return to(state);
  const slide = slideOf({ ...state, present: { ...state.present, at } }, map, Infinity);
  return to(slide.state, {
    next: [
      { kind: 'settle', select: [id] },
      { kind: 'slide', levels: slide.levels },
    ],
  });
}

/** The branches of what is shown become slides, and the first of them is shown. */
export function goneInto(state: State, context: Context): Step {
  const { present: now } = state;
  const id = slideNow(state);
  if (now === null || id === null) return refused(state);
  const below = stepsBelow(context.map, now.steps, id);
  const steps = now.steps.toSpliced(now.at + 1, 0, ...below);
  return below.length === 0 ? refused(state) : shown({ ...state, present: { ...now, steps } }, context, now.at + 1);
}

/** Fits what is shown, or leaves out its deepest level first where that would be too small to be read. */
export function fitted(state: State, context: Context, levels: number): Step {
  const { map, view, settings } = context;
  const id = slideNow(state);
  const bounds = id === null ? null : branchOf(context, id);
  if (id === null || bounds === null || view === null) return lookOnlyAt(state, context, id);
  const least = settings.isHandheld === true ? LEAST.handheld : LEAST.wide;
  if (levels > 1 && whole(bounds, view).scale < least) {
    const slide = slideOf(state, map, levels - 1);
    return to(slide.state, { next: [{ kind: 'slide', levels: slide.levels }] });
  }
  return lookOnlyAt(state, context, id);
}

/** On a screen that was turned, or that is full now, what is presented fills it as before. */
export function fittedAgain(step: Step, before: View | null, { map }: Context): Step {
  const { state } = step;
  const isSame = state.present === null || before === null || state.look.view === before;
  if (isSame) return step;
  const slide = slideOf(state, map, Infinity);
  return { ...step, state: slide.state, next: [...step.next, { kind: 'slide', levels: slide.levels }] };
}

/** All of the map again, folded as it was; what was shown stays selected, or what it is folded in. */
export function endPresent(state: State, context: Context): Step {
  if (state.present === null) return lookOnlyAt(state, context, null);
  const { folds } = state.present;
  const { items } = context.map;
  const chosen = state.selection.focus;
  let seen = chosen;
  for (let at = chosen; at !== null; at = items.get(at)?.parent ?? null) {
    const item = items.get(at);
    if (item !== undefined && at !== chosen && isFoldedIn(folds, item)) seen = at;
  }
  const selection = seen === chosen || seen === null ? state.selection : selectionOf([seen]);
  return to({ ...state, present: null, folds, selection }, { next: [{ kind: 'focus-on', id: null }] });
}

/** The branch alone is shown clearly, as large as fits; null: the whole map is. */
export function lookOnlyAt(state: State, context: Context, id: ItemId | null): Step {
  const after = focusedOn(state, context, id);
  const { layout, view } = context;
  const bounds = id === null ? layout.bounds() : branchOf(context, id);
  const isSlide = after.present !== null && id !== null;
  const end =
    view === null || bounds === null ? null : isSlide ? slideCamera(context, id, bounds, view) : fit(bounds, view);
  return to(end === null ? after : fly(after, context, end), { effects: [{ kind: 'repaint' }] });
}

/** As large as there is room for; a phone has none to spare. */
function whole(bounds: Rect, view: View): Camera {
  return fit(bounds, view, SCREEN_SCALE, isNarrow(view) ? 8 : 32);
}

function slideCamera({ layout }: Context, id: ItemId, bounds: Rect, view: View): Camera {
  const all = whole(bounds, view);
  const box = layout.box(id);
  // From afar the branches of a root have names.
  if (all.scale >= SMALLEST || box === null || box.depth === 0) return all;
  return centreOn({ ...bounds, y: box.y, height: box.height }, view, SMALLEST);
}

/** What is shown of a branch: so many levels below it at most, what stands in them folded as in the map, and how many those are. */
function slideOf(state: State, map: MindMap, most: number): { readonly state: State; readonly levels: number } {
  const now = state.present;
  const id = slideNow(state);
  if (now === null || id === null) return { state, levels: 0 };
  const own = new Map(now.folds.own);
  for (let at: ItemId | null = id; at !== null; at = map.items.get(at)?.parent ?? null) own.set(at, false);
  let level = childrenOf(map, id);
  let count = level.length;
  let levels = 1;
  for (; level.length > 0; levels++) {
    const open = level.filter((one) => map.items.get(one)?.isFolded === false || now.folds.own.get(one) === false);
    const below = open.flatMap((one) => childrenOf(map, one));
    count += below.length;
    const isLast = levels >= most || count > MOST_ITEMS;
    for (const one of open)
      if (!isLast) own.set(one, false);
      else if (childrenOf(map, one).length > 0) own.set(one, true);
    if (isLast || below.length === 0) break;
    level = below;
  }
  return { state: { ...state, folds: { ...now.folds, own } }, levels };
}

/** The item and all below it that is seen, without the line that leads there: that would take the room of its words. */
function branchOf({ map, layout }: Context, id: ItemId): Rect | null {
  let bounds: Rect | null = null;
  const left = [id];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const box = layout.box(one);
    if (box === null) continue;
    bounds = bounds === null ? box : union(bounds, box);
    left.push(...childrenOf(map, one));
  }
  return bounds;
}
