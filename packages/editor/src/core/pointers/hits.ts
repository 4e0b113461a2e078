import type { Drop } from '@bough/layout';
import type { ItemId } from '@bough/map';
import { type Command, playPath, type Rect, type Spot } from '@bough/scene';
import { rectToScreen, toMap, toScreen } from '../camera/camera.ts';
import { canWrite, type Context, focusedOf } from '../context.ts';
import { isFar } from '../picture/far.ts';
import type { Glide } from '../picture/motion.ts';
import type { Grip, Target } from './pointer-tool.ts';
import type { Hand, State } from '../state.ts';

// What lies under a pointer, and what is shown for it.

const HANDLE_GAP = 16;
const HANDLE_REACH = { mouse: 13, touch: 24 } as const;
const HIT_REACH = { mouse: 4, touch: 14 } as const;
/** The hovered item keeps its handle while the pointer is this near. */
const HOVER_REACH = 34;
const GRIP_REACH = { mouse: 8, touch: 22 } as const;
/** Below this scale an item is too small to be held by its edge. */
const LEAST_GRIP_SCALE = 0.5;

/** The handle of the hovered item, a grip of the selected one, something of the map, or the paper. */
export function targetAt(state: State, context: Context, at: Spot, isTouch: boolean): Target {
  const reach = isTouch ? 'touch' : 'mouse';
  const { hovered } = state.hand;
  const handle = handleSpot(state, context);
  if (handle !== null && hovered !== null && apart(at, handle) <= HANDLE_REACH[reach]) {
    return { kind: 'plus', id: hovered.id };
  }
  for (const { grip, id, spot } of gripsOf(state, context)) {
    if (apart(at, spot) <= GRIP_REACH[reach]) return { kind: 'grip', id, grip };
  }
  const { camera } = state.look;
  return context.layout.hit(toMap(camera, at), HIT_REACH[reach] / camera.scale) ?? { kind: 'paper' };
}

/** The item that the target stands on; null for the paper and for links. */
export function itemAt(target: Target): ItemId | null {
  return target.kind === 'paper' || target.kind === 'link' ? null : target.id;
}

/** The item below the mouse, or the one whose handle was shown while the mouse is near. */
export function hoveredAt(state: State, context: Context, at: Spot): Hand['hovered'] {
  const target = targetAt(state, context, at, false);
  const hit = target.kind === 'line' ? null : itemAt(target);
  const id = hit ?? state.hand.hovered?.id ?? null;
  const box = id === null ? null : context.layout.box(id);
  if (id === null || box === null) return null;
  const seen = rectToScreen(state.look.camera, box);
  const near =
    at.x > seen.x - HOVER_REACH &&
    at.x < seen.x + seen.width + HOVER_REACH &&
    at.y > seen.y - HOVER_REACH / 2 &&
    at.y < seen.y + seen.height + HOVER_REACH / 2;
  if (hit === null && !near) return null;
  if (box.side !== null) return { id, side: box.side === 'left' ? -1 : 1 };
  return { id, side: at.x < seen.x + seen.width / 2 ? -1 : 1 };
}

/** Where the + handle of the hovered item is on the screen; null when none is shown: from afar there is no room for it beside the names. */
function handleSpot({ hand, look, editing }: State, { layout }: Context): Spot | null {
  const { hovered, drag, band } = hand;
  const box = hovered === null ? null : layout.box(hovered.id);
  if (hovered === null || box === null || drag !== null || band !== null || editing === hovered.id) return null;
  if (isFar(look.camera.scale, 0)) return null;
  const exit = box.exits.find((one) => Math.sign(one.x - (box.x + box.width / 2)) === hovered.side) ?? box.exits[0];
  const edge = { x: hovered.side === 1 ? box.x + box.width : box.x, y: exit?.y ?? box.y + box.height / 2 };
  const spot = toScreen(look.camera, edge);
  return { x: spot.x + hovered.side * HANDLE_GAP, y: spot.y };
}

/** Where the one selected item can be made wider, on the screen: its outward edge, and the corner of its image. */
function gripsOf(
  state: State,
  context: Context,
): readonly { readonly id: ItemId; readonly grip: Grip; readonly spot: Spot }[] {
  const item = focusedOf(state, context);
  const { camera } = state.look;
  if (item === null || state.selection.ids.size !== 1 || camera.scale < LEAST_GRIP_SCALE) return [];
  const { layout } = context;
  const box = layout.box(item.id);
  if (box === null || !canWrite(context)) return [];
  const x = box.side === 'left' ? box.x - 4 : box.x + box.width + 4;
  const spot = toScreen(camera, { x, y: box.y - 2 });
  if (item.image !== null) return [{ id: item.id, grip: 'image', spot }];
  const words = layout.words(item.id);
  const isLong = item.width !== null || (words !== null && words.width > 60);
  return isLong ? [{ id: item.id, grip: 'width', spot }] : [];
}

/** What the pointers show while they do something. */
export interface Preview {
  readonly handle: Spot | null;
  readonly drop: Drop | null;
  readonly band: Rect | null;
  readonly isDragging: boolean;
  readonly dragged: ReadonlyMap<string, Glide>;
  readonly pulled: ReadonlyMap<string, Command>;
  readonly grips: readonly Spot[];
  /** The line or link that a press would take, where its place on the map is, and where on the map it can be bent. */
  readonly line: { readonly drawn: Command; readonly at: Spot; readonly bends: readonly Spot[] } | null;
}

const NONE_DRAGGED: ReadonlyMap<string, Glide> = new Map();
const NONE_PULLED: ReadonlyMap<string, Command> = new Map();

/** What is shown of the hand now. */
export function previewOf(state: State, context: Context): Preview {
  const { drag, band } = state.hand;
  const isDragging = drag !== null;
  const grips =
    isDragging || state.editing !== null || state.present !== null
      ? []
      : gripsOf(state, context).map((one) => one.spot);
  return {
    handle: handleSpot(state, context),
    drop: drag?.drop ?? null,
    band: band?.rect ?? null,
    isDragging,
    dragged: drag?.dragged ?? NONE_DRAGGED,
    pulled: drag?.lines ?? NONE_PULLED,
    grips,
    line: isDragging || band !== null ? null : lineUnder(state, context),
  };
}

function lineUnder({ hand }: State, { map, layout }: Context): Preview['line'] {
  if (hand.line === null) return null;
  if (hand.line.what === 'link') {
    const shape = layout.link(hand.line.id);
    return shape === null ? null : { drawn: shape.drawn, at: { x: 0, y: 0 }, bends: [shape.middle] };
  }
  const { id } = hand.line;
  const item = map.items.get(id);
  const at = layout.box(id)?.entry ?? null;
  const start = item?.parent == null ? null : layout.box(item.parent)?.entry;
  const drawn = layout.pulled(id, 0, 0).lines.get(id);
  if (item === undefined || at === null || drawn === undefined) return null;
  const set = start == null ? [] : (item.linePoints ?? []).map(({ x, y }) => ({ x: start.x + x, y: start.y + y }));
  return { drawn, at, bends: set.length > 0 ? set : middleOf(drawn, at) };
}

/** The middle of a branch's line; nothing for what has no line. */
function middleOf(drawn: Command, at: Spot): readonly Spot[] {
  const spine = drawn.kind === 'fill' ? drawn.spine : drawn.kind === 'stroke' ? drawn.path : undefined;
  if (spine === undefined) return [];
  const found: Spot[] = [];
  let [x0, y0] = [0, 0];
  const take = (x: number, y: number): void => void ([x0, y0] = [x, y]);
  playPath(
    spine,
    {
      moveTo: take,
      lineTo: take,
      closePath: () => undefined,
      bezierCurveTo(x1, y1, x2, y2, x, y) {
        found.push({ x: (x0 + 3 * x1 + 3 * x2 + x) / 8, y: (y0 + 3 * y1 + 3 * y2 + y) / 8 });
        take(x, y);
      },
    },
    at.x,
    at.y,
  );
  return found.slice(0, 1);
}

function apart(a: Spot, b: Spot): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
