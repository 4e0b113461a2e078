import { grow, pathBounds, type Rect, union } from '@bough/scene';
import type { LinkShape } from '../layout.ts';
import { AIR, along, type LinkCurve, type LinkEnd, pathOf, WIDTH } from './link-shape.ts';

// The way of a link around words. Its direct curve is taken when it strikes through none. Otherwise others are tried, from each
// edge of both boxes and bent so far that they pass beside what the direct one struck; the shortest is taken, where to strike
// through an item counts as some way around. All of it follows from the two boxes and those around them: it is the same whoever asks.

/** A link between boxes that are further apart goes straight: on such a way there is no end of words to go around. */
const FURTHEST = 2_000;
/** So far a way may lead beside both boxes and the direct curve. */
const SWAY = 240;
/** How far a way stays from the words that it goes around. */
const BESIDE = 10;
/** So much at the edges of a box is air around its words. */
const INSET = 2;
/** So much way around is worth not striking through an item. */
const WORTH = 240;
const PIECES = 16;
/** So many pieces of a way share a rectangle. */
const TOGETHER = 2;
/** How much of its controls' way the middle of a pulled curve goes, and a good part of it on both sides. */
const PULL = 0.6;
/** So often a way is pulled further. */
const ROUNDS = 3;
/** A way from other edges than those of the direct one must be so much shorter. */
const TURN = 40;

/** The edge of a box that a way leaves from: its direction. */
type Edge = readonly [dx: number, dy: number];
const RIGHT: Edge = [1, 0];
const LEFT: Edge = [-1, 0];
const ABOVE: Edge = [0, -1];
const BELOW: Edge = [0, 1];
const PAIRS: readonly (readonly [Edge, Edge])[] = [
  [RIGHT, LEFT],
  [LEFT, RIGHT],
  [RIGHT, RIGHT],
  [LEFT, LEFT],
  [ABOVE, ABOVE],
  [BELOW, BELOW],
  [ABOVE, BELOW],
  [BELOW, ABOVE],
  [ABOVE, LEFT],
  [ABOVE, RIGHT],
  [BELOW, LEFT],
  [BELOW, RIGHT],
  [LEFT, ABOVE],
  [RIGHT, ABOVE],
  [LEFT, BELOW],
  [RIGHT, BELOW],
];

/** Whether a link between these boxes may go around words. */
export function isNear(from: Rect, to: Rect): boolean {
  const dx = Math.max(to.x - from.x - from.width, from.x - to.x - to.width, 0);
  const dy = Math.max(to.y - from.y - from.height, from.y - to.y - to.height, 0);
  return dx < FURTHEST && dy < FURTHEST;
}

/** Around every way that the link may take, its direct curve included. */
export function reachOf(from: Rect, to: Rect, direct: LinkCurve): Rect {
  return grow(union(union(from, to), boundsOf(direct)), SWAY);
}

/** Which way a link takes, and where items had a say in it: while nothing changes there, it is the same. */
export interface FoundWay {
  readonly curve: LinkCurve;
  readonly heeded: readonly Rect[];
}

/** The link's way; `boxesIn` answers the boxes of items that touch a rectangle. */
export function findWay(
  from: LinkEnd,
  to: LinkEnd,
  direct: LinkCurve,
  boxesIn: (rect: Rect) => readonly Rect[],
): FoundWay {
  const directly = tracePoints(direct);
  const struck = struckOf(boxesIn(boundsOf(direct)));
  if (struck.length === 0) return { curve: direct, heeded: pieces() };
  const reach = reachOf(from, to, direct);
  const boxes = boxesIn(reach);
  let best = { curve: direct, cost: directly + struck.length * WORTH };
  for (const [leaves, enters] of PAIRS) {
    const plain = plainWay(from, leaves, to, enters);
    const turn = leavesElsewhere(plain, direct) ? TURN : 0;
    if (turn + lengthBetween(plain) >= best.cost) continue;
    for (const bend of bendsOf(leaves, enters)) {
      // Each time it is pulled beside everything that it has struck so far.
      let met = struck;
      for (let round = 0; round < ROUNDS; round++) {
        const curve = bend.kind === 'reach' ? reaching(plain, bend.times) : pulled(plain, bend, met);
        const hull = boundsOf(curve);
        if (!isWithin(hull, reach)) break;
        const length = tracePoints(curve) + turn;
        if (length >= best.cost) break;
        const hits = struckOf(boxes);
        const cost = length + hits.length * WORTH;
        if (cost < best.cost) best = { curve, cost };
        if (bend.kind === 'reach' || hits.length === 0) break;
        met = [...met, ...hits];
      }
    }
  }
  return { curve: best.curve, heeded: [reach] };
}

/** The line of a curve, what is around it, and its middle. */
export function shapeOf(curve: LinkCurve): LinkShape {
  const path = pathOf(curve);
  const drawn = { kind: 'stroke', path, colour: 'ink', width: WIDTH, bounds: pathBounds(path) } as const;
  tracePoints(curve);
  return { drawn, bounds: boundsOf(points), middle: { x: along(curve, 0, 0.5), y: along(curve, 1, 0.5) } };
}

/** From one edge to the other, as it comes. */
function plainWay(from: LinkEnd, leaves: Edge, to: LinkEnd, enters: Edge): LinkCurve {
  const [startX, startY] = middleOf(from, leaves);
  const [endX, endY] = middleOf(to, enters);
  const [dx, dy] = [endX - startX, endY - startY];
  const reach = Math.max(36, Math.min(160, Math.sqrt(dx * dx + dy * dy) * 0.36));
  const [outX, outY] = [startX + leaves[0] * reach, startY + leaves[1] * reach];
  const [inX, inY] = [endX + enters[0] * reach, endY + enters[1] * reach];
  return [startX, startY, outX, outY, inX, inY, endX, endY];
}

/** How a way is bent: its controls reach so many times as far, or are pulled along an axis to one side. */
type Bend =
  | { readonly kind: 'reach'; readonly times: number }
  | { readonly kind: 'pull'; readonly axis: 0 | 1; readonly side: -1 | 1 };
const REACHES: readonly Bend[] = [1, 0.35, 2.2].map((times) => ({ kind: 'reach', times }));

function bendsOf(leaves: Edge, enters: Edge): readonly Bend[] {
  const isSame = leaves[0] === enters[0] && leaves[1] === enters[1];
  const isFacing = leaves[0] + enters[0] === 0 && leaves[1] + enters[1] === 0;
  const outward = leaves[0] === 0 ? 1 : 0;
  if (isSame) return [...REACHES, { kind: 'pull', axis: outward, side: leaves[0] + leaves[1] < 0 ? -1 : 1 }];
  const axis = outward === 0 ? 1 : 0;
  return isFacing ? [...REACHES, { kind: 'pull', axis, side: -1 }, { kind: 'pull', axis, side: 1 }] : REACHES;
}

function reaching(plain: LinkCurve, times: number): LinkCurve {
  const from = (i: number, end: number): number => {
    const start = plain[end] ?? 0;
    return start + ((plain[i] ?? 0) - start) * times;
  };
  const ends = [plain[0] ?? 0, plain[1] ?? 0, plain[6] ?? 0, plain[7] ?? 0] as const;
  return [ends[0], ends[1], from(2, 0), from(3, 1), from(4, 6), from(5, 7), ends[2], ends[3]];
}

/** The curve pulled along the axis until its middle, and some way to both sides of it, passes what it met on that side. */
function pulled(plain: LinkCurve, { axis, side }: Bend & { kind: 'pull' }, met: readonly Rect[]): LinkCurve {
  let edge = -Infinity;
  for (const { x, y, width, height } of met) {
    const [start, length] = axis === 0 ? [x, width] : [y, height];
    edge = Math.max(edge, side < 0 ? -start : start + length);
  }
  const mean = ((plain[axis] ?? 0) + (plain[axis + 6] ?? 0)) / 2;
  const control = mean + (side * (edge + BESIDE) - mean) / PULL;
  return plain.map((value, i) => (i === axis + 2 || i === axis + 4 ? control : value));
}

function middleOf(box: Rect, [dx, dy]: Edge): readonly [number, number] {
  return [box.x + box.width / 2 + dx * (box.width / 2 + AIR), box.y + box.height / 2 + dy * (box.height / 2 + AIR)];
}

/** How far the ends of a curve are from each other: no way between them is shorter. */
function lengthBetween(curve: LinkCurve): number {
  const dx = (curve[6] ?? 0) - (curve[0] ?? 0);
  const dy = (curve[7] ?? 0) - (curve[1] ?? 0);
  return Math.sqrt(dx * dx + dy * dy);
}

// The points along one curve, written again for each that is tried: x and y in turn.
const points = new Float64Array(2 * (PIECES + 1));
const SHARES = Float64Array.from({ length: 4 * (PIECES + 1) }, (_, i) => {
  const t = Math.floor(i / 4) / PIECES;
  const u = 1 - t;
  return [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t][i % 4] ?? 0;
});

/** Writes the points along the curve, and answers how long it is. */
function tracePoints(curve: LinkCurve): number {
  let length = 0;
  for (let i = 0; i <= PIECES; i++) {
    let x = 0;
    let y = 0;
    for (let k = 0; k < 4; k++) {
      const share = SHARES[4 * i + k] ?? 0;
      x += share * (curve[2 * k] ?? 0);
      y += share * (curve[2 * k + 1] ?? 0);
    }
    points[2 * i] = x;
    points[2 * i + 1] = y;
    if (i === 0) continue;
    const dx = x - (points[2 * i - 2] ?? 0);
    const dy = y - (points[2 * i - 1] ?? 0);
    length += Math.sqrt(dx * dx + dy * dy);
  }
  return length;
}

/** Around a few pieces each of the curve that was written last: much less than all of its hull. */
function pieces(): readonly Rect[] {
  const rects: Rect[] = [];
  for (let i = 0; i + 2 < points.length; i += 2 * TOGETHER)
    rects.push(boundsOf(points.subarray(i, i + 2 * TOGETHER + 2)));
  return rects;
}

/** Around all points, which stand as x and y in turn. */
function boundsOf(spots: ArrayLike<number>): Rect {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (let i = 0; i < spots.length; i += 2) {
    const x = spots[i] ?? 0;
    const y = spots[i + 1] ?? 0;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function isWithin(inner: Rect, outer: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

function leavesElsewhere(a: LinkCurve, b: LinkCurve): boolean {
  return a[0] !== b[0] || a[1] !== b[1] || a[6] !== b[6] || a[7] !== b[7];
}

/** Those of the boxes through whose words the curve goes that was written last. */
function struckOf(boxes: readonly Rect[]): readonly Rect[] {
  const { x, y, width, height } = boundsOf(points);
  return boxes.filter(
    (box) =>
      box.x < x + width && box.x + box.width > x && box.y < y + height && box.y + box.height > y && isStruck(box),
  );
}

function isStruck(box: Rect): boolean {
  const left = box.x + INSET;
  const top = box.y + INSET;
  const right = box.x + box.width - INSET;
  const bottom = box.y + box.height - INSET;
  let ax = points[0] ?? 0;
  let ay = points[1] ?? 0;
  for (let i = 2; i < points.length; i += 2) {
    const bx = points[i] ?? 0;
    const by = points[i + 1] ?? 0;
    const mayCross =
      (ax > left || bx > left) && (ax < right || bx < right) && (ay > top || by > top) && (ay < bottom || by < bottom);
    // Unless its corners all lie on one side of the piece's line, it is struck.
    if (mayCross) {
      const nx = by - ay;
      const ny = ax - bx;
      const apart = nx * ax + ny * ay;
      const least = nx * (nx > 0 ? left : right) + ny * (ny > 0 ? top : bottom);
      const most = nx * (nx > 0 ? right : left) + ny * (ny > 0 ? bottom : top);
      if (least < apart && most > apart) return true;
    }
    ax = bx;
    ay = by;
  }
  return false;
}
