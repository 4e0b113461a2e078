// Readers take a text from glyphs, one after the other. In the scripts of India and around that is not the text: a vowel stands before the
// letter that is read first, and where marks are set over letters readers see blanks. So such a word says its letters itself (ActualText, ISO
// 32000-2, 14.9.4), from its first glyph to its last.

/** Letters of India and around. */
const MAY_TURN = /[\u0900-\u0fff]/;

/** A glyph, by the letters that it says itself, and whether it stands elsewhere than after the one before it, as marks do. */
interface SaidByGlyph {
  readonly letters: string;
  readonly isMoved: boolean;
}

/** How many of the glyphs, from the first, must be said together, and what they say; null: each says its own. */
export function turnedLetters(
  word: string,
  glyphs: readonly SaidByGlyph[],
): { readonly count: number; readonly says: string } | null {
  if (!MAY_TURN.test(word)) return null;
  const isPlain = glyphs.every(({ letters, isMoved }) => letters !== '' && !isMoved);
  if (isPlain && glyphs.map(({ letters }) => letters).join('') === word) return null;
  return { count: glyphs.findLastIndex(({ letters }) => letters !== ' ') + 1, says: word.trimEnd() };
}

/**
 * Stands behind the last letter of such a word, where only its glyph says it: MuPDF writes glyphs at the end that say what the word says there
 * once more.
 */
export const JOINER = 0x200d;

/** Operators with what they say: the text is taken from there, not from glyphs. */
export function saying(text: string, operators: string): string {
  return `${beginSaying(text)} ${operators} EMC`;
}

/** Begins what says this instead of its glyphs. */
export function beginSaying(text: string): string {
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex');
  return `/Span <</ActualText <${utf16}>>> BDC`;
}
