import type { PathData, TextRun } from '@bough/scene';
import { create } from 'fontkit';
import { type Face, type Han, shippedFonts } from './font-shelf.ts';
import { type GlyphCommand, glyphPath } from './glyph-path.ts';
import { type Piece, piecesOf, wordsApart } from '../pieces.ts';

// Words as the shapes of their letters, for files whose reader should need no font: each letter's shape once for each face, and where
// it stands in each run.

/** The shape of one letter, in thousandths of the size, upside down as pictures are. */
interface Outline {
  /** Unlike that of every other shape; letters, digits and hyphens. */
  readonly name: string;
  readonly path: PathData;
}
/** A shape where it stands: in thousandths of the size, from the left end of the run's line. */
interface PlacedOutline {
  readonly outline: Outline;
  readonly x: number;
  readonly y: number;
}
/** The letters of a run, and from their thousandths to map units. */
interface OutlinedRun {
  readonly letters: readonly PlacedOutline[];
  readonly across: number;
  readonly down: number;
}

interface Shaped {
  readonly letters: readonly PlacedOutline[];
  /** In thousandths of the size. */
  readonly width: number;
}
interface OpenedFace {
  readonly name: string;
  readonly font: ShapingFont;
  readonly outlines: Map<number, Outline>;
  readonly shaped: Map<string, Shaped>;
}
interface ShapingFont {
  readonly unitsPerEm: number;
  layout(
    text: string,
    features: undefined,
    script: undefined,
    language: undefined,
    direction: 'ltr' | 'rtl',
  ): {
    readonly glyphs: readonly ShapedGlyph[];
    readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[];
  };
}
interface ShapedGlyph {
  readonly id: number;
  readonly path: { readonly commands: readonly GlyphCommand[] };
}

/** Makes shapes of the words of one picture. */
export class Outliner {
  readonly #han: Han;
  readonly #faces = new Map<Face, OpenedFace>();

  constructor({ han }: { readonly han: Han }) {
    this.#han = han;
  }

  /** The shapes of a run, as wide as the run was measured; null when it has an emoji in it. */
  outlined(run: TextRun): OutlinedRun | null {
    const isRtl = run.rtl === true;
    const cut = piecesOf(run.text, run.font, { shelf: shippedFonts(), han: this.#han });
    const pieces = isRtl ? wordsApart(cut).toReversed() : cut;
    const shaped: Shaped[] = [];
    for (const piece of pieces) {
      if (piece.kind === 'emoji') return null;
      shaped.push(this.#shape(piece, isRtl));
    }
    const natural = shaped.reduce((sum, { width }) => sum + width, 0);
    const down = run.font.size / 1_000;
    const across = natural > 0 ? run.width / natural : down;
    const all: PlacedOutline[] = [];
    let at = 0;
    for (const { letters, width } of shaped) {
      for (const { outline, x, y } of letters) all.push({ outline, x: at + x, y });
      at += width;
    }
    return { letters: all, across, down };
  }

  #shape({ text, face }: Extract<Piece, { readonly kind: 'letters' }>, isRtl: boolean): Shaped {
    const opened = this.#open(face);
    const key = isRtl ? `\u200f${text}` : text;
    const known = opened.shaped.get(key);
    if (known !== undefined) return known;
    const { glyphs, positions } = opened.font.layout(text, undefined, undefined, undefined, isRtl ? 'rtl' : 'ltr');
    const scale = 1_000 / opened.font.unitsPerEm;
    const letters: PlacedOutline[] = [];
    let width = 0;
    for (const [i, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[i] ?? {};
      const outline = outlineIn(opened, glyph, scale);
      if (outline.path.length > 0) letters.push({ outline, x: width + xOffset * scale, y: -yOffset * scale });
      width += xAdvance * scale;
    }
    const made = { letters, width };
    opened.shaped.set(key, made);
    return made;
  }

  #open(face: Face): OpenedFace {
    let opened = this.#faces.get(face);
    if (opened === undefined) {
      const font = create(face.bytes());
      if (!canShape(font)) throw new Error('a face that ships is a collection of fonts, which it never was');
      opened = { name: `f${this.#faces.size}`, font, outlines: new Map(), shaped: new Map() };
      this.#faces.set(face, opened);
    }
    return opened;
  }
}

function outlineIn({ name, outlines }: OpenedFace, glyph: ShapedGlyph, scale: number): Outline {
  let known = outlines.get(glyph.id);
  if (known === undefined) {
    known = { name: `${name}-${glyph.id}`, path: glyphPath(glyph.path.commands, scale) };
    outlines.set(glyph.id, known);
  }
  return known;
}

function canShape(opened: object): opened is ShapingFont {
  return 'layout' in opened && 'unitsPerEm' in opened;
}
