// Only the rows in sight are in the page, however large the map is. Rows are as high as their words; those that were never seen are
// taken to be as high as a guess says.

/** Where each row begins, and at last where the list ends. */
export function topsOf(count: number, heightOf: (at: number) => number): Float64Array {
  const tops = new Float64Array(count + 1);
  for (let at = 0; at < count; at++) tops[at + 1] = (tops[at] ?? 0) + heightOf(at);
  return tops;
}

/** The row that stands there; the first or last one beyond the ends. */
export function rowAt(tops: Float64Array, y: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The rows in sight and a screen of them on either side, and always those that are kept: they have the keyboard, or are written in. */
export function rowsToShow(
  tops: Float64Array,
  top: number,
  height: number,
  kept: readonly number[],
): readonly number[] {
  const count = tops.length - 1;
  if (count === 0) return [];
  const [from, to] = [rowAt(tops, top - height), rowAt(tops, top + 2 * height)];
  const rows = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const beyond = new Set(kept.filter((at) => at >= 0 && at < count && (at < from || at > to)));
  return beyond.size === 0 ? rows : [...rows, ...beyond].sort((a, b) => a - b);
}

/** Less than this is how a browser rounds, not another height. */
const SAME = 0.1;

/**
 * What is known of the rows' heights once those in the page were measured: the same map where nothing is another. Of heights in
 * another width nothing stays: words wrap elsewhere in it.
 */
export function withMeasured<Id>(
  known: ReadonlyMap<Id, number>,
  measured: ReadonlyMap<Id, number>,
  isAnotherWidth: boolean,
): ReadonlyMap<Id, number> {
  if (isAnotherWidth) return measured;
  const isOther = ([id, height]: [Id, number]) => Math.abs((known.get(id) ?? Infinity) - height) >= SAME;
  const other = [...measured].filter(isOther);
  return other.length === 0 ? known : new Map([...known, ...other]);
}

/** A guess at how high the words stand, in rows of so many letters. */
export function linesIn(text: string, letters: number): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0);
}
