import { easeOut } from '../camera/flight.ts';

// What moves shows why: pushed branches glide from where they were, new ones grow out of their parent. Pure in time: a motion
// is a start and a way that is left, and `glideAt` says how much of it is left now.

/** How long things move. */
export const MOTION_MS = { grow: 160 } as const;

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
