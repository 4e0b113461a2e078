import { type Rect, touches } from '@bough/scene';

// Labels avoid items, so an item that comes or goes may move a label that stands beside it. This grid finds those labels without
// asking all of them: the map is cut into squares, each with what reaches into it.

const SQUARE = 256;
/** Rows are told apart in a square's name as long as there are fewer of them than this. */
const ROWS = 2 ** 26;

/** Rectangles on the map, several for each owner, found again by where they are. */
export class LabelGrid<Owner> {
  readonly #squares = new Map<number, Set<Owner>>();
  readonly #rects = new Map<Owner, readonly Rect[]>();

  /** Puts an owner in with its rectangles, instead of those that it had. */
  put(owner: Owner, rects: readonly Rect[]): void {
    this.remove(owner);
    this.#rects.set(owner, rects);
    for (const rect of rects) {
      for (const square of squaresOf(rect)) {
        const owners = this.#squares.get(square);
        if (owners === undefined) this.#squares.set(square, new Set([owner]));
        else owners.add(owner);
      }
    }
  }

  /** Takes an owner out; one that is not there is no matter. */
  remove(owner: Owner): void {
    const rects = this.#rects.get(owner);
    if (rects === undefined) return;
    this.#rects.delete(owner);
    for (const rect of rects) {
      for (const square of squaresOf(rect)) {
        const owners = this.#squares.get(square);
        owners?.delete(owner);
        if (owners?.size === 0) this.#squares.delete(square);
      }
    }
  }

  /** Those that have a rectangle which touches one of the areas. */
  touching(areas: readonly Rect[]): Set<Owner> {
    const found = new Set<Owner>();
    if (this.#rects.size === 0) return found;
    for (const area of areas) {
      if (squareCount(area) > this.#squares.size) this.#search(this.#rects.keys(), area, found);
      else for (const square of squaresOf(area)) this.#search(this.#squares.get(square) ?? [], area, found);
    }
    return found;
  }

  #search(owners: Iterable<Owner>, area: Rect, found: Set<Owner>): void {
    for (const owner of owners) {
      if (!found.has(owner) && this.#rects.get(owner)?.some((rect) => touches(rect, area)) === true) found.add(owner);
    }
  }
}

function* squaresOf({ x, y, width, height }: Rect): Iterable<number> {
  const [left, right] = [Math.floor(x / SQUARE), Math.floor((x + width) / SQUARE)];
  const [top, bottom] = [Math.floor(y / SQUARE), Math.floor((y + height) / SQUARE)];
  for (let column = left; column <= right; column++)
    for (let row = top; row <= bottom; row++) yield column * ROWS + row;
}

function squareCount({ x, y, width, height }: Rect): number {
  const columns = Math.floor((x + width) / SQUARE) - Math.floor(x / SQUARE) + 1;
  return columns * (Math.floor((y + height) / SQUARE) - Math.floor(y / SQUARE) + 1);
}
