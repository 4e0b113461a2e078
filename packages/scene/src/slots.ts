// The columns behind a scene's tree: one slot for each group, its numbers side by side in typed arrays. A slot costs no object,
// so that a hundred thousand groups are a handful of allocations, and whatever moves or grows leaves nothing to collect.

/** Stands for no slot: at the top, at an end of a list. */
export const NONE = -1;

/** Offsets of a slot's links to other slots. */
export const PARENT = 0;
export const FIRST = 1;
export const LAST = 2;
export const NEXT = 3;
export const PREVIOUS = 4;
const LINKS = 5;

/** Offsets of a slot's numbers: its place below its parent, its own bounds, and the extent of all below it, from its origin. */
export const X = 0;
export const Y = 1;
export const OWN = 2;
export const EXTENT = 6;
const NUMBERS = 10;

const FIRST_ROOM = 64;

/** Slots in a tree: children in order, several tops. */
export class Slots {
  #links = new Int32Array(FIRST_ROOM * LINKS);
  #numbers = new Float64Array(FIRST_ROOM * NUMBERS);
  readonly #free: number[] = [];
  #used = 0;
  #firstTop = NONE;
  #lastTop = NONE;

  get firstTop(): number {
    return this.#firstTop;
  }
  get lastTop(): number {
    return this.#lastTop;
  }

  /** Makes room for so many slots more at once. */
  reserve(count: number): void {
    const room = this.#used + count;
    if (room * LINKS > this.#links.length) this.#widen(room);
  }

  /** A slot that hangs nowhere yet. */
  take(): number {
    const slot = this.#free.pop() ?? this.#used++;
    const at = slot * LINKS;
    if (at >= this.#links.length) this.#widen((this.#links.length / LINKS) * 2);
    const links = this.#links;
    links[at + PARENT] = NONE;
    links[at + FIRST] = NONE;
    links[at + LAST] = NONE;
    links[at + NEXT] = NONE;
    links[at + PREVIOUS] = NONE;
    return slot;
  }

  /** Gives back a slot that hangs nowhere any more. */
  give(slot: number): void {
    this.#free.push(slot);
  }

  link(slot: number, which: number): number {
    return this.#links[slot * LINKS + which] ?? NONE;
  }

  number(slot: number, which: number): number {
    return this.#numbers[slot * NUMBERS + which] ?? 0;
  }

  setNumber(slot: number, which: number, value: number): void {
    this.#numbers[slot * NUMBERS + which] = value;
  }

  /** Four numbers from `which` on: left, top, right, bottom. */
  setEdges(slot: number, which: number, left: number, top: number, right: number, bottom: number): void {
    const at = slot * NUMBERS + which;
    this.#numbers[at] = left;
    this.#numbers[at + 1] = top;
    this.#numbers[at + 2] = right;
    this.#numbers[at + 3] = bottom;
  }

  /** Hangs the slot last below the parent (NONE: at the top). */
  hang(slot: number, parent: number): void {
    const last = parent === NONE ? this.#lastTop : this.link(parent, LAST);
    this.#set(slot, PARENT, parent);
    this.#set(slot, PREVIOUS, last);
    this.#set(slot, NEXT, NONE);
    if (last !== NONE) this.#set(last, NEXT, slot);
    else if (parent === NONE) this.#firstTop = slot;
    else this.#set(parent, FIRST, slot);
    if (parent === NONE) this.#lastTop = slot;
    else this.#set(parent, LAST, slot);
  }

  /** Takes the slot from its parent, with all below it. */
  unhang(slot: number): void {
    const parent = this.link(slot, PARENT);
    const before = this.link(slot, PREVIOUS);
    const after = this.link(slot, NEXT);
    if (before !== NONE) this.#set(before, NEXT, after);
    else if (parent === NONE) this.#firstTop = after;
    else this.#set(parent, FIRST, after);
    if (after !== NONE) this.#set(after, PREVIOUS, before);
    else if (parent === NONE) this.#lastTop = before;
    else this.#set(parent, LAST, before);
    this.#set(slot, PARENT, NONE);
  }

  /** The extents of the first `count` slots, where each stands behind its parent: one way back through all of them. */
  fold(count: number): void {
    const numbers = this.#numbers;
    const links = this.#links;
    for (let at = 0; at < count * NUMBERS; at += NUMBERS) numbers.copyWithin(at + EXTENT, at + OWN, at + OWN + 4);
    for (let slot = count - 1; slot >= 0; slot--) {
      const parent = links[slot * LINKS + PARENT] ?? NONE;
      if (parent === NONE) continue;
      const from = slot * NUMBERS;
      const to = parent * NUMBERS + EXTENT;
      const x = numbers[from + X] ?? 0;
      const y = numbers[from + Y] ?? 0;
      const left = x + (numbers[from + EXTENT] ?? 0);
      const top = y + (numbers[from + EXTENT + 1] ?? 0);
      const right = x + (numbers[from + EXTENT + 2] ?? 0);
      const bottom = y + (numbers[from + EXTENT + 3] ?? 0);
      if (left < (numbers[to] ?? 0)) numbers[to] = left;
      if (top < (numbers[to + 1] ?? 0)) numbers[to + 1] = top;
      if (right > (numbers[to + 2] ?? 0)) numbers[to + 2] = right;
      if (bottom > (numbers[to + 3] ?? 0)) numbers[to + 3] = bottom;
    }
  }

  #set(slot: number, which: number, value: number): void {
    this.#links[slot * LINKS + which] = value;
  }

  #widen(room: number): void {
    const links = this.#links;
    const numbers = this.#numbers;
    this.#links = new Int32Array(room * LINKS);
    this.#links.set(links);
    this.#numbers = new Float64Array(room * NUMBERS);
    this.#numbers.set(numbers);
  }
}
