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

/** The rows in sight and a screen of them on either side, and always the one that has the keyboard. */
export function rowsToShow(tops: Float64Array, top: number, height: number, kept: number): readonly number[] {
  const count = tops.length - 1;
  if (count === 0) return [];
  const [from, to] = [rowAt(tops, top - height), rowAt(tops, top + 2 * height)];
  const rows = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  if (kept >= 0 && kept < count && kept < from) return [kept, ...rows];
  return kept >= 0 && kept < count && kept > to ? [...rows, kept] : rows;
}

/** A guess at how high the words stand, in rows of so many letters. */
export function linesIn(text: string, letters: number): number {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0);
}
