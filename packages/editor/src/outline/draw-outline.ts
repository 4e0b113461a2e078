import { parsePersonId } from '@bough/base';
import { createLayout } from '@bough/layout';
import { apply, emptyMap, Orders } from '@bough/map';
import { createCanvasPainter } from '@bough/paint-canvas';
import { createPalette } from '@bough/scene';
import { createInterMeasurer } from '@bough/text';
import { browserIds, browserRandom } from '../platform/browser-ports.ts';
import type { Theme } from '../theme/theme.ts';
import { plantOps } from './plant.ts';

const MARGIN = 14;
const LARGEST_SCALE = 0.9;

/** Draws the map that an outline means into the canvas, as large as it fits: what it would look like once planted. */
export function drawOutline(canvas: HTMLCanvasElement, outline: string, theme: Theme): void {
  const map = emptyMap();
  const author = parsePersonId(browserIds.long());
  const context = canvas.getContext('2d');
  if (author === null || context === null) return;
  apply(map, { author, at: 0, ops: plantOps(map, outline, { ids: browserIds, orders: new Orders(browserRandom) }) });
  const layout = createLayout(map, createInterMeasurer());
  const bounds = layout.bounds();
  const { clientWidth: width, clientHeight: height } = canvas;
  const pixelRatio = devicePixelRatio;
  canvas.width = Math.round(width * pixelRatio);
  canvas.height = Math.round(height * pixelRatio);
  const fit = Math.min((width - 2 * MARGIN) / bounds.width, (height - 2 * MARGIN) / bounds.height);
  const scale = Math.min(LARGEST_SCALE, fit);
  createCanvasPainter().paint(context, layout.scene, {
    camera: {
      x: bounds.x + bounds.width / 2 - width / 2 / scale,
      y: bounds.y + bounds.height / 2 - height / 2 / scale,
      scale,
    },
    palette: createPalette(theme),
    width,
    height,
    pixelRatio,
    damage: null,
    image: () => null,
  });
}
