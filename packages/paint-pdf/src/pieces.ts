import { emojiLength } from '@bough/text';
import type { Face, FaceWish, FontShelf, Han } from './fonts/font-shelf.ts';

/** A stretch of a run: letters of one face, or one emoji. */
export type Piece =
  | { readonly kind: 'letters'; readonly text: string; readonly face: Face }
  | { readonly kind: 'emoji'; readonly text: string };

/** Where faces are looked for. */
export interface Shelves {
  readonly shelf: FontShelf;
  readonly han: Han;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** What the first face has whole. */
const PLAIN = /^[\x20-\x7e]+$/;

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

/** The run cut where the face changes. Marks stay with their letter. */
export function piecesOf(text: string, font: FaceWish, { shelf, han }: Shelves): Piece[] {
  const first = shelf.first(font);
  if (isAscii(text)) return [{ kind: 'letters', text, face: first }];
  if (PLAIN.test(text)) return [{ kind: 'letters', text, face: shelf.first(font) }];
  const pieces: Piece[] = [];
  let letters = '';
  let face: Face | null = null;
  const flush = (): void => {
    if (letters !== '') pieces.push({ kind: 'letters', text: letters, face: face ?? first });
    letters = '';
  };
  for (const { segment } of graphemes.segment(text)) {
    if (emojiLength(segment, 0) > 0) {
      flush();
      face = null;
      pieces.push({ kind: 'emoji', text: segment });
      continue;
    }
    const next: Face = shelf.faceOf(segment.codePointAt(0) ?? 0x20, font, han) ?? face ?? first;
    if (next !== face) flush();
    face = next;
    letters += segment;
  }
  flush();
  return pieces;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 32 || code > 126) return false;
  }
  return true;
}
