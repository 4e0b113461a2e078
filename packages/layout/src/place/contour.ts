// The outline of a subtree, seen outward (away from the root): steps of (end, y), from 0 to the end of its reach. `top` holds
// the least y of each step, `bottom` the greatest. Packing follows the contours of Reingold and Tilford, for boxes of any size
// (van der Ploeg, "Drawing non-layered tidy trees in linear time", 2014); a contour is kept short by joining its smallest
// steps, always to the safe side. Children stand in order, so that each hides those before it as far as it reaches: a step is
// pushed once and popped once. What is worked on lies in buffers that are used again and again: only what is kept is allocated.

/** end, y, end, y, ...; ends grow. */
export type Contour = readonly number[];

/** Of what has none. */
export const NO_CONTOUR: Contour = [];

const MOST_STEPS = 28;
/** Room for two contours that were just merged, with what stands before them. */
const ROOM = MOST_STEPS * 8;

/** A contour under work. */
export class Outline {
  #values: number[] = fractions(ROOM);
  #other: number[] = fractions(ROOM);
  #length = 0;

  /** Where the last step ends; 0 for none. */
  get end(): number {
    return this.#length === 0 ? 0 : (this.#values[this.#length - 2] ?? 0);
  }

  clear(): void {
    this.#length = 0;
  }

  step(end: number, y: number): void {
    const length = this.#length;
    if (length > 0 && this.#values[length - 1] === y) {
      this.#values[length - 2] = end;
      return;
    }
    if (length === this.#values.length) this.#widen();
    this.#values[length] = end;
    this.#values[length + 1] = y;
    this.#length = length + 2;
  }

  /** Takes in another contour: the outer of both, for tops (sign -1) the lesser y. */
  take(b: Contour, sign: 1 | -1): void {
    const lengthB = b.length;
    const a = this.#values;
    const lengthA = this.#length;
    const merged = this.#other;
    let length = 0;
    let i = 0;
    let k = 0;
    while (i < lengthA || k < lengthB) {
      const endA = i < lengthA ? (a[i] ?? 0) : Infinity;
      const endB = k < lengthB ? (b[k] ?? 0) : Infinity;
      const yA = a[i + 1] ?? 0;
      const yB = b[k + 1] ?? 0;
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

  /** Takes in what a contour that is moved down has beyond the end of this one, which hides the rest of it. */
  behind(b: Contour, dy: number): void {
    const { end } = this;
    const { length } = b;
    if (length === 0 || (b[length - 2] ?? 0) <= end) return;
    let i = 0;
    while ((b[i] ?? 0) <= end) i += 2;
    for (; i < length; i += 2) this.step(b[i] ?? 0, (b[i + 1] ?? 0) + dy);
  }

  /** Puts a contour behind what is there, moved outward. */
  append(contour: Outline, dx: number): void {
    for (let i = 0; i < contour.#length; i += 2) this.step((contour.#values[i] ?? 0) + dx, contour.#values[i + 1] ?? 0);
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

  /** Only a wide fan has so many steps, and is simplified at once. */
  #widen(): void {
    const more = fractions(this.#values.length);
    this.#values = [...this.#values, ...more];
    this.#other = fractions(this.#values.length);
  }

  /** `kept` when it is this outline, number by number; else a copy to keep. */
  keep(kept: Contour): Contour {
    let isSame = kept.length === this.#length;
    for (let i = 0; isSame && i < this.#length; i++) isSame = kept[i] === this.#values[i];
    if (isSame) return kept;
    return this.#values.slice(0, this.#length);
  }
}

/** A list that holds fractions from the start, so that it never has to become one that does. */
function fractions(length: number): number[] {
  return Array.from({ length }, () => 0.5);
}

/** One child to pack: its outline, and the air that it wants above and below. */
export interface Packed {
  readonly top: Contour;
  readonly bottom: Contour;
  readonly air: number;
}

/** The lower side of what stands already, the innermost step last: what comes next hides it as far as it reaches. */
class Pile {
  #values: number[] = [];
  #length = 0;

  clear(): void {
    this.#length = 0;
  }

  /** How far below this a top must stand, so that they touch at most. */
  clearance(top: Contour, turn: 1 | -1): number {
    const values = this.#values;
    let least = -Infinity;
    let i = this.#length - 2;
    let k = 0;
    while (i >= 0 && k < top.length) {
      const apart = (values[i + 1] ?? 0) - turn * (top[k + 1] ?? 0);
      if (apart > least) least = apart;
      const end = values[i] ?? Infinity;
      const endTop = top[k] ?? Infinity;
      if (end <= endTop) i -= 2;
      if (endTop <= end) k += 2;
    }
    return least;
  }

  /** Puts a bottom below everything. */
  cover(bottom: Contour, turn: 1 | -1, dy: number): void {
    const values = this.#values;
    const end = bottom[bottom.length - 2] ?? 0;
    let length = this.#length;
    while (length > 0 && (values[length - 2] ?? 0) <= end) length -= 2;
    for (let i = bottom.length - 2; i >= 0; i -= 2) {
      values[length++] = bottom[i] ?? 0;
      values[length++] = turn * (bottom[i + 1] ?? 0) + dy;
    }
    this.#length = length;
  }
}

const pile = new Pile();

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
    pile.cover(turn === 1 ? child.bottom : child.top, turn, y + child.air);
  }
}
