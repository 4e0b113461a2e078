import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ColourGlyph } from '@bough/scene';
import { create } from 'fontkit';
import { glyphPath, type GlyphCommand } from './glyph-path.ts';

// Emoji as shapes: Twemoji as a font of coloured layers (OpenType, tables COLR version 0 and CPAL). The page draws them with the same
// file, so that an emoji looks alike wherever a map is shown.

interface Layer {
  /** None where the glyph is blank. */
  readonly glyph?: { readonly path: { readonly commands: readonly GlyphCommand[] } };
  readonly color: { readonly red: number; readonly green: number; readonly blue: number; readonly alpha: number };
}
interface EmojiFont {
  readonly unitsPerEm: number;
  /** Emptied before each emoji: of a shape that it has handed out once the library hands out nothing more. */
  _glyphs: unknown;
  layout(text: string): { readonly glyphs: readonly { readonly advanceWidth: number }[] };
}

let font: EmojiFont | null = null;
const shapes = new Map<string, ColourGlyph | null>();

/** The emoji as filled shapes; null where the font does not have it. */
export function emojiShape(emoji: string): ColourGlyph | null {
  let known = shapes.get(emoji);
  if (known === undefined) {
    known = shapeOf(emoji);
    if (shapes.size > 500) shapes.clear();
    shapes.set(emoji, known);
  }
  return known;
}

function shapeOf(emoji: string): ColourGlyph | null {
  font ??= openFont();
  const em = font.unitsPerEm;
  const layers: ColourGlyph['layers'][number][] = [];
  let width = 0;
  font._glyphs = {};
  for (const glyph of font.layout(emoji).glyphs) {
    for (const { glyph: outline, color } of layersOf(glyph)) {
      const path = glyphPath(outline?.path.commands ?? [], 1 / em, width);
      if (path.length > 0)
        layers.push({ path, colour: hex([color.red, color.green, color.blue]), alpha: color.alpha / 255 });
    }
    width += glyph.advanceWidth;
  }
  return layers.length === 0 ? null : { width: width / em, layers };
}

function openFont(): EmojiFont {
  const folder = createRequire(import.meta.url).resolve('twemoji-colr-font/package.json');
  const opened = create(readFileSync(folder.replace(/package\.json$/, 'twemoji.woff2')));
  if (!isEmojiFont(opened)) throw new Error('the emoji font is a collection of fonts, which it never was');
  return opened;
}

/** Asked once for each glyph: the library answers the second time with empty layers. */
function layersOf(glyph: object): readonly Layer[] {
  const layers = 'layers' in glyph ? glyph.layers : null;
  return isLayers(layers) ? layers : [];
}

function isLayers(layers: unknown): layers is readonly Layer[] {
  return Array.isArray(layers) && layers.every((layer: unknown) => typeof layer === 'object' && layer !== null);
}

function hex(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function isEmojiFont(opened: object): opened is EmojiFont {
  return 'layout' in opened && '_glyphs' in opened && 'unitsPerEm' in opened;
}
