// The outline of a subtree, seen outward (away from the root): steps of (end, y), from 0 to the end of its reach. `top` holds
// the least y of each step, `bottom` the greatest. Packing follows the contours of Reingold and Tilford, for boxes of any size
// (van der Ploeg, "Drawing non-layered tidy trees in linear time", 2014); a contour is kept short by joining its smallest
// steps, always to the safe side, so that packing n children costs n times a constant. What is worked on lies in buffers that
// are used again and again: only what is kept is allocated.

/** end, y, end, y, ...; ends grow. */
export type Contour = readonly number[];

/** Of what has none. */
export const NO_CONTOUR: Contour = [];

const MOST_STEPS = 28;
/** Room for two contours that were just merged, with what stands before them. */
const ROOM = MOST_STEPS * 8;

const oneStep = [0, 0];

/** A contour under work. */
export class Outline {
  #values = new Float64Array(ROOM);
  #other = new Float64Array(ROOM);
  #length = 0;

  /** Where the last step ends; 0 for none. */
  get end(): number {
    return this.#length === 0 ? 0 : (this.#values[this.#length - 2] ?? 0);
  }

  clear(): void {
    this.#length = 0;
  }

  step(end: number, y: number): void {
    if (this.#length === this.#values.length) this.#widen();
    this.#values[this.#length++] = end;
    this.#values[this.#length++] = y;
  }

  /** Takes in a contour that is turned by `turn` (-1: upside down) and moved outward and down: the outer of both, for tops the lesser y. */
  take(b: Contour, turn: 1 | -1, dx: number, dy: number, sign: 1 | -1): void {
    const lengthB = b.length;
    const a = this.#values;
    const lengthA = this.#length;
    const merged = this.#other;
    let length = 0;
    let i = 0;
    let k = 0;
    while (i < lengthA || k < lengthB) {
      const endA = i < lengthA ? (a[i] ?? 0) : Infinity;
      const endB = k < lengthB ? (b[k] ?? 0) + dx : Infinity;
      const yA = a[i + 1] ?? 0;
      const yB = turn * (b[k + 1] ?? 0) + dy;
      const y = i >= lengthA ? yB : k >= lengthB ? yA : sign * Math.max(sign * yA, sign * yB);
      const end = endA < endB ? endA : endB;
      if (length > 0 && merged[length - 1] === y) merged[length - 2] = end;
      else {
        merged[length++] = end;
        merged[length++] = y;
      }
      if (endA <= end) i += 2;
      if (endB <= end) k += 2;
    }
    this.#values = merged;
    this.#other = a;
    this.#length = length;
  }

  /** Takes in a contour of one step. */
  takeStep(end: number, y: number, sign: 1 | -1): void {
    oneStep[0] = end;
    oneStep[1] = y;
    this.take(oneStep, 1, 0, 0, sign);
  }

  /** Puts a contour behind what is there, moved outward. */
  append(contour: Outline, dx: number): void {
    for (let i = 0; i < contour.#length; i += 2) this.step((contour.#values[i] ?? 0) + dx, contour.#values[i + 1] ?? 0);
  }

  /** How far below this one (a bottom) a top must stand, so that they touch at most. */
  clearance(top: Contour, turn: 1 | -1): number {
    const bottom = this.#values;
    const length = this.#length;
    let least = -Infinity;
    let i = 0;
    let k = 0;
    while (i < length && k < top.length) {
      const apart = (bottom[i + 1] ?? 0) - turn * (top[k + 1] ?? 0);
      if (apart > least) least = apart;
      const endA = bottom[i] ?? Infinity;
      const endB = top[k] ?? Infinity;
      if (endA <= endB) i += 2;
      if (endB <= endA) k += 2;
    }
    return least;
  }

  /** Few enough steps: of neighbours, the pair whose joining wastes least becomes one. */
  simplify(sign: 1 | -1): void {
    const values = this.#values;
    while (this.#length > MOST_STEPS * 2) {
      let best = 2;
      let leastWaste = Infinity;
      for (let i = 2; i < this.#length; i += 2) {
        const yA = values[i - 1] ?? 0;
        const yB = values[i + 1] ?? 0;
        const from = sign * yA < sign * yB ? (i >= 4 ? (values[i - 4] ?? 0) : 0) : (values[i - 2] ?? 0);
        const to = sign * yA < sign * yB ? (values[i - 2] ?? 0) : (values[i] ?? 0);
        const waste = Math.abs(yA - yB) * (to - from);
        if (waste < leastWaste) {
          leastWaste = waste;
          best = i;
        }
      }
      const outer = sign * Math.max(sign * (values[best - 1] ?? 0), sign * (values[best + 1] ?? 0));
      values.copyWithin(best - 2, best, this.#length);
      values[best - 1] = outer;
      this.#length -= 2;
    }
  }

  /** Only a row of leaves can have so many steps, and is simplified at once. */
  #widen(): void {
    const values = this.#values;
    this.#values = new Float64Array(values.length * 2);
    this.#values.set(values);
    this.#other = new Float64Array(values.length * 2);
  }

  /** `kept` when it is this outline, number by number; else a copy to keep. */
  keep(kept: Contour): Contour {
    let isSame = kept.length === this.#length;
    for (let i = 0; isSame && i < this.#length; i++) isSame = kept[i] === this.#values[i];
    if (isSame) return kept;
    const copy: number[] = [];
    for (let i = 0; i < this.#length; i++) copy.push(this.#values[i] ?? 0);
    return copy;
  }
}

/** One child to pack: its outline, and the air that it wants above and below. */
export interface Packed {
  readonly top: Contour;
  readonly bottom: Contour;
  readonly air: number;
}

const pile = new Outline();

/**
 * Where the children stand, from the first at its highest place on: none overlaps another, in order, each with its air above
 * and below. Packing from above leaves all the slack below, packing from below leaves it above; both keep every distance, so
 * their mean does too, and small branches between large ones stand in the middle.
 */
export function packChildren(children: readonly Packed[]): number[] {
  const places: number[] = [];
  packOnto(children, 1, places);
  const count = children.length;
  if (count < 3) return places;
  const last = places[count - 1] ?? 0;
  const fromBelow: number[] = [];
  packOnto(children, -1, fromBelow);
  for (let i = 0; i < count; i++) places[i] = ((places[i] ?? 0) + last - (fromBelow[count - 1 - i] ?? 0)) / 2;
  return places;
}

/** One after another, each as near to those before it as it goes; `turn` -1 begins with the last and works upside down. */
function packOnto(children: readonly Packed[], turn: 1 | -1, places: number[]): void {
  const count = children.length;
  pile.clear();
  for (let n = 0; n < count; n++) {
    const child = children[turn === 1 ? n : count - 1 - n];
    if (child === undefined) continue;
    const y = n === 0 ? 0 : pile.clearance(turn === 1 ? child.top : child.bottom, turn) + child.air;
    places.push(y);
    pile.take(turn === 1 ? child.bottom : child.top, turn, 0, y + child.air, 1);
    pile.simplify(1);
  }
}
