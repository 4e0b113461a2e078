import { bidiLevels, mayTurn, visualOrder } from './bidi.ts';
import { emojiLength } from './emoji.ts';
import type { LoosePiece } from './line-break.ts';
import type { TextMeasurer } from './measure.ts';

// A line's pieces as painters need them: each goes one way and is either letters or one emoji, and each has its place. So no painter has
// to know how lines are turned, and all of them agree. The pieces themselves stay in the order in which they are read.

/** The sign that makes a key of a digit: no shipped face has it. */
const KEYCAP = /\ufe0f?\u20e3/g;
/** Alone between two pictures of a sign that the face lacks: nothing to draw. */
const JOINER = '\u200d';

/** A piece that goes one way, where it stands on its line. */
export interface OrderedPiece extends LoosePiece {
  readonly x: number;
  readonly isRtl: boolean;
  readonly isEmoji: boolean;
}
interface Cut {
  readonly piece: LoosePiece;
  readonly text: string;
  readonly level: number;
  readonly isEmoji: boolean;
}

/** The pieces of one line as they are read, each with its left end. */
export function orderLine(pieces: readonly LoosePiece[], isRtl: boolean, measurer: TextMeasurer): OrderedPiece[] {
  const text = pieces.map((piece) => piece.text).join('');
  const levels = isRtl || mayTurn(text) ? bidiLevels(text, isRtl) : null;
  const cuts: Cut[] = [];
  let start = 0;
  for (const piece of pieces) {
    cutPiece(piece, start, levels, cuts);
    start += piece.text.length;
  }
  const widths = cuts.map(({ text: words, piece }) =>
    piece.formula === undefined ? measurer.width(words, piece.style) : piece.width,
  );
  const order = levels === null ? cuts.map((_, i) => i) : visualOrder(cuts.map(({ level }) => level));
  const places: number[] = [];
  let x = 0;
  for (const i of order) {
    places[i] = x;
    x += widths[i] ?? 0;
  }
  return cuts.map(({ piece, text: words, level, isEmoji }, i) => {
    const place = { x: places[i] ?? 0, width: widths[i] ?? 0 };
    return { ...piece, ...place, text: words, isRtl: level % 2 === 1, isEmoji };
  });
}

function cutPiece(piece: LoosePiece, start: number, levels: Uint8Array | null, cuts: Cut[]): void {
  const { text } = piece;
  if (piece.formula !== undefined) {
    // It stands in the line as one sign of the direction around it, and is always read from the left inside.
    cuts.push({ piece, text, level: 2 * Math.ceil((levels?.[start] ?? 0) / 2), isEmoji: false });
    return;
  }
  const levelAt = (at: number): number => levels?.[start + at] ?? 0;
  let from = 0;
  const flush = (to: number): void => {
    const shown = text.slice(from, to).replace(KEYCAP, '').replaceAll('\t', ' ');
    if (shown !== '' && shown !== JOINER) cuts.push({ piece, text: shown, level: levelAt(from), isEmoji: false });
    from = to;
  };
  for (let at = 0; at < text.length;) {
    const emoji = piece.code ? 0 : emojiLength(text, at);
    if (emoji > 0) {
      flush(at);
      cuts.push({ piece, text: text.slice(at, at + emoji), level: levelAt(at), isEmoji: true });
      at += emoji;
      from = at;
      continue;
    }
    if (levelAt(at) !== levelAt(from)) flush(at);
    at++;
  }
  flush(text.length);
}
