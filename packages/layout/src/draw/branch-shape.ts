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
/** How much of its swing a branch may give from its one end to the other; see `partingOf` in node.ts. */
const PARTING = 0.38;

/** How far out a branch swings before it turns, for the way from its one end to the other. */
function swing(dx: number, dy: number): number {
  return Math.max(Math.abs(dx), Math.min(40, Math.hypot(dx, dy) * 0.4));
}

/** How far the first control point stands out from the start. */
export function swingOut(dx: number, dy: number, side: 1 | -1, parting = 0): number {
  return side * swing(dx, dy) * (EASE_OUT - parting * PARTING);
}

/** How far the last control point stands out from the end: backwards. */
export function swingIn(dx: number, dy: number, side: 1 | -1, parting = 0): number {
  return -side * swing(dx, dy) * (EASE_IN + parting * PARTING);
}

/**
 * The middle line from `start` to `end`, through the points a person has set, leaving and arriving outward (side 1: to the right). With a
 * `parting` from 0 to 1 it turns up or down sooner, below 0 later.
 */
export function branchCurve(start: Point, end: Point, side: 1 | -1, through: readonly Point[], parting = 0): Cubic[] {
  const stops = [start, ...through, end];
  const cubics: Cubic[] = [];
  for (let i = 0; i + 1 < stops.length; i++) {
    const a = stops[i] ?? start;
    const d = stops[i + 1] ?? end;
    const isFirst = i === 0;
    const isLast = i + 2 === stops.length;
    const b = isFirst
      ? { x: a.x + swingOut(d.x - a.x, d.y - a.y, side, parting), y: a.y }
      : onward(a, stops[i - 1] ?? a, d);
    const c = isLast
      ? { x: d.x + swingIn(d.x - a.x, d.y - a.y, side, parting), y: d.y }
      : onward(d, stops[i + 2] ?? d, a);
    cubics.push({ a, b, c, d });
  }
  return cubics;
}

/** How far from either end of a tall branch its straight part stands at least. */
const LANE_OFF = 26;
/** The controls of a quarter of an ellipse. */
const ROUND = 0.5523;

/**
 * The middle line of a branch that is much taller than wide: around a bend into a lane, straight, and around a bend to its end. One cubic
 * would go up or down at the very edge of its parent, and be bent there more sharply than it is thick.
 */
export function tallCurve(start: Point, end: Point, side: 1 | -1, parting: number): Cubic[] {
  const width = side * (end.x - start.x);
  const height = Math.abs(end.y - start.y);
  if (width <= 0 || height <= width) return branchCurve(start, end, side, [], parting);
  const off = Math.min(LANE_OFF, width / 3);
  const lane = off + (width - 2 * off) * ((1 - parting) / 2);
  const down = end.y < start.y ? -1 : 1;
  const [first, last] = [Math.min(height / 2, 2 * lane), Math.min(height / 2, 2 * (width - lane))];
  const at = (x: number, y: number): Point => ({ x: start.x + side * x, y: start.y + down * y });
  const [leaves, arrives] = [at(lane, first), at(lane, height - last)];
  const bends = [
    { a: start, b: at(lane * ROUND, 0), c: at(lane, first * (1 - ROUND)), d: leaves },
    {
      ...{ a: arrives, b: at(lane, height - last * (1 - ROUND)) },
      ...{ c: at(lane + (width - lane) * (1 - ROUND), height), d: end },
    },
  ] as const;
  const between = height - first - last;
  if (between < 1) return [...bends];
  const [b, c] = [at(lane, first + between / 3), at(lane, first + (2 * between) / 3)];
  return [bends[0], { a: leaves, b, c, d: arrives }, bends[1]];
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
  const ribs = stops.map((u) => new Rib(curve, u, halfAt));
  const upper = ribs.map((rib) => rib.edge(1));
  const lower = ribs.map((rib) => rib.edge(-1));
  const half = endWidth / 2;
  const [first] = upper;
  const [last] = lower;
  const back = lower.at(-1);
  if (first === undefined || last === undefined || back === undefined) return builder.build();
  builder.moveTo(first.x, first.y);
  for (let i = 1; i < upper.length; i++) drawPiece(builder, upper[i - 1], upper[i]);
  const tip = runEnd ?? curve.at(-1)?.d ?? first;
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
  builder.lineTo(back.x, back.y);
  for (let i = lower.length - 1; i > 0; i--) drawPiece(builder, lower[i], lower[i - 1]);
  const cap = -side * startWidth * 0.66;
  builder.bezierCurveTo(last.x + cap, last.y, first.x + cap, first.y, first.x, first.y);
  return builder.closePath().build();
}

/** Where along the curve the edges are sampled, from 0 to 1: more often on a long way, and closer where a branch bends, at its ends. */
function stopsOf(curve: readonly Cubic[]): number[] {
  const stops = [0];
  curve.forEach((cubic, i) => {
    const { a, d } = cubic;
    const length = Math.hypot(d.x - a.x, d.y - a.y);
    const more = 2 * Math.ceil(Math.log2(Math.max(1, length / SHORT)));
    const pieces = isUpright(cubic) ? STRAIGHT_PIECES : Math.min(MOST_PIECES, PIECES + more);
    for (let k = 1; k <= pieces; k++) stops.push((i + (1 - Math.cos((Math.PI * k) / pieces)) / 2) / curve.length);
    // Where a short cubic goes over into a long one, the slopes of the two have little in common: each is asked for its own.
    const last = stops.at(-1) ?? 1;
    if (i + 1 < curve.length) stops.splice(-1, 1, last - 2 * NEAR, last + 2 * NEAR);
  });
  return stops;
}

/** However long it is, it only becomes thinner. */
const STRAIGHT_PIECES = 2;

function isUpright({ a, b, c, d }: Cubic): boolean {
  return a.x === b.x && b.x === c.x && c.x === d.x;
}

const NEAR = 1e-4;

/** A point of an edge: where along the curve, where on the map, and the slope there. */
interface Stop extends Point {
  readonly u: number;
  readonly slopeX: number;
  readonly slopeY: number;
}

/** What both edges have in common where they are sampled: the middle line there and just before and after, and how far out they are. */
class Rib {
  readonly #u: number;
  readonly #span: number;
  readonly #at: Cross;
  readonly #before: Cross;
  readonly #after: Cross;

  constructor(curve: readonly Cubic[], u: number, halfAt: (u: number) => number) {
    const low = Math.max(0, u - NEAR);
    const high = Math.min(1, u + NEAR);
    this.#u = u;
    this.#span = high - low;
    this.#at = crossAt(curve, u, halfAt(u));
    this.#before = crossAt(curve, low, halfAt(low));
    this.#after = crossAt(curve, high, halfAt(high));
  }

  edge(sign: 1 | -1): Stop {
    const { x, y, acrossX, acrossY } = this.#at;
    const [a, b] = [this.#before, this.#after];
    return {
      u: this.#u,
      x: x + sign * acrossX,
      y: y + sign * acrossY,
      slopeX: (b.x + sign * b.acrossX - a.x - sign * a.acrossX) / this.#span,
      slopeY: (b.y + sign * b.acrossY - a.y - sign * a.acrossY) / this.#span,
    };
  }
}

/** The cubic between two stops, with the slopes that the edge has there. */
function drawPiece(builder: PathBuilder, from: Stop | undefined, to: Stop | undefined): void {
  if (from === undefined || to === undefined) return;
  const third = (to.u - from.u) / 3;
  builder.bezierCurveTo(
    from.x + from.slopeX * third,
    from.y + from.slopeY * third,
    to.x - to.slopeX * third,
    to.y - to.slopeY * third,
    to.x,
    to.y,
  );
}

/** A point of the middle line, and the way from there to its edge. */
interface Cross extends Point {
  readonly acrossX: number;
  readonly acrossY: number;
}

/** At `u` (0 to 1 over all cubics); the edge is `by` across the direction of travel. */
function crossAt(curve: readonly Cubic[], u: number, by: number): Cross {
  const scaled = Math.min(u * curve.length, curve.length - 1e-9);
  const index = Math.floor(scaled);
  const cubic = curve[index];
  if (cubic === undefined) return { x: 0, y: 0, acrossX: 0, acrossY: 0 };
  const t = scaled - index;
  const v = 1 - t;
  const { a, b, c, d } = cubic;
  const x = v * v * v * a.x + 3 * v * v * t * b.x + 3 * v * t * t * c.x + t * t * t * d.x;
  const y = v * v * v * a.y + 3 * v * v * t * b.y + 3 * v * t * t * c.y + t * t * t * d.y;
  const dx = v * v * (b.x - a.x) + 2 * v * t * (c.x - b.x) + t * t * (d.x - c.x);
  const dy = v * v * (b.y - a.y) + 2 * v * t * (c.y - b.y) + t * t * (d.y - c.y);
  const length = Math.sqrt(dx * dx + dy * dy);
  return length === 0
    ? { x, y, acrossX: 0, acrossY: 0 }
    : { x, y, acrossX: (-dy / length) * by, acrossY: (dx / length) * by };
}
