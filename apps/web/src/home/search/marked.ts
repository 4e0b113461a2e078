/** A piece of a text, marked or not. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** The text cut at its marks; marks that overlap, stand outside or are the wrong way round do no harm. */
export function piecesOf(text: string, marks: readonly (readonly [from: number, to: number])[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0])) {
    const start = Math.max(at, from);
    const end = Math.min(text.length, to);
    if (end <= start) continue;
    if (start > at) pieces.push({ text: text.slice(at, start), isMarked: false });
    pieces.push({ text: text.slice(start, end), isMarked: true });
    at = end;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false });
  return pieces;
}
