import type { ItemBox } from '@bough/layout';
import { childrenOf, type ItemId } from '@bough/map';
import { type Rect, type Spot, union } from '@bough/scene';
import type { CommandId } from '../../commands/table.ts';
import {
  type Camera,
  centreOn,
  firstLook,
  fit,
  freeRect,
  isNarrow,
  isRoomFor,
  mapRect,
  middleOf,
  rectToScreen,
  reveal,
  toMap,
  RIM,
  toScreen,
  zoomAt,
} from './camera.ts';
import { isFar } from '../picture/far.ts';
import { cameraAt } from './flight.ts';
import { type Context, focusedOf } from '../context.ts';
import type { Look, State } from '../state.ts';
import { type Step, to } from '../step.ts';

/** The smallest scale to begin at; a phone's letters are held closer, and are smaller. */
const READABLE = { wide: 0.5, narrow: 0.8 } as const;
/** The same for a phone that shows the names of all branches of a root so, which have larger letters. */
const NAMES = 0.7;
const ZOOM_STEP = 1.25;
/** How far the count of what an item hides reaches beyond it. */
const COUNT = 36;
/** A camera that stands still for so long rests. */
const REST_MS = 80;

/** Below that a map cannot be read as a whole. */
export function leastOf({ settings }: Context): number {
  return settings.isHandheld === true ? READABLE.narrow : READABLE.wide;
}

/** At once, by hand: any flight ends. */
export function jump(state: State, camera: Camera): State {
  return looking(state, { camera, flight: null });
}

export function fly(state: State, { settings, nowMs }: Context, end: Camera): State {
  const { camera } = state.look;
  if (end === camera) return state;
  if (settings.reducedMotion) return jump(state, end);
  return looking(state, { flight: { from: camera, to: end, startMs: nowMs } });
}

/** Where the camera will be when nothing disturbs it. */
export function goalOf({ look }: State): Camera {
  return look.flight?.to ?? look.camera;
}

/** The map moved under what is held: the camera goes along, a flight too. */
export function shifted(state: State, { x, y }: Spot): State {
  const along = (camera: Camera): Camera => ({ ...camera, x: camera.x + x, y: camera.y + y });
  const { camera, flight } = state.look;
  const after = flight === null ? null : { ...flight, from: along(flight.from), to: along(flight.to) };
  return looking(state, { camera: along(camera), flight: after });
}

/** Looks at what is selected. */
export function revealed(state: State, context: Context): State {
  const { layout, view } = context;
  const box = state.selection.focus === null ? null : layout.box(state.selection.focus);
  if (box === null || view === null) return state;
  const goal = goalOf(state);
  const end = reveal(goal, box, view);
  return end === goal ? state : fly(state, context, end);
}

/** Keeps the caret in sight while one types: all of the words where there is room for them, else the place in them. */
export function caretFollowed(state: State, context: Context): State {
  const { layout, view, box: typed } = context;
  const id = state.editing;
  const [box, words] = id === null ? [null, null] : [layout.box(id), layout.words(id)];
  if (box === null || words === null || view === null || !state.look.isPlaced) return state;
  const caret = typed.caretRect;
  const goal = goalOf(state);
  const whole = isRoomFor(goal, box, view) ? reveal(goal, box, view) : goal;
  const end = caret === null ? whole : reveal(whole, { ...caret, x: words.x + caret.x, y: words.y + caret.y }, view);
  return end === goal ? state : fly(state, context, end);
}

/** Words are written where they can be read: a map that is seen from afar comes nearer, with them in the middle. */
export function comeNear(state: State, context: Context, id: ItemId): State {
  const { layout, view } = context;
  const box = layout.box(id);
  if (box === null || view === null || !state.look.isPlaced || !isFar(goalOf(state).scale, 0)) return state;
  return fly(state, context, centreOn(box, view, 1));
}

/** What is selected is seen as a whole, when part of it lies outside or under chrome. */
export function broughtIn(state: State, context: Context): State {
  const { layout, view } = context;
  const box = state.selection.focus === null ? null : layout.box(state.selection.focus);
  const goal = goalOf(state);
  if (box === null || view === null || reveal(goal, box, view, 0) === goal) return state;
  return revealed(state, context);
}

/** Nearer or further about a place of the screen. Going nearer never ends on blank paper: the nearest item stays in sight, beside the chrome. */
export function zoomedAt(camera: Camera, { layout, view }: Context, at: Spot, factor: number): Camera {
  const end = zoomAt(camera, at, factor);
  if (factor <= 1 || view === null || layout.itemsIn(freeRect(end, view)).length > 0) return end;
  const nearest = nearestTo(layout, toMap(end, at), mapRect(end, view));
  return nearest === null ? end : reveal(end, nearest, view);
}

interface Sought {
  readonly isMeant: (id: ItemId) => boolean;
  /** How often it is looked for further around. */
  readonly widenings: number;
}
const ANY: Sought = { isMeant: () => true, widenings: Infinity };

/** The item that is nearest to the spot, looked for further and further around the rectangle; null: there is none. */
export function nearestTo(layout: Context['layout'], spot: Spot, from: Rect, sought: Sought = ANY): ItemBox | null {
  const bounds = layout.bounds();
  let rect = from;
  for (let widenings = 0; widenings <= sought.widenings; widenings++) {
    const boxes = layout.itemsIn(rect).flatMap((id) => (sought.isMeant(id) ? (layout.box(id) ?? []) : []));
    if (boxes.length > 0) return boxes.reduce((a, b) => (apartFrom(a, spot) <= apartFrom(b, spot) ? a : b));
    const isAll = rect.x <= bounds.x && rect.y <= bounds.y;
    if (isAll && rect.x + rect.width >= bounds.x + bounds.width && rect.y + rect.height >= bounds.y + bounds.height)
      return null;
    rect = widened(rect);
  }
  return null;
}

/** Three times as wide and high about its middle. */
function widened({ x, y, width, height }: Rect): Rect {
  return { x: x - width, y: y - height, width: 3 * width, height: 3 * height };
}

/** How far the spot lies outside of the box. */
export function apartFrom(box: Rect, spot: Spot): number {
  const dx = Math.max(box.x - spot.x, 0, spot.x - box.x - box.width);
  const dy = Math.max(box.y - spot.y, 0, spot.y - box.y - box.height);
  return Math.hypot(dx, dy);
}

/** The spot of the map is in the middle, at once. */
export function lookedAt(state: State, { view }: Context, spot: Spot): State {
  if (view === null) return state;
  return jump(state, centreOn({ ...spot, width: 0, height: 0 }, view, state.look.camera.scale));
}

/** From blank paper back: the whole map where it can be read so, else what is nearest. */
export function foundBack(state: State, context: Context): State {
  const { layout, view } = context;
  if (view === null) return state;
  const whole = fit(layout.bounds(), view);
  const { camera } = state.look;
  const nearest = nearestTo(layout, toMap(camera, middleOf(view)), mapRect(camera, view));
  if (whole.scale >= 0.5 || nearest === null) return fly(state, context, whole);
  return fly(state, context, centreOn(nearest, view, Math.min(1, Math.max(0.5, camera.scale))));
}

/** Moves the camera as the command says; null when it is none of the camera's. */
export function moveCamera(state: State, context: Context, command: CommandId): Step | null {
  const { layout, view } = context;
  if (view === null) return null;
  const goal = goalOf(state);
  const zoomed = (factor: number): Step => {
    const after = fly(state, context, zoomedAt(goal, context, middleOf(view), factor));
    return to(caretFollowed(after, context));
  };
  switch (command) {
    case 'zoom-in':
      return zoomed(ZOOM_STEP);
    case 'zoom-out':
      return zoomed(1 / ZOOM_STEP);
    case 'zoom-actual':
      return zoomed(1 / goal.scale);
    case 'fit':
      return to(fly(state, context, fit(layout.bounds(), view)));
    case 'centre': {
      // First the item into the middle; pressed again there, the whole map.
      const item = focusedOf(state, context);
      const box = item === null ? null : layout.box(item.id);
      const centred = box === null ? null : centreOn(box, view, goal.scale);
      const isThere = centred === null || Math.hypot(centred.x - goal.x, centred.y - goal.y) * goal.scale < 1;
      return to(fly(state, context, isThere ? fit(layout.bounds(), view) : centred));
    }
    default:
      return null;
  }
}

/** Before a frame: the camera is where it should be then. */
export function lookAt(state: State, context: Context, atMs: number): State {
  const after = placed(state, context);
  const { flight } = after.look;
  if (flight === null) return after;
  const { camera, isThere } = cameraAt(flight, atMs);
  return looking(after, { camera, flight: isThere ? null : flight });
}

/** The first look at a map: all of it while that can be read, else its first root, with as many of its branches as can be read. */
function placed(state: State, context: Context): State {
  const { map, layout, view } = context;
  if (state.look.isPlaced || view === null || view.width === 0 || map.items.size === 0) return state;
  const bounds = layout.bounds();
  const whole = fit(bounds, view);
  const least = leastOf(context);
  const [first] = childrenOf(map, null);
  const root = first === undefined ? null : layout.box(first);
  const camera =
    whole.scale >= least || root === null
      ? centreOn(bounds, view, Math.min(1, whole.scale))
      : firstLook({ bounds, root, core: coreOf(root), side: sideOf(root) }, view, least, Math.min(least, NAMES));
  return looking(jump(state, camera), { isPlaced: true });

  /** Where the first of its branches grows: there one begins to read. */
  function sideOf(box: ItemBox): 'left' | 'right' {
    const [branch] = childrenOf(map, box.id);
    return (branch === undefined ? null : layout.box(branch)?.side) ?? 'right';
  }

  /** An item and the branches that grow from it, with the counts of what they hide. */
  function coreOf(box: ItemBox): Rect {
    return childrenOf(map, box.id)
      .flatMap((id) => layout.box(id) ?? [])
      .map((one) => (one.hidden === 0 ? one : counted(one)))
      .reduce<Rect>((all, one) => union(all, one), box);
  }
}

function counted({ x, y, width, height, side }: ItemBox): Rect {
  return { x: side === 'left' ? x - COUNT : x, y, width: width + COUNT, height };
}

/** After a frame. What stands beside an item on the page waits until a hand that pans or zooms rests: it would be moved in each frame. */
export function painted(state: State, context: Context, isBusy: boolean): Step {
  const { camera, resting, moved, isBusy: wasBusy } = state.look;
  const after = wasBusy === isBusy ? state : looking(state, { isBusy });
  if (camera === resting || (camera === moved && !wasBusy)) return to(after);
  if (isBusy) return to(looking(after, { moved: camera }));
  if (wasBusy || resting === null) return to(atRest(after, context));
  return to(looking(after, { moved: camera }), {
    effects: [{ kind: 'wake', afterMs: REST_MS, intent: { kind: 'rested', camera } }],
  });
}

/** The camera has not moved for a while, if it has not. */
export function rested(state: State, context: Context, camera: Camera): State {
  return state.look.camera === camera ? atRest(state, context) : state;
}

function atRest(state: State, context: Context): State {
  const { map, layout, view } = context;
  const { camera } = state.look;
  const isLost = view !== null && map.items.size > 0 && layout.itemsIn(freeRect(camera, view)).length === 0;
  const beyond = isLost ? '' : beyondOf(state, context);
  return looking(state, { resting: camera, moved: camera, isLost, beyond });
}

/** At which sides of a phone's screen the map goes on: elsewhere there is room to see that. */
function beyondOf({ present, look }: State, { layout, view }: Context): Look['beyond'] {
  if (view === null || !isNarrow(view) || present !== null) return '';
  const { x, width } = rectToScreen(look.camera, layout.bounds());
  const [isLeft, isRight] = [x < -RIM, x + width > view.width + RIM];
  return isLeft ? (isRight ? 'left right' : 'left') : isRight ? 'right' : '';
}

/** Whether what is on the map stands elsewhere on the screen in the next frame. */
function isMoving({ look }: State): boolean {
  return look.flight !== null || look.isBusy || look.camera !== look.resting;
}

/** Where the focused item is on the screen; null while it is off screen or on the move. */
export function focusedRect(state: State, context: Context): Rect | null {
  const item = focusedOf(state, context);
  const box = item === null ? null : context.layout.box(item.id);
  if (box === null || context.view === null || isMoving(state) || state.hand.drag !== null) return null;
  const rect = rectToScreen(state.look.camera, box);
  const { width, height } = context.view;
  return isIn(rect, { x: 0, y: 0, width, height }) ? rect : null;
}

/** Around the selected link's curve, on the map. */
export function linkRect({ link }: State, { layout }: Context): Rect | null {
  return link === null ? null : (layout.link(link)?.bounds ?? null);
}

/** Where the middle of the selected link's curve is on the screen. */
export function linkAt(state: State, context: Context): Spot | null {
  const shape = state.link === null ? null : context.layout.link(state.link);
  if (shape === null || context.view === null || isMoving(state)) return null;
  return toScreen(state.look.camera, shape.middle);
}

export function isIn(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && a.y < b.y + b.height && a.x + a.width > b.x && a.y + a.height > b.y;
}

export function looking(state: State, look: Partial<Look>): State {
  return { ...state, look: { ...state.look, ...look } };
}
