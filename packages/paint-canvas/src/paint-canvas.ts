import type { PlacedGroup, Rect, Scene } from '@bough/scene';
import { paintFar } from './far.ts';
import { Brush, type MakePath } from './brush.ts';
import type { PaintOptions } from './paint-options.ts';
import type { Surface } from './surface.ts';

/** Paints a scene on a canvas; keeps prepared paths between calls, for as long as the painter lives. */
export interface CanvasPainter {
  paint(context: Surface, scene: Scene, options: PaintOptions): void;
}

/** Below this scale lines are drawn with one width and words as bars, many at a time. */
export const FAR_SCALE = 0.3;

/** A painter; `makePath` makes an empty path that `fill` and `stroke` understand: Path2D, where there is a browser. */
export function createCanvasPainter(makePath: MakePath = () => new Path2D()): CanvasPainter {
  const brush = new Brush(makePath);
  return {
    paint(context, scene, options) {
      const { camera, width, height, pixelRatio } = options;
      const view: Rect = { x: camera.x, y: camera.y, width: width / camera.scale, height: height / camera.scale };
      context.save();
      for (const region of regions(options, view)) {
        context.save();
        context.setTransform(1, 0, 0, 1, 0, 0);
        // Whole pixels, so that neighbouring repaints leave no seam.
        const left = Math.floor((region.x - camera.x) * camera.scale * pixelRatio);
        const top = Math.floor((region.y - camera.y) * camera.scale * pixelRatio);
        const right = Math.ceil((region.x + region.width - camera.x) * camera.scale * pixelRatio);
        const bottom = Math.ceil((region.y + region.height - camera.y) * camera.scale * pixelRatio);
        context.beginPath();
        context.rect(left, top, right - left, bottom - top);
        context.clip();
        context.globalAlpha = 1;
        context.fillStyle = options.palette.resolve('paper');
        context.fillRect(left, top, right - left, bottom - top);
        const groups = scene.visible(region, options.glide, 0, options.faded);
        const layers = layersOf(groups);
        if (camera.scale < FAR_SCALE) for (const layer of layers) paintFar(context, layer, options);
        else {
          brush.begin(context, options);
          const leaving = options.leaving ?? [];
          for (const placed of leaving) brush.paint(placed, 'under');
          for (const placed of leaving) brush.paint(placed, 'commands');
          for (const layer of layers) {
            for (const placed of layer) brush.paint(placed, 'under');
            for (const placed of layer) brush.paint(placed, 'commands');
          }
        }
        context.restore();
      }
      context.restore();
    },
  };
}

/** What stands back comes first, so that nothing of it covers the rest. */
function layersOf(groups: readonly PlacedGroup[]): readonly (readonly PlacedGroup[])[] {
  if (!groups.some(({ isFaded }) => isFaded)) return [groups];
  return [groups.filter(({ isFaded }) => isFaded), groups.filter(({ isFaded }) => !isFaded)];
}

/** What is to be painted: the damage that is in sight, a little wider for soft edges. */
function regions({ damage, camera }: PaintOptions, view: Rect): Rect[] {
  if (damage === null) return [view];
  const by = 2 / camera.scale;
  return damage.flatMap((rect) => {
    const x = Math.max(view.x, rect.x - by);
    const y = Math.max(view.y, rect.y - by);
    const width = Math.min(view.x + view.width, rect.x + rect.width + by) - x;
    const height = Math.min(view.y + view.height, rect.y + rect.height + by) - y;
    return width > 0 && height > 0 ? [{ x, y, width, height }] : [];
  });
}
