import type { Drop } from '@bough/layout';
import { childrenOf, type ItemId } from '@bough/map';
import type { Command, Spot } from '@bough/scene';
import { dropAlone, placeAlone } from '../../commands/edits/alone.ts';
import { dropAt, placeBy } from '../../commands/edits/rearrange.ts';
import { isBelow } from '../../commands/edits/tree-walk.ts';
import { toMap } from '../camera/camera.ts';
import { canWrite, type Context, worldOf } from '../context.ts';
import { itemAt } from './hits.ts';
import { linksOf } from '../picture/dragged-links.ts';
import type { Glide } from '../picture/motion.ts';
import type { DragHow, Gesture } from './pointer-tool.ts';
import { carryOut } from '../selecting.ts';
import type { State } from '../state.ts';
import type { Step } from '../step.ts';

// Items on their way under the pointer: what is taken along, what would become of it, and what does when it is let go.

type DragGesture = Gesture & { readonly kind: 'drag-items' };

/** A drop lands in the tree when the pointer is this near to the room in which it would stand; else it stays where it was put. */
const SNAP_REACH = 56;
/** So much room is made where it would land. */
const GAP = 26;

export function dragItems(state: State, context: Context, { id, from, at, how }: DragGesture): State {
  if (!canWrite(context)) return { ...state, hand: { ...state.hand, hovered: null } };
  const { layout, map } = context;
  const taken = takenBy(state, id, how);
  const placeOf = (one: ItemId): readonly (readonly [ItemId, Spot])[] => {
    const box = layout.box(one);
    return box === null ? [] : [[one, box.entry]];
  };
  const tops = [...taken].filter((one) => !isBelow(map, one, taken));
  const anchors = state.hand.drag?.anchors ?? new Map(tops.flatMap(placeOf));
  const { scale } = state.look.camera;
  const dragged = new Map<string, Glide>();
  const lines = new Map<string, Command>();
  for (const [one, anchor] of anchors) {
    const [now] = placeOf(one);
    if (now === undefined) continue;
    const dx = anchor.x - now[1].x + (at.x - from.x) / scale;
    const dy = anchor.y - now[1].y + (at.y - from.y) / scale;
    dragged.set(one, { dx, dy, alpha: 0.6 });
    if (how === 'branch') {
      const pulled = layout.pulled(one, dx, dy);
      for (const [below, line] of pulled.lines) lines.set(below, line);
      for (const [below, by] of pulled.shifts) dragged.set(below, { dx: by, dy: 0, alpha: 1 });
    }
    if (how !== 'alone') continue;
    for (const child of childrenOf(map, one)) dragged.set(child, { dx: -dx, dy: -dy, alpha: 1 / 0.6 });
  }
  const by = { dx: (at.x - from.x) / scale, dy: (at.y - from.y) / scale };
  if (how === 'branch') for (const [link, glide] of linksOf(context, taken, by)) dragged.set(link, glide);
  const drop = snap(state, context, at, taken, how);
  for (const [one, dy] of gapFor(context, drop, taken)) dragged.set(one, { dx: 0, dy, alpha: 1 });
  return { ...state, hand: { ...state.hand, hovered: null, drag: { anchors, dragged, lines, drop } } };
}

/** How far those stand aside between which it would land. */
function gapFor(
  { map, layout }: Context,
  drop: Drop | null,
  taken: ReadonlySet<ItemId>,
): (readonly [ItemId, number])[] {
  if (drop?.parent == null) return [];
  const side = drop.side ?? layout.box(drop.parent)?.side;
  const others = childrenOf(map, drop.parent).filter((id) => !taken.has(id));
  return others.flatMap((id, at) => {
    const isBeside = layout.box(id)?.side === side && map.items.get(id)?.offset === null;
    return isBeside ? [[id, at < drop.index ? -GAP / 2 : GAP / 2] as const] : [];
  });
}

/** What becomes of a drop; the hand has let go by then. */
export function dropItems(state: State, context: Context, { id, from, at, how }: DragGesture): Step {
  const { scale } = state.look.camera;
  const taken = takenBy(state, id, how);
  const drop = snap(state, context, at, taken, how);
  const world = worldOf(state, context);
  const [dx, dy] = [(at.x - from.x) / scale, (at.y - from.y) / scale];
  const plan =
    how === 'alone'
      ? drop === null
        ? placeAlone(world, id, dx, dy)
        : dropAlone(world, id, drop)
      : drop !== null
        ? dropAt(world, taken, drop)
        : how === 'branch'
          ? placeBy(world, taken, dx, dy)
          : null;
  const step = carryOut(state, context, plan, { otherwise: state });
  const isSelected = state.selection.ids.has(id);
  const settled = isSelected ? step.next : [...step.next, { kind: 'settle', select: [id] } as const];
  // It may stand outside, or under a bar, where it has its place.
  return { ...step, next: [...settled, { kind: 'bring-in', press: state.hand.presses }] };
}

/** A branch is drawn from the + handle to this spot. */
export function drawBranch(state: State, { layout }: Context, id: ItemId, spot: Spot): State {
  const at = toMap(state.look.camera, spot);
  const start = layout.box(id)?.exits[0] ?? at;
  const middle = (start.x + at.x) / 2;
  const curve = [start, { x: middle, y: start.y }, { x: middle, y: at.y }, at] as const;
  const ghost = { x: at.x - 30, y: at.y - 10, width: 60, height: 20 };
  const drop: Drop = { parent: id, index: 0, side: null, ghost, curve };
  return {
    ...state,
    hand: { ...state.hand, drag: { anchors: new Map(), dragged: new Map(), lines: new Map(), drop } },
  };
}

/** What a drag takes along: the selection when it began in it, else the item alone. */
function takenBy({ selection }: State, id: ItemId, how: DragHow): ReadonlySet<ItemId> {
  return how === 'branch' && selection.ids.has(id) ? selection.ids : new Set([id]);
}

/** Where it would land in the tree, when the pointer means that; null: it stays where it is put. */
function snap({ look }: State, { layout }: Context, at: Spot, taken: ReadonlySet<ItemId>, how: DragHow): Drop | null {
  const { camera } = look;
  const spot = toMap(camera, at);
  const drop = layout.drop(spot, taken);
  if (drop === null || drop.parent === null) return null;
  if (how === 'transplant') return drop;
  const hit = layout.hit(spot, 0);
  const over = hit === null || hit.kind === 'line' ? null : itemAt(hit);
  const isOver = over !== null && !taken.has(over);
  const { x, y, width, height } = drop.ghost;
  const apart = Math.hypot(Math.max(x - spot.x, 0, spot.x - x - width), Math.max(y - spot.y, 0, spot.y - y - height));
  return isOver || apart * Math.min(1, camera.scale) < SNAP_REACH ? drop : null;
}
