import type { Layout } from '@bough/layout';
import { createCanvasPainter, type PaintOptions } from '@bough/paint-canvas';
import { createPalette, type Palette } from '@bough/scene';

/** Around the map, in its own units. */
const MARGIN = 16;
/** Pixels for one unit of the map: what a printer shows of a map that fills a sheet. */
const SHARP = 4;
/** What every browser has in one canvas. */
const MOST_PIXELS = 16_000_000;
const MOST_SIDE = 8_000;

/** The whole map at once, in light colours on white, on a canvas that stands on no page; null while there is nothing to paint. */
export function paintSheet(owner: Document, layout: Layout, image: PaintOptions['image']): HTMLCanvasElement | null {
  const bounds = layout.bounds();
  const [width, height] = [bounds.width + 2 * MARGIN, bounds.height + 2 * MARGIN];
  const pixelRatio = Math.min(SHARP, Math.sqrt(MOST_PIXELS / (width * height)), MOST_SIDE / Math.max(width, height));
  const canvas = owner.createElement('canvas');
  Object.assign(canvas, { width: Math.floor(width * pixelRatio), height: Math.floor(height * pixelRatio) });
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null || bounds.width === 0) return null;
  const camera = { x: bounds.x - MARGIN, y: bounds.y - MARGIN, scale: 1 };
  const palette = onWhite(createPalette('light'));
  createCanvasPainter().paint(context, layout.scene, {
    ...{ camera, palette, width, height, pixelRatio },
    damage: null,
    image,
  });
  return canvas;
}

function onWhite(palette: Palette): Palette {
  const { name, contrast } = palette;
  return { name, contrast, resolve: (colour) => (colour === 'paper' ? '#ffffff' : palette.resolve(colour)) };
}
