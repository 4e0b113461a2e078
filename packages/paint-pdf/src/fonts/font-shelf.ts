import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Font } from '@bough/scene';
import { charactersOf } from './cmap.ts';
import { sfntOfWoff } from './woff.ts';

// The faces that ship: Inter for Latin, Cyrillic and Greek, Source Code Pro for code, Noto for other scripts. Each family comes as files
// for ranges of characters; a file is looked at only when a character of its range is drawn. The page has the same files, in the same order.

/** One file of a face. Equal faces are the same object. */
export interface Face {
  readonly name: string;
  /** As style sheets call it. */
  readonly family: string;
  readonly weight: number;
  readonly isItalic: boolean;
  /** As TrueType; unpacked at the first use and kept, since a service draws the same few again and again. */
  bytes(): Buffer;
  /** As browsers take it. */
  woff2(): Buffer;
  /** Which characters it is asked for, as style sheets write it. */
  readonly unicodeRange: string;
  has(code: number): boolean;
}

/** Whose shape Chinese characters have where a text does not say it itself. */
export type Han = 'sc' | 'jp';
export type FaceWish = Pick<Font, 'weight' | 'italic'> & Partial<Pick<Font, 'family'>>;

interface Family {
  readonly id: string;
  readonly name: string;
  readonly weights: readonly number[];
  readonly hasItalic: boolean;
  readonly ranges: readonly Range[];
  readonly folder: string;
}
interface Range {
  readonly subset: string;
  readonly spans: readonly (readonly [number, number])[];
}

type FamilyRow = readonly [id: string, name: string, weights: readonly number[], hasItalic: boolean];
const MONO: FamilyRow = ['source-code-pro', 'Source Code Pro', [400, 600], true];
const FAMILIES: readonly FamilyRow[] = [
  ['inter', 'Inter', [400, 500, 600, 700], true],
  ['noto-sans-arabic', 'Noto Sans Arabic', [400, 700], false],
  ['noto-sans-hebrew', 'Noto Sans Hebrew', [400, 700], false],
  ['noto-sans-devanagari', 'Noto Sans Devanagari', [400, 700], false],
  ['noto-sans-thai', 'Noto Sans Thai', [400, 700], false],
  ['noto-sans-sc', 'Noto Sans SC', [400, 700], false],
  ['noto-sans-jp', 'Noto Sans JP', [400, 700], false],
  ['noto-sans-kr', 'Noto Sans KR', [400, 700], false],
];

/** Finds the face of each character. */
export class FontShelf {
  readonly #mono: Family;
  readonly #families: readonly Family[];
  readonly #faces = new Map<string, Face | null>();
  readonly #found = new Map<string, Face | null>();

  constructor(mono: Family, families: readonly Family[]) {
    this.#mono = mono;
    this.#families = families;
  }

  /** The face that has the character in the weight nearest to what is asked for; null when none has it. */
  faceOf(code: number, font: FaceWish, han: Han = 'sc'): Face | null {
    const key = `${code} ${font.weight} ${font.italic} ${font.family ?? 'sans'} ${han}`;
    let found = this.#found.get(key);
    if (found === undefined) {
      found = this.#find(code, font, han);
      if (this.#found.size > 20_000) this.#found.clear();
      this.#found.set(key, found);
    }
    return found;
  }

  /** The face for what no family has. */
  first(font: FaceWish): Face {
    const face = this.faceOf(0x41, font);
    if (face === null) throw new Error('the shelf has no face for the letter A: its packages are damaged');
    return face;
  }

  #find(code: number, font: FaceWish, han: Han): Face | null {
    for (const family of this.#order(font, han)) {
      const style = font.italic && family.hasItalic ? 'italic' : 'normal';
      const weight = family.weights.reduce((best, one) =>
        Math.abs(one - font.weight) < Math.abs(best - font.weight) ? one : best,
      );
      for (const range of family.ranges) {
        if (!range.spans.some(([from, to]) => code >= from && code <= to)) continue;
        const face = this.#face(family, range, weight, style);
        // A range tells which characters its file may have, and some it has not.
        if (face?.has(code) === true) return face;
      }
    }
    return null;
  }

  #order(font: FaceWish, han: Han): Family[] {
    const rank = ({ id }: Family): number => (id === `noto-sans-${han}` ? 0 : 1);
    const isHan = ({ id }: Family): boolean => id === 'noto-sans-sc' || id === 'noto-sans-jp';
    const families = this.#families.toSorted((a, b) => (isHan(a) && isHan(b) ? rank(a) - rank(b) : 0));
    return font.family === 'mono' ? [this.#mono, ...families] : families;
  }

  #face(family: Family, { subset, spans }: Range, weight: number, style: string): Face | null {
    const name = `${family.id}-${subset}-${weight}-${style}`;
    const known = this.#faces.get(name);
    if (known !== undefined) return known;
    const path = join(family.folder, 'files', `${name}.woff`);
    const unicodeRange = spans.map(([from, to]) => `U+${from.toString(16)}-${to.toString(16)}`).join(',');
    const face = existsSync(path)
      ? faceIn(path, name, { family: family.name, weight, isItalic: style === 'italic', unicodeRange })
      : null;
    this.#faces.set(name, face);
    return face;
  }
}

function faceIn(path: string, name: string, kind: Pick<Face, 'family' | 'weight' | 'isItalic' | 'unicodeRange'>): Face {
  let unpacked: Buffer | null = null;
  let known: ReadonlySet<number> | null = null;
  const bytes = (): Buffer => (unpacked ??= sfntOfWoff(readFileSync(path)));
  const has = (code: number): boolean => (known ??= charactersOf(bytes())).has(code);
  const woff2 = (): Buffer => readFileSync(`${path}2`);
  return { name, ...kind, bytes, has, woff2 };
}

let shelf: FontShelf | null = null;

/** The shelf of the faces that ship; read once. */
export function shippedFonts(): FontShelf {
  shelf ??= new FontShelf(familyOf(MONO), FAMILIES.map(familyOf));
  return shelf;
}

function familyOf([id, name, weights, hasItalic]: FamilyRow): Family {
  const folder = dirname(createRequire(import.meta.url).resolve(`@fontsource/${id}/package.json`));
  const ranges: unknown = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'));
  if (typeof ranges !== 'object' || ranges === null) throw new Error(`${id} does not say which characters it has`);
  const spans = Object.entries(ranges).map(([subset, text]) => rangeOf(subset, text));
  return { id, name, weights, hasItalic, folder, ranges: spans };
}

/** `[12]` is the file 12; `U+0460-052F,U+20B4` is two spans. */
function rangeOf(name: string, text: unknown): Range {
  const spans = String(text)
    .split(',')
    .map((span) =>
      span
        .replace('U+', '')
        .split('-')
        .map((code) => parseInt(code, 16)),
    )
    .map(([from = 0, to = from]): readonly [number, number] => [from, to]);
  return { subset: name.replaceAll(/[[\]]/g, ''), spans };
}
