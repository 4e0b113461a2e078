import { type Ids, parsePersonId, type Random } from '@bough/base';
import { createLayout } from '@bough/layout';
import { applyOps, emptyMap, newItemId, type Op, Orders } from '@bough/map';
import { createCanvasPainter } from '@bough/paint-canvas';
import { createPalette } from '@bough/scene';
import { createInterMeasurer } from '@bough/text';
import { centreOn, fit, toMap } from '../core/camera/camera.ts';
import { plantOutline } from '../commands/edits/plant.ts';
import { parseOutline } from '../commands/edits/outline.ts';
import { NOTHING } from '../commands/selection.ts';
import { browserClock, browserIds, browserRandom } from './browser-ports.ts';
import { loadFaces } from './faces.ts';
import type { Theme } from '../core/ports/theme.ts';

const NO_INSETS = { top: -16, right: -16, bottom: -16, left: -16 } as const;
/** Below this scale words are no words: the picture shows the middle of the map instead of all of it. */
const LEGIBLE = 0.46;

/** Paints the outline as a map in the canvas, as large as it is laid out, once the typeface is there: for cards and examples. */
export async function drawOutline(canvas: HTMLCanvasElement, outline: string, theme: Theme): Promise<void> {
  await loadFaces(canvas.ownerDocument);
  const map = mapOf(outline, browserIds, browserRandom);
  const context = canvas.getContext('2d');
  const { width, height } = canvas.getBoundingClientRect();
  if (map === null || context === null || width === 0) return;
  const layout = createLayout(map, createInterMeasurer());
  const pixelRatio = devicePixelRatio;
  Object.assign(canvas, { width: Math.round(width * pixelRatio), height: Math.round(height * pixelRatio) });
  const view = { width, height, insets: NO_INSETS };
  const whole = fit(layout.bounds(), view);
  const middle = toMap(whole, { x: width / 2, y: height / 2 });
  const camera = whole.scale < LEGIBLE ? centreOn({ ...middle, width: 0, height: 0 }, view, LEGIBLE) : whole;
  const palette = createPalette(theme);
  const image = (): null => null;
  createCanvasPainter().paint(context, layout.scene, {
    camera,
    palette,
    width,
    height,
    pixelRatio,
    damage: null,
    image,
  });
}

function mapOf(outline: string, ids: Ids, random: Random): ReturnType<typeof emptyMap> | null {
  const author = parsePersonId(ids.long());
  if (author === null) return null;
  const map = emptyMap();
  const root = newItemId(ids);
  const orders = new Orders(random);
  const change = (ops: readonly Op[]): boolean => applyOps(map, { author, at: browserClock.now(), ops }).ok;
  change([{ kind: 'add', id: root, parent: null, order: orders.between(null, null), fields: {} }]);
  const layout = createLayout(map, createInterMeasurer());
  const world = { map, selection: NOTHING, layout, ids, orders, middle: { x: 0, y: 0 }, isFolded: () => false };
  const plan = plantOutline(world, root, parseOutline(outline));
  return plan !== null && change(plan.ops) ? map : null;
}
