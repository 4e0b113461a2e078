import { FACE_NAMES } from '@bough/scene';
import type { Face } from './font-shelf.ts';

/** A face as a style sheet within a document has it. */
export interface EmbeddedFace {
  readonly family: string;
  readonly weight: number;
  readonly isItalic: boolean;
  readonly unicodeRange: string;
  /** Base64. */
  readonly woff2: string;
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

/** The face with its bytes, under the name by which painters ask for it. */
export function embeddedFace(face: Face): EmbeddedFace {
  const { family, weight, isItalic, unicodeRange } = face;
  const name = NAMES[family] ?? family;
  return { family: name, weight, isItalic, unicodeRange, woff2: face.woff2().toString('base64') };
}
