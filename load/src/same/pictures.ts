import { createLayout } from '@bough/layout';
import { encodeMap, type MindMap } from '@bough/map';
import { embeddedFace, emojiShape, type Face, nameOf, paintPdf, textsIn } from '@bough/paint-pdf';
import { paintSvg } from '@bough/paint-svg';
import { createPalette } from '@bough/scene';
import { createInterMeasurer, hanOf } from '@bough/text';
import { type SentFigures, sentFiguresOf } from './figures.ts';
import { figuresFrom } from './sent-figures.ts';

/** A face for a browser: its file stands at `/faces/<file>`. */
export interface PageFace {
  readonly family: string;
  readonly weight: string;
  readonly style: string;
  readonly unicodeRange: string;
  readonly file: string;
}
/** One map as the exporters paint it, and what a browser needs to paint it itself. */
export interface Pictures {
  readonly document: string;
  readonly figures: SentFigures;
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly svg: string;
  readonly pdf: Uint8Array;
  readonly faces: readonly PageFace[];
  readonly files: ReadonlyMap<string, Buffer>;
}

const MARGIN = 40;
/** Paints the map as SVG and PDF. */
export async function picturesOf(map: MindMap): Promise<Pictures> {
  const figures = await sentFiguresOf(map);
  const { scene } = createLayout(map, createInterMeasurer(), { figures: figuresFrom(figures) });
  const bounds = scene.bounds() ?? { x: 0, y: 0, width: 320, height: 200 };
  const han = hanOf(Array.from(map.items.values(), ({ text }) => text));
  const texts = textsIn(scene, han);
  const faces = [...texts.keys()];
  const look = { palette: createPalette('light'), title: 'T', margin: MARGIN };
  const embedded = Array.from(texts, ([face, own]) => embeddedFace(face, own));
  return {
    document: encodeMap(map),
    figures,
    bounds: {
      x: bounds.x - MARGIN,
      y: bounds.y - MARGIN,
      width: bounds.width + 2 * MARGIN,
      height: bounds.height + 2 * MARGIN,
    },
    svg: paintSvg(scene, { ...look, emoji: emojiShape, faces: embedded }) ?? '',
    pdf: (await paintPdf(scene, { ...look, han })) ?? new Uint8Array(),
    faces: faces.flatMap(pageFaces),
    files: new Map(faces.map((face) => [face.name, face.woff2()])),
  };
}

/** A family without slanted letters counts for both, as it does on the page. */
function pageFaces(face: Face): PageFace[] {
  const { weight, unicodeRange, name: file } = face;
  const family = nameOf(face);
  const hasItalic = face.family === 'Inter' || face.family === 'Source Code Pro';
  const styles = hasItalic ? [face.isItalic ? 'italic' : 'normal'] : ['normal', 'italic'];
  return styles.map((style) => ({ family, weight: String(weight), style, unicodeRange, file }));
}
