import type PdfDocument from 'pdfkit';
import { number, pathText } from '../content.ts';
import type { Face } from './font-shelf.ts';
import { type GlyphCommand, glyphPath } from './glyph-path.ts';
import { beginSaying, JOINER, turnedLetters } from './turned-letters.ts';

// Words as glyphs of an embedded subset. Shaping a word (ligatures, kerning, joined letters, marks) is what takes the time, and a map
// says the same words again and again; so each word is shaped once for each face, and what the page needs of it is kept.

type Document = InstanceType<typeof PdfDocument>;

/** Glyphs between two changes of height: what stands between the brackets of a TJ. */
interface Stretch {
  /** How far above the line, in thousandths of the size. */
  readonly rise: number;
  readonly shown: string;
  /** The letters that it stands for, where its glyphs do not say them in the order of reading; with those after it that go on with it. */
  readonly says: string | null;
  readonly goesOn: boolean;
}
/** A shape that is no letter of its own, such as the dots of an Arabic one: as text, readers would take it for an unknown letter. */
interface Sign {
  readonly outline: readonly GlyphCommand[];
  /** From the beginning of the word, and above the line, in thousandths of the size. */
  readonly x: number;
  readonly rise: number;
}
interface Word {
  readonly stretches: readonly Stretch[];
  readonly signs: readonly Sign[];
  /** In thousandths of the size. */
  readonly width: number;
}

/** Where words are shown: the left end of their line, in coordinates that go down. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  /** Makes them wider. */
  readonly stretch?: number;
  readonly isRtl?: boolean;
}

/** What the library knows of the current font beyond what its types tell. */
interface EmbeddedFont {
  readonly id: string;
  /** From its units to thousandths of the size. */
  readonly scale: number;
  readonly font: {
    /** Glyphs by number, each with the letters that it stood for the first time. */
    _glyphs: Record<number, unknown>;
    layout(text: string, features: undefined, script: undefined, language: undefined, direction: 'ltr' | 'rtl'): Shaped;
  };
  readonly subset: { readonly glyphs: number[]; includeGlyph(id: number): number };
  readonly widths: number[];
  readonly unicode: (readonly number[])[];
  ref(): PDFKit.PDFKitReference;
}
interface Shaped {
  readonly glyphs: readonly Glyph[];
  readonly positions: readonly Omit<Position, 'advanceWidth'>[];
}
interface Glyph {
  readonly id: number;
  readonly advanceWidth: number;
  readonly codePoints: readonly number[];
  readonly path: { readonly commands: readonly GlyphCommand[] };
}
interface Position {
  readonly xAdvance: number;
  readonly advanceWidth: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

type Turned = ReturnType<typeof turnedLetters>;

interface Letter {
  readonly glyph: string;
  readonly position: Position;
}

/** One face as it is embedded in a document. */
export class FaceInDocument {
  readonly #document: Document;
  readonly #font: EmbeddedFont;
  readonly #words = new Map<string, Word>();
  readonly #letters = new Map<string, Letter>();
  /** Numbers in the subset, by glyph and what it stands for. */
  readonly #numbers = new Map<string, string>();

  constructor(document: Document, face: Face) {
    this.#document = document;
    document.registerFont(face.name, face.bytes());
    document.font(face.name);
    this.#font = currentFont(document);
  }

  /** As wide as the text is in that size. */
  widthOf(text: string, size: number, isRtl = false): number {
    let width = 0;
    for (const word of wordsOf(text)) width += this.#word(word, isRtl).width;
    return (width * size) / 1_000;
  }

  /** Operators that show the text. */
  show(text: string, { x, y, size, stretch = 1, isRtl = false }: Place): string {
    const page: { readonly fonts: Record<string, unknown> } = this.#document.page;
    page.fonts[this.#font.id] ??= this.#font.ref();
    let shown = '';
    let [open, rise, isSaid] = ['', 0, false];
    let [signs, width] = ['', 0];
    for (const wordText of wordsOf(text)) {
      const word = this.#word(wordText, isRtl);
      for (const sign of word.signs) signs += ` ${this.#drawn(sign, { x, y, size, stretch }, width)}`;
      width += word.width;
      for (const stretchOf of word.stretches) {
        const { says, goesOn } = stretchOf;
        const isOther = !goesOn && (isSaid || says !== null);
        if ((stretchOf.rise !== rise || isOther) && open !== '') {
          shown += `[${open}] TJ `;
          open = '';
        }
        if (isOther && isSaid) shown += 'EMC ';
        if (stretchOf.rise !== rise) shown += `${number((stretchOf.rise * size) / 1_000)} Ts `;
        rise = stretchOf.rise;
        if (isOther && says !== null) shown += `${beginSaying(says)} `;
        if (isOther) isSaid = says !== null;
        open += stretchOf.shown;
      }
    }
    if (open !== '') shown += `[${open}] TJ `;
    if (isSaid) shown += 'EMC ';
    if (rise !== 0) shown += '0 Ts ';
    const wide = number(stretch * 1_000) === '1000' ? '1' : String(Math.round(stretch * 10_000) / 10_000);
    return `BT /${this.#font.id} ${number(size)} Tf ${wide} 0 0 -1 ${number(x)} ${number(y)} Tm ${shown}ET${signs}`;
  }

  #drawn({ outline, x, rise }: Sign, place: Required<Omit<Place, 'isRtl'>>, before: number): string {
    const scale = place.size / 1_000;
    const path = glyphPath(outline, this.#font.scale * scale);
    return `${pathText(path, place.x + (before + x) * scale * place.stretch, place.y - rise * scale)} f`;
  }

  #word(word: string, isRtl: boolean): Word {
    const key = isRtl ? `\u200f${word}` : word;
    const known = this.#words.get(key);
    if (known !== undefined) return known;
    const made = PLAIN.test(word) ? this.#plain(word) : wordOf(...this.#shape(word, isRtl));
    this.#words.set(key, made);
    return made;
  }

  #shape(text: string, isRtl: boolean): readonly [readonly (string | Glyph)[], readonly Position[], Turned] {
    const { scale, font } = this.#font;
    // Else a shape would say for ever what it said first.
    font._glyphs = {};
    const { glyphs, positions } = font.layout(text, undefined, undefined, undefined, isRtl ? 'rtl' : 'ltr');
    const places = positions.map(({ xAdvance, xOffset, yOffset }, i) => ({
      xAdvance: xAdvance * scale,
      advanceWidth: (glyphs[i]?.advanceWidth ?? 0) * scale,
      xOffset: xOffset * scale,
      yOffset: yOffset * scale,
    }));
    const turned = turnedLetters(
      text,
      glyphs.map(({ codePoints }, i) => ({
        letters: String.fromCodePoint(...codePoints),
        isMoved: places[i]?.xOffset !== 0 || places[i].yOffset !== 0,
      })),
    );
    const last =
      turned === null ? -1 : glyphs.findLastIndex((glyph, i) => i < turned.count && glyph.codePoints.length > 0);
    const letters = glyphs.map((glyph, i) => {
      if (glyph.codePoints.length === 0) return glyph;
      return this.#numberOf(glyph, i === last ? [...glyph.codePoints, JOINER] : glyph.codePoints);
    });
    return [letters, places, turned];
  }

  /**
   * The glyph's number in the subset. One shape may stand for several letters (of some Arabic ones only the dots differ, which are
   * glyphs of their own): it is there once for each, so that each is found in the text.
   */
  #numberOf({ id, advanceWidth }: Glyph, codePoints: readonly number[]): string {
    const key = `${id} ${codePoints.join(' ')}`;
    let known = this.#numbers.get(key);
    if (known === undefined) {
      const { subset, widths, unicode, scale } = this.#font;
      const first = subset.includeGlyph(id);
      const place = unicode[first] === undefined ? first : subset.glyphs.push(id) - 1;
      widths[place] = advanceWidth * scale;
      unicode[place] = codePoints;
      known = place.toString(16).padStart(4, '0');
      this.#numbers.set(key, known);
    }
    return known;
  }

  /** Where a letter's shape is always its own, only how near it stands to the next depends on others: each pair is shaped once. */
  #plain(word: string): Word {
    const glyphs: string[] = [];
    const positions: Position[] = [];
    for (let i = 0; i < word.length; i++) {
      const { glyph, position } = this.#letter(word.slice(i, i + 2));
      glyphs.push(glyph);
      positions.push(position);
    }
    return wordOf(glyphs, positions);
  }

  /** The first letter of the pair, or the last letter of a word. */
  #letter(pair: string): Letter {
    const known = this.#letters.get(pair);
    if (known !== undefined) return known;
    const [glyphs, positions] = this.#shape(pair, false);
    const [glyph] = glyphs;
    const made = { glyph: typeof glyph === 'string' ? glyph : '0000', position: positions[0] ?? NOWHERE };
    this.#letters.set(pair, made);
    return made;
  }
}

/** Words in which no letter looks different for what stands beside it. */
const PLAIN = /^(?:[A-Za-z]+|[0-9]+) *$/;

/** Each word with the blanks that follow it. */
function wordsOf(text: string): readonly string[] {
  return text.match(/[^ ]+ *| +/g) ?? [];
}

function wordOf(glyphs: readonly (string | Glyph)[], positions: readonly Position[], turned: Turned = null): Word {
  const stretches: Stretch[] = [];
  let [says, goesOn]: [string | null, boolean] = [turned?.says ?? null, false];
  const endStretch = (): void => {
    endLetters();
    if (shown !== '') stretches.push({ rise, shown, says, goesOn });
    if (shown !== '') goesOn = true;
    shown = '';
  };
  const signs: Sign[] = [];
  let [shown, letters, rise, width] = ['', '', 0, 0];
  const endLetters = (): void => {
    if (letters !== '') shown += `<${letters}>`;
    letters = '';
  };
  const move = (by: number): void => {
    const text = number(-by);
    if (text === '0' || text === '-0') return;
    endLetters();
    shown += text;
  };
  for (const [i, glyph] of glyphs.entries()) {
    const { xAdvance, advanceWidth, xOffset, yOffset } = positions[i] ?? NOWHERE;
    if (i === turned?.count) {
      endStretch();
      [says, goesOn] = [null, false];
    }
    if (typeof glyph !== 'string') {
      signs.push({ outline: glyph.path.commands, x: width + xOffset, rise: yOffset });
      move(xAdvance);
      width += xAdvance;
      continue;
    }
    if (yOffset !== rise) {
      endStretch();
      rise = yOffset;
    }
    move(xOffset);
    letters += glyph;
    move(xAdvance - advanceWidth - xOffset);
    width += xAdvance;
  }
  endStretch();
  return { stretches, signs, width };
}

const NOWHERE: Position = { xAdvance: 0, advanceWidth: 0, xOffset: 0, yOffset: 0 };

function currentFont(document: object): EmbeddedFont {
  if (!hasFont(document)) throw new Error('the library has no current font although one was chosen');
  return document._font;
}

function hasFont(document: object): document is { readonly _font: EmbeddedFont } {
  if (!('_font' in document)) return false;
  const font = document._font;
  return typeof font === 'object' && font !== null && 'subset' in font && 'id' in font && 'ref' in font;
}
