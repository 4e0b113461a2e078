import type { Font } from '@bough/scene';
import type { Face, FontShelf } from './font-shelf.ts';

/** A stretch of a run: letters of one face, or one emoji. */
export type Piece =
  | { readonly kind: 'letters'; readonly text: string; readonly face: Face }
  | { readonly kind: 'emoji'; readonly text: string };

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const EMOJI =
  /^(?:\p{Emoji_Presentation}|\p{Regional_Indicator}{2}|[\p{Emoji}--[#*0-9]]\ufe0f|[#*0-9]\ufe0f?\u20e3|\p{Extended_Pictographic}.*\u200d)/v;

/** Words and blanks apart: where words stand from right to left, each is placed for itself. */
export function wordsApart(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece): Piece[] =>
    piece.kind === 'emoji'
      ? [piece]
      : piece.text
          .split(/(\s+)/)
          .filter((text) => text !== '')
          .map((text) => ({ ...piece, text })),
  );
}

/** The run cut where the face changes. Marks stay with their letter; blanks stay with what is before them. */
export function piecesOf(text: string, font: Pick<Font, 'weight' | 'italic'>, shelf: FontShelf): Piece[] {
  const pieces: Piece[] = [];
  let letters = '';
  let face: Face | null = null;
  const flush = (): void => {
    if (letters !== '') pieces.push({ kind: 'letters', text: letters, face: face ?? shelf.first(font) });
    letters = '';
  };
  for (const { segment } of graphemes.segment(text)) {
    if (EMOJI.test(segment)) {
      flush();
      face = null;
      pieces.push({ kind: 'emoji', text: segment });
      continue;
    }
    const isBlank = segment.trim() === '';
    const next: Face | null = isBlank && face !== null ? face : shelf.faceOf(segment.codePointAt(0) ?? 0x20, font);
    if (face !== null && next !== face) flush();
    face = next ?? face ?? shelf.first(font);
    letters += segment;
  }
  flush();
  return pieces;
}
