import type { Point } from '@bough/map';
import { PathBuilder, type PathData } from '@bough/scene';

// A branch is one filled shape: a cubic from the parent's end, level at both of its ends, its width shrinking along the way,
// which then runs on level under the words. Both edges are true offsets of the middle line (sampled, joined by cubics), so
// that a steep branch is as thick as a flat one.

export interface Cubic {
  readonly a: Point;
  readonly b: Point;
  readonly c: Point;
  readonly d: Point;
}

/** Pieces of an edge for each cubic, and for how much more length there are two more of them. */
const PIECES = 4;
const MOST_PIECES = 14;
const SHORT = 160;
const EASE_OUT = 0.42;
const EASE_IN = 0.62;

/** How far out a branch swings before it turns, for the way from its one end to the other. */
function swing(dx: number, dy: number): number {
  return Math.max(Math.abs(dx), Math.min(40, Math.hypot(dx, dy) * 0.4));
}

/** How far the first control point stands out from the start. */
export function swingOut(dx: number, dy: number, side: 1 | -1): number {
  return side * swing(dx, dy) * EASE_OUT;
}

/** How far the last control point stands out from the end: backwards. */
export function swingIn(dx: number, dy: number, side: 1 | -1): number {
  return -side * swing(dx, dy) * EASE_IN;
}

/** The middle line from `start` to `end`, through the points a person has set, leaving and arriving outward (side 1: to the right). */
export function branchCurve(start: Point, end: Point, side: 1 | -1, through: readonly Point[]): Cubic[] {
  const stops = [start, ...through, end];
  const cubics: Cubic[] = [];
  for (let i = 0; i + 1 < stops.length; i++) {
    const a = stops[i] ?? start;
    const d = stops[i + 1] ?? end;
    const isFirst = i === 0;
    const isLast = i + 2 === stops.length;
    const b = isFirst ? { x: a.x + swingOut(d.x - a.x, d.y - a.y, side), y: a.y } : onward(a, stops[i - 1] ?? a, d);
    const c = isLast ? { x: d.x + swingIn(d.x - a.x, d.y - a.y, side), y: d.y } : onward(d, stops[i + 2] ?? d, a);
    cubics.push({ a, b, c, d });
  }
  return cubics;
}

/** A control point at `at` for a smooth passage from `from` towards `to`. */
function onward(at: Point, from: Point, to: Point): Point {
  return { x: at.x + (to.x - from.x) / 6, y: at.y + (to.y - from.y) / 6 };
}

/** The middle line as a path, running on to `runEnd`. */
export function spinePath(curve: readonly Cubic[], runEnd: Point | null): PathData {
  const builder = new PathBuilder();
  curve.forEach(({ a, b, c, d }, i) => {
    if (i === 0) builder.moveTo(a.x, a.y);
    builder.bezierCurveTo(b.x, b.y, c.x, c.y, d.x, d.y);
  });
  if (runEnd !== null) builder.lineTo(runEnd.x, runEnd.y);
  return builder.build();
}

/** The tapered shape around the middle line, from `startWidth` to `endWidth`, running on to `runEnd` with a round end. */
export function taperedPath(
  curve: readonly Cubic[],
  startWidth: number,
  endWidth: number,
  runEnd: Point | null,
  side: 1 | -1,
): PathData {
  const builder = new PathBuilder();
  const stops = stopsOf(curve);
  const halfAt = (u: number): number => (startWidth + (endWidth - startWidth) * (1 - (1 - u) ** 1.6)) / 2;
  const edge = (u: number, sign: number): Point => offsetAt(curve, u, sign * halfAt(u));
  const half = endWidth / 2;
  const start = edge(0, 1);
  builder.moveTo(start.x, start.y);
  drawEdge(builder, (u) => edge(u, 1), stops);
  const tip = runEnd ?? curve.at(-1)?.d ?? start;
  const turn = side * half * 1.33;
  // Offsets turn with the direction: outward to the left, the "first" edge is the lower one.
  builder.lineTo(tip.x, tip.y + side * half);
  builder.bezierCurveTo(
    tip.x + turn,
    tip.y + side * half,
    tip.x + turn,
    tip.y - side * half,
    tip.x,
    tip.y - side * half,
  );
  const back = edge(1, -1);
  builder.lineTo(back.x, back.y);
  drawEdge(
    builder,
    (u) => edge(1 - u, -1),
    stops.toReversed().map((u) => 1 - u),
  );
  const cap = -side * startWidth * 0.66;
  const from = edge(0, -1);
  const to = edge(0, 1);
  builder.bezierCurveTo(from.x + cap, from.y, to.x + cap, to.y, to.x, to.y);
  return builder.closePath().build();
}

/** Where along the curve the edges are sampled, from 0 to 1: more often on a long way, and closer where a branch bends, at its ends. */
function stopsOf(curve: readonly Cubic[]): number[] {
  const stops = [0];
  curve.forEach(({ a, d }, i) => {
    const length = Math.hypot(d.x - a.x, d.y - a.y);
    const more = 2 * Math.ceil(Math.log2(Math.max(1, length / SHORT)));
    const pieces = Math.min(MOST_PIECES, PIECES + more);
    for (let k = 1; k <= pieces; k++) stops.push((i + (1 - Math.cos((Math.PI * k) / pieces)) / 2) / curve.length);
  });
  return stops;
}

/** Cubics through the points sampled at the stops, with the slopes that the edge has there. */
function drawEdge(builder: PathBuilder, edge: (u: number) => Point, stops: readonly number[]): void {
  let from = 0;
  for (const to of stops) {
    if (to === from) continue;
    const start = edge(from);
    const end = edge(to);
    const third = (to - from) / 3;
    const leaving = slopeAt(edge, from, third);
    const arriving = slopeAt(edge, to, third);
    builder.bezierCurveTo(
      start.x + leaving.x,
      start.y + leaving.y,
      end.x - arriving.x,
      end.y - arriving.y,
      end.x,
      end.y,
    );
    from = to;
  }
}

function slopeAt(edge: (u: number) => Point, u: number, by: number): Point {
  const low = Math.max(0, u - 1e-4);
  const high = Math.min(1, u + 1e-4);
  const p = edge(low);
  const q = edge(high);
  return { x: ((q.x - p.x) / (high - low)) * by, y: ((q.y - p.y) / (high - low)) * by };
}

/** The point at `u` (0 to 1 over all cubics), moved by `by` across the direction of travel. */
function offsetAt(curve: readonly Cubic[], u: number, by: number): Point {
  const scaled = Math.min(u * curve.length, curve.length - 1e-9);
  const index = Math.floor(scaled);
  const cubic = curve[index];
  if (cubic === undefined) return { x: 0, y: 0 };
  const t = scaled - index;
  const v = 1 - t;
  const { a, b, c, d } = cubic;
  const x = v * v * v * a.x + 3 * v * v * t * b.x + 3 * v * t * t * c.x + t * t * t * d.x;
  const y = v * v * v * a.y + 3 * v * v * t * b.y + 3 * v * t * t * c.y + t * t * t * d.y;
  const dx = v * v * (b.x - a.x) + 2 * v * t * (c.x - b.x) + t * t * (d.x - c.x);
  const dy = v * v * (b.y - a.y) + 2 * v * t * (c.y - b.y) + t * t * (d.y - c.y);
  const length = Math.hypot(dx, dy);
  return length === 0 ? { x, y } : { x: x - (dy / length) * by, y: y + (dx / length) * by };
}
