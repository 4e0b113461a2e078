/** Of letters in a box and on a canvas, which are rounded otherwise. */
const SPARE = 2;

/**
 * In which row of a line that wraps in so much room a place of its text stands, and how far from the row's beginning: between two rows at the
 * beginning of the second, or at the end of the first.
 */
export function placeIn(
  line: string,
  at: number,
  room: number,
  widthOf: (part: string) => number,
  isAtEnd: boolean,
): { readonly row: number; readonly x: number } {
  if (widthOf(line) <= room + SPARE) return { row: 0, x: widthOf(line.slice(0, at)) };
  let row = 0;
  let start = 0;
  for (let end = endOfRow(line, start, room, widthOf); at > end || (at === end && !isAtEnd);) {
    if (end >= line.length) break;
    row++;
    start = end;
    end = endOfRow(line, start, room, widthOf);
  }
  return { row, x: Math.min(room, widthOf(line.slice(start, at))) };
}

/** Where the row ends that begins there: behind the last space that has room before it, or within a word that is wider than a row. */
function endOfRow(line: string, start: number, room: number, widthOf: (part: string) => number): number {
  let fits = start + 1;
  let beyond = line.length + 1;
  while (beyond - fits > 1) {
    const middle = (fits + beyond) >> 1;
    if (widthOf(line.slice(start, middle)) > room) beyond = middle;
    else fits = middle;
  }
  if (fits >= line.length) return line.length;
  // Spaces hang over the end.
  while (line.charAt(fits) === ' ') fits++;
  const space = line.slice(start, fits).search(/\s\S*$/);
  return space < 0 ? fits : start + space + 1;
}
