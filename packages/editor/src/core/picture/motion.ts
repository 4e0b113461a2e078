import type { Gone } from '@bough/layout';
import { grow, type PlacedGroup, type Rect, shift, type Spot, union } from '@bough/scene';
import { easeOut } from '../camera/flight.ts';

// What moves shows why: pushed branches glide from where they were, new ones grow out of their parent. Pure in time: a motion
// is a start and a way that is left, and `glideAt` says how much of it is left now.

/** How long things move. */
export const MOTION_MS = { grow: 160, withdraw: 120 } as const;

/** One subtree on its way: it begins this far from its place, this visible. */
export interface Motion {
  readonly dx: number;
  readonly dy: number;
  readonly alpha: number;
  readonly startMs: number;
}

/** How far a subtree is from its place now, in map units, and how visible it is. */
export interface Glide {
  readonly dx: number;
  readonly dy: number;
  readonly alpha: number;
}

/** Where the motion is; null when it is over. */
export function glideAt(motion: Motion, nowMs: number): Glide | null {
  const t = (nowMs - motion.startMs) / MOTION_MS.grow;
  if (t >= 1) return null;
  const left = 1 - easeOut(Math.max(0, t));
  return { dx: motion.dx * left, dy: motion.dy * left, alpha: 1 - (1 - motion.alpha) * left };
}

/** A motion that goes on from where another one is, so that nothing jumps. */
export function continued(motion: Motion | undefined, dx: number, dy: number, nowMs: number): Motion {
  const now = motion === undefined ? null : glideAt(motion, nowMs);
  return { dx: dx + (now?.dx ?? 0), dy: dy + (now?.dy ?? 0), alpha: now?.alpha ?? 1, startMs: nowMs };
}

/** What of a branch that went is still seen: on its way back to where it grew from, fading; null when it is over. */
export function withdrawnAt({ groups, from }: Gone, startMs: number, nowMs: number): PlacedGroup[] | null {
  const t = (nowMs - startMs) / MOTION_MS.withdraw;
  const [top] = groups;
  if (t >= 1 || top === undefined) return null;
  const way = Math.max(0, t) ** 2;
  const dx = (from.x - top.x) * way * 0.5;
  const dy = (from.y - top.y) * way * 0.5;
  return groups.map(({ group, x, y }) => ({ group, x: x + dx, y: y + dy, alpha: 1 - Math.max(0, t), isFaded: false }));
}

/**
 * Around everything that is on its way, where it is now and where it will rest, since the next frame may be late and the last:
 * each gliding subtree, also within another one, and what withdraws.
 */
export function movingRects(
  glides: ReadonlyMap<string, Glide>,
  leaving: readonly PlacedGroup[],
  extentOf: (id: string) => Rect | null,
  parentOf: (id: string) => string | null,
): Rect[] {
  const rects: Rect[] = [];
  for (const id of glides.keys()) {
    const extent = extentOf(id);
    if (extent === null) continue;
    const { x, y } = offsetOf(id, glides, parentOf);
    rects.push(extent, shift(extent, x, y));
  }
  const [first, ...others] = leaving.map(({ group, x, y }) => grow(shift(group.bounds, x, y), 1));
  if (first !== undefined) rects.push(others.reduce(union, first));
  return rects;
}

/** How far the item is from its place: its own way, and that of everything it rides with. */
export function offsetOf(
  id: string,
  glides: ReadonlyMap<string, Glide>,
  parentOf: (id: string) => string | null,
): Spot {
  let x = 0;
  let y = 0;
  for (let at: string | null = id; at !== null; at = parentOf(at)) {
    x += glides.get(at)?.dx ?? 0;
    y += glides.get(at)?.dy ?? 0;
  }
  return { x, y };
}
