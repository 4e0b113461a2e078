// Words are compared folded: without case, accents and width, so that "Ähre", "AHRE" and "ａｈｒｅ" are one word. Each character is
// folded for itself, so that what is found in the folded text can be shown in the text as it is. Text is in form C before:
// only then is one character what people take for one.

/**
 * What a character is to words: `none` stands between them; a letter of a script that puts no spaces between words is `unspaced`;
 * any other letter, digit or mark is `letter`.
 */
export interface CharClass {
  readonly kind: 'none' | 'letter' | 'unspaced';
  /** Nothing for an accent that stands alone. */
  readonly folded: string;
}

/** Letters that no decomposition of Unicode takes apart. */
const SPECIAL: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ı', 'i'],
]);
/** Accents, as they stand behind Latin, Greek and Cyrillic letters. What other scripts write so are letters of their own. */
const ACCENTS = /[\u0300-\u036f]/g;
const LETTER = /[\p{L}\p{N}\p{M}_]/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const NONE: CharClass = { kind: 'none', folded: '' };
const known = new Map<string, CharClass>();
const KNOWN_MOST = 20_000;

/** What the character is, and how it is compared. */
export function classOf(char: string): CharClass {
  const before = known.get(char);
  if (before !== undefined) return before;
  const found = LETTER.test(char) ? letterOf(char) : NONE;
  if (known.size < KNOWN_MOST) known.set(char, found);
  return found;
}

function letterOf(char: string): CharClass {
  const plain = char.normalize('NFKD').replaceAll(ACCENTS, '').toLowerCase().normalize('NFC');
  const folded = Array.from(plain, (each) => SPECIAL.get(each) ?? each).join('');
  return { kind: UNSPACED.test(char) ? 'unspaced' : 'letter', folded };
}

/** Whether the folded word is of a script that puts no spaces between words. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}
