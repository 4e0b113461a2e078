// The numbers of a layout's nodes, side by side: a map of a hundred thousand items is one list of them, and not a hundred
// thousand objects with a boxed fraction in each field.

/** Offsets in a row: the place below the parent, the gap to the children, and the box from its top on. */
export const X = 0;
export const Y = 1;
export const GAP = 2;
export const TOP = 3;
export const WIDTH = 4;
export const HEIGHT = 5;
const ROW = 6;

const FIRST_ROOM = 64;

/** One row of numbers for each node. */
export class Rows {
  #values = new Float64Array(FIRST_ROOM * ROW);
  readonly #free: number[] = [];
  #used = 0;

  /** Makes room for so many rows more at once. */
  reserve(count: number): void {
    const room = (this.#used + count) * ROW;
    if (room > this.#values.length) this.#widen(room);
  }

  /** A row of zeros; its name is where it begins. */
  take(): number {
    const free = this.#free.pop();
    if (free !== undefined) {
      this.#values.fill(0, free, free + ROW);
      return free;
    }
    const row = this.#used++ * ROW;
    if (row >= this.#values.length) this.#widen(row * 2);
    return row;
  }

  /** Gives back a row whose node is gone. */
  give(row: number): void {
    this.#free.push(row);
  }

  get(row: number, which: number): number {
    return this.#values[row + which] ?? 0;
  }

  set(row: number, which: number, value: number): void {
    this.#values[row + which] = value;
  }

  #widen(room: number): void {
    const values = this.#values;
    this.#values = new Float64Array(room);
    this.#values.set(values);
  }
}
