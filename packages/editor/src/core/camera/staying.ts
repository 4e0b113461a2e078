import { childrenOf, type ItemId } from '@bough/map';
import type { Rect, Spot } from '@bough/scene';
import type { Context } from '../context.ts';
import type { State } from '../state.ts';
import {
  type Camera,
  centreOn,
  fit,
  freeOf,
  isSameView,
  mapRect,
  middleOf,
  rectToScreen,
  reveal,
  toMap,
  toScreen,
  type View,
} from './camera.ts';
import { broughtIn, caretFollowed, fly, goalOf, isIn, jump, leastOf, looking, nearestTo } from './looking.ts';

// What one is at stays in sight while the window changes, or all of the map around it.

/** The window on the map is of another size, or chrome covers more of it: what one is at stays in sight, or the root, or all of the map. */
export function resized(state: State, context: Context): State {
  const { view } = context;
  const before = state.look.view;
  if (view === null || view.width === 0 || (before !== null && isSameView(before, view))) return state;
  const after = looking(state, { view });
  // A slide is fitted again as a whole (running.ts).
  if (before === null || !after.look.isPlaced || state.present !== null) return after;
  return whole(after, context, before, view) ?? inSight(after, context, before, view);
}

function inSight(state: State, context: Context, before: View, view: View): State {
  const now = isTurned(before, view) ? turned(state, before, view) : state;
  const at = boxOf(context, state.selection.focus);
  if (at !== null && isSeen(state, at, before))
    return state.editing === null ? broughtIn(now, context) : caretFollowed(now, context);
  const root = boxOf(context, childrenOf(context.map, null)[0] ?? null);
  if (root === null || !isIn(rectToScreen(goalOf(state), root), freeOf(before))) return now;
  const goal = goalOf(now);
  return reveal(goal, root, view, 0) === goal ? now : fly(now, context, reveal(goal, root, view));
}

/**
 * Where all of the map was in sight, all of it is again: as large as before, or as there is room for, and as it was once what took the room
 * is gone and nobody has looked elsewhere. Null: not all was in sight, or it could not be read so, or somebody types or follows.
 */
function whole(state: State, context: Context, before: View, view: View): State | null {
  if (state.editing !== null || state.following !== null || !isOtherRoom(before, view)) return null;
  const bounds = context.layout.bounds();
  const goal = goalOf(state);
  const kept = state.look.fitted?.to === goal ? state.look.fitted : { from: goal, view: before, to: goal };
  const { from } = kept;
  if (kept.to === from && !isWhole(from, bounds, before)) return null;
  if (isSameView(kept.view, view) || isWhole(from, bounds, view))
    return fly(looking(state, { fitted: null }), context, from);
  const end = fit(bounds, view, from.scale);
  if (end.scale < Math.min(leastOf(context), from.scale)) return null;
  return fly(looking(state, { fitted: { ...kept, to: end } }), context, end);
}

/** Bars above and below come and go with what one does; what stands beside the map, or is another window, stays a while. */
function isOtherRoom(a: View, b: View): boolean {
  const isOtherSide = a.insets.left !== b.insets.left || a.insets.right !== b.insets.right;
  return isOtherSide || a.width !== b.width || a.height !== b.height;
}

function isWhole(camera: Camera, bounds: Rect, view: View): boolean {
  const [seen, free] = [rectToScreen(camera, bounds), freeOf(view)];
  const isAcross = seen.x >= free.x && seen.x + seen.width <= free.x + free.width;
  return isAcross && seen.y >= free.y && seen.y + seen.height <= free.y + free.height;
}

/** A phone is held the other way. */
function isTurned(before: View, now: View): boolean {
  return before.width < before.height !== now.width < now.height;
}

/** What was in the middle is there again. */
function turned(state: State, before: View, view: View): State {
  const goal = goalOf(state);
  return jump(state, centreOn({ ...toMap(goal, middleOf(before)), width: 0, height: 0 }, view, goal.scale));
}

/** An item, and where its middle is on the screen. */
interface Held {
  readonly id: ItemId;
  readonly at: Spot;
}

/** What is to stay where it is while the map around it changes: what is selected, if that is seen, else what is nearest to the middle. */
export function heldNow(state: State, context: Context): Held | null {
  const { layout, view } = context;
  if (view === null || !state.look.isPlaced) return null;
  const goal = goalOf(state);
  const chosen = boxOf(context, state.selection.focus);
  const isHeld = chosen !== null && isSeen(state, chosen, view);
  const box = isHeld ? chosen : nearestTo(layout, toMap(goal, middleOf(view)), mapRect(goal, view));
  return box === null ? null : { id: box.id, at: toScreen(goal, middleIn(box)) };
}

/** It is there again, as a whole. */
export function heldAgain(state: State, context: Context, { id, at }: Held): State {
  const { view } = context;
  const box = boxOf(context, id);
  if (box === null || view === null) return state;
  const goal = goalOf(state);
  const now = toScreen(goal, middleIn(box));
  if (Math.hypot(now.x - at.x, now.y - at.y) < 1) return state;
  const middle = middleIn(box);
  const end = { scale: goal.scale, x: middle.x - at.x / goal.scale, y: middle.y - at.y / goal.scale };
  return fly(state, context, end);
}

function boxOf({ layout }: Context, id: ItemId | null) {
  return id === null ? null : layout.box(id);
}

function middleIn({ x, y, width, height }: Rect): Spot {
  return { x: x + width / 2, y: y + height / 2 };
}

function isSeen(state: State, box: Rect, { width, height }: View): boolean {
  return isIn(rectToScreen(goalOf(state), box), { x: 0, y: 0, width, height });
}
