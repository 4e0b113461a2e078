import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Font } from '@bough/scene';
import { sfntOfWoff } from './woff.ts';

// The faces that ship: Inter for Latin, Cyrillic and Greek, Noto for other scripts. Each family comes as files for ranges of
// characters; a file is looked at only when a character of its range is drawn.

/** One file of a face. Equal faces are the same object. */
export interface Face {
  readonly name: string;
  /** As TrueType; unpacked at the first use and kept, since a service draws the same few again and again. */
  bytes(): Buffer;
}

interface Family {
  readonly id: string;
  readonly weights: readonly number[];
  readonly hasItalic: boolean;
  readonly ranges: readonly Range[];
  readonly folder: string;
}
interface Range {
  readonly subset: string;
  readonly spans: readonly (readonly [number, number])[];
}

const FAMILIES: readonly (readonly [id: string, weights: readonly number[], hasItalic: boolean])[] = [
  ['inter', [400, 500, 600, 700], true],
  ['noto-sans-arabic', [400, 700], false],
  ['noto-sans-hebrew', [400, 700], false],
  ['noto-sans-devanagari', [400, 700], false],
  ['noto-sans-thai', [400, 700], false],
  ['noto-sans-sc', [400, 700], false],
  ['noto-sans-kr', [400, 700], false],
];

/** Finds the face of each character. */
export class FontShelf {
  readonly #families: readonly Family[];
  readonly #faces = new Map<string, Face>();

  constructor(families: readonly Family[]) {
    this.#families = families;
  }

  /** The face that has the character in the weight nearest to what is asked for; null when none has it. */
  faceOf(code: number, font: Pick<Font, 'weight' | 'italic'>): Face | null {
    for (const family of this.#families) {
      const range = family.ranges.find(({ spans }) => spans.some(([from, to]) => code >= from && code <= to));
      if (range === undefined) continue;
      const weight = family.weights.reduce((best, one) =>
        Math.abs(one - font.weight) < Math.abs(best - font.weight) ? one : best,
      );
      const face = this.#face(family, range.subset, weight, font.italic && family.hasItalic ? 'italic' : 'normal');
      if (face !== null) return face;
    }
    return null;
  }

  /** The face for what no family has. */
  first(font: Pick<Font, 'weight' | 'italic'>): Face {
    const face = this.faceOf(0x41, font);
    if (face === null) throw new Error('the shelf has no face for the letter A: its packages are damaged');
    return face;
  }

  #face(family: Family, subset: string, weight: number, style: string): Face | null {
    const name = `${family.id}-${subset}-${weight}-${style}`;
    const known = this.#faces.get(name);
    if (known !== undefined) return known;
    const path = join(family.folder, 'files', `${name}.woff`);
    if (!existsSync(path)) return null;
    let unpacked: Buffer | null = null;
    const face = { name, bytes: () => (unpacked ??= sfntOfWoff(readFileSync(path))) };
    this.#faces.set(name, face);
    return face;
  }
}

let shelf: FontShelf | null = null;

/** The shelf of the faces that ship; read once. */
export function shippedFonts(): FontShelf {
  shelf ??= new FontShelf(FAMILIES.map(([id, weights, hasItalic]) => familyOf(id, weights, hasItalic)));
  return shelf;
}

function familyOf(id: string, weights: readonly number[], hasItalic: boolean): Family {
  const folder = folderOf(`@fontsource/${id}`);
  const ranges: unknown = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'));
  if (typeof ranges !== 'object' || ranges === null) throw new Error(`${id} does not say which characters it has`);
  return { id, weights, hasItalic, folder, ranges: Object.entries(ranges).map(([name, text]) => rangeOf(name, text)) };
}

function folderOf(name: string): string {
  return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
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
