import { FACE_NAMES } from '@bough/scene';
import type { Face } from './font-shelf.ts';
import { trySubset } from './subset.ts';
import { woffOfSfnt } from './woff.ts';

/** A face as a style sheet within a document has it. */
export interface EmbeddedFace {
  readonly family: string;
  readonly weight: number;
  readonly isItalic: boolean;
  readonly unicodeRange: string;
  /** Base64. */
  readonly woff: string;
}

const NAMES: Readonly<Record<string, string>> = {
  Inter: FACE_NAMES.inter,
  'Source Code Pro': FACE_NAMES.mono,
  'Noto Sans Arabic': FACE_NAMES.arabic,
  'Noto Sans Hebrew': FACE_NAMES.hebrew,
  'Noto Sans Devanagari': FACE_NAMES.devanagari,
  'Noto Sans Thai': FACE_NAMES.thai,
  'Noto Sans JP': FACE_NAMES.jp,
  'Noto Sans SC': FACE_NAMES.sc,
  'Noto Sans KR': FACE_NAMES.kr,
};

/** The name by which painters ask for the face. */
export function nameOf({ family }: Pick<Face, 'family'>): string {
  return NAMES[family] ?? family;
}

/** The face with so much of it as these texts need. */
export function embeddedFace(face: Face, texts: Iterable<string>): EmbeddedFace {
  const { weight, isItalic, unicodeRange } = face;
  const whole = face.bytes();
  const woff = woffOfSfnt(trySubset(whole, charactersOf(texts)) ?? whole);
  return { family: nameOf(face), weight, isItalic, unicodeRange, woff: woff.toString('base64') };
}

/** Those of the texts, and those that shaping may put in their place. */
function charactersOf(texts: Iterable<string>): ReadonlySet<number> {
  const codes = new Set<number>(ALWAYS);
  const add = (text: string): void => {
    for (const letter of text) codes.add(letter.codePointAt(0) ?? 0);
  };
  for (const text of texts) {
    add(text);
    // A letter with its marks as one character, or as several.
    for (const form of ['NFC', 'NFD'] as const) add(text.normalize(form));
  }
  // Where words go from right to left, brackets are turned.
  for (const pair of PAIRS) if (Array.from(pair).some((one) => codes.has(one.codePointAt(0) ?? 0))) add(pair);
  return codes;
}

/** Blanks, and the circle that carries a mark which stands alone. */
const ALWAYS = [0x20, 0xa0, 0x25cc] as const;
const PAIRS = [
  '()',
  '[]',
  '{}',
  '<>',
  '«»',
  '‹›',
  '≤≥',
  '（）',
  '［］',
  '｛｝',
  '「」',
  '『』',
  '【】',
  '《》',
  '〈〉',
] as const;
