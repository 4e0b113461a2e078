/** Where a pointer was, and when. */
export interface Trace {
  readonly atMs: number;
  readonly x: number;
  readonly y: number;
}

/** Only what happened this long before the pointer was lifted counts. */
const RECENT_MS = 80;
/** Slower than this, in pixels a millisecond, the hand had stopped. */
const LEAST = 0.15;
/** A camera's flight slows down from three times its mean speed: so far it goes on at the speed of the hand. */
const GLIDE_MS = 80;

/** How far the picture glides on after the hand has let go; null when the hand had stopped. */
export function flingOf(traces: readonly Trace[], nowMs: number): { readonly dx: number; readonly dy: number } | null {
  const recent = traces.filter((trace) => nowMs - trace.atMs <= RECENT_MS);
  const [first, last] = [recent[0], recent.at(-1)];
  if (first === undefined || last === undefined || last.atMs - first.atMs < 8) return null;
  const ms = last.atMs - first.atMs;
  const [vx, vy] = [(last.x - first.x) / ms, (last.y - first.y) / ms];
  return Math.hypot(vx, vy) < LEAST ? null : { dx: vx * GLIDE_MS, dy: vy * GLIDE_MS };
}
