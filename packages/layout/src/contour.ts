// The outline of a subtree, seen outward (away from the root): steps of (end, y), from 0 to the end of its reach. `top` holds
// the least y of each step, `bottom` the greatest. Packing follows the contours of Reingold and Tilford, for boxes of any size
// (van der Ploeg, "Drawing non-layered tidy trees in linear time", 2014); a contour is kept short by joining its smallest
// steps, always to the safe side, so that packing n children costs n times a constant.

/** end, y, end, y, ...; ends grow. */
export type Contour = readonly number[];

const MOST_STEPS = 28;

/** For each place the outer one of both; `sign` -1 takes the lesser y (tops), 1 the greater (bottoms). */
export function mergeContours(a: Contour, b: Contour, dy: number, sign: 1 | -1): number[] {
  const merged: number[] = [];
  let i = 0;
  let k = 0;
  while (i < a.length || k < b.length) {
    const endA = a[i] ?? Infinity;
    const endB = b[k] ?? Infinity;
    const yA = i < a.length ? (a[i + 1] ?? 0) : null;
    const yB = k < b.length ? (b[k + 1] ?? 0) + dy : null;
    const y = yA === null ? (yB ?? 0) : yB === null ? yA : sign * Math.max(sign * yA, sign * yB);
    const end = Math.min(endA, endB);
    if (merged.length > 0 && merged[merged.length - 1] === y) merged[merged.length - 2] = end;
    else merged.push(end, y);
    if (endA <= end) i += 2;
    if (endB <= end) k += 2;
  }
  return merged;
}

/** How far below the first one the second must stand, so that they touch at most. */
function clearance(bottom: Contour, top: Contour): number {
  let least = -Infinity;
  let i = 0;
  let k = 0;
  while (i < bottom.length && k < top.length) {
    least = Math.max(least, (bottom[i + 1] ?? 0) - (top[k + 1] ?? 0));
    const endA = bottom[i] ?? Infinity;
    const endB = top[k] ?? Infinity;
    if (endA <= endB) i += 2;
    if (endB <= endA) k += 2;
  }
  return least;
}

/** Few enough steps: of neighbours, the pair whose joining wastes least becomes one. */
export function simplify(contour: number[], sign: 1 | -1): number[] {
  while (contour.length > MOST_STEPS * 2) {
    let best = 2;
    let leastWaste = Infinity;
    for (let i = 2; i < contour.length; i += 2) {
      const [yA, yB] = [contour[i - 1] ?? 0, contour[i + 1] ?? 0];
      const lengthA = (contour[i - 2] ?? 0) - (contour[i - 4] ?? 0);
      const lengthB = (contour[i] ?? 0) - (contour[i - 2] ?? 0);
      const waste = Math.abs(yA - yB) * (sign * yA < sign * yB ? lengthA : lengthB);
      if (waste < leastWaste) {
        leastWaste = waste;
        best = i;
      }
    }
    const outer = sign * Math.max(sign * (contour[best - 1] ?? 0), sign * (contour[best + 1] ?? 0));
    contour.splice(best - 2, 4, contour[best] ?? 0, outer);
  }
  return contour;
}

/** Moved outward and down, with `before` in front of it. */
export function shifted(before: readonly number[], contour: Contour, dx: number, dy: number): number[] {
  const moved = [...before];
  for (let i = 0; i < contour.length; i += 2) moved.push((contour[i] ?? 0) + dx, (contour[i + 1] ?? 0) + dy);
  return moved;
}

/** Whether they are the same, number by number. */
export function sameContour(a: Contour, b: Contour): boolean {
  return a.length === b.length && a.every((value, i) => value === b[i]);
}

/** One child to pack: its outline, and the air that it wants above and below. */
export interface Packed {
  readonly top: Contour;
  readonly bottom: Contour;
  readonly air: number;
}

/**
 * Where the children stand, from the first at its highest place on: none overlaps another, in order. Packing from above
 * leaves all the slack below, packing from below leaves it above; both keep every distance, so their mean does too, and
 * small branches between large ones stand in the middle.
 */
export function packChildren(children: readonly Packed[]): number[] {
  const fromAbove = packDown(children);
  const last = fromAbove.at(-1) ?? 0;
  if (children.length < 3) return fromAbove;
  const upsideDown = children
    .toReversed()
    .map(({ top, bottom, air }) => ({ top: flipped(bottom), bottom: flipped(top), air }));
  const fromBelow = packDown(upsideDown)
    .map((y) => last - y)
    .reverse();
  return fromAbove.map((y, i) => (y + (fromBelow[i] ?? y)) / 2);
}

function packDown(children: readonly Packed[]): number[] {
  const places: number[] = [];
  let outline: number[] = [];
  for (const { top, bottom, air } of children) {
    const y = places.length === 0 ? 0 : clearance(outline, top) + air;
    places.push(y);
    outline = simplify(mergeContours(outline, bottom, y + air, 1), 1);
  }
  return places;
}

function flipped(contour: Contour): Contour {
  return contour.map((value, i) => (i % 2 === 1 ? -value : value));
}
