import type { Layout } from '@bough/layout';
import { createCanvasPainter } from '@bough/paint-canvas';
import type { Palette, Rect, Spot } from '@bough/scene';
import { type Camera, mapRect, rectToScreen, toMap, type View } from '../core/camera/camera.ts';

/** How large the small picture is, in CSS pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

const MARGIN = 8;

/** From where all of the map is seen in so small a picture. */
function cameraFor(layout: Layout, { width, height }: Size): Camera {
  const bounds = layout.bounds();
  const [right, bottom] = [width - 2 * MARGIN, height - 2 * MARGIN];
  const scale = Math.min(0.25, right / Math.max(1, bounds.width), bottom / Math.max(1, bounds.height));
  return {
    x: bounds.x + bounds.width / 2 - width / 2 / scale,
    y: bounds.y + bounds.height / 2 - height / 2 / scale,
    scale,
  };
}

/** Paints all of the map, small. */
export function paintMinimap(canvas: HTMLCanvasElement, size: Size, layout: Layout, palette: Palette): void {
  const pixelRatio = canvas.ownerDocument.defaultView?.devicePixelRatio ?? 1;
  Object.assign(canvas, { width: size.width * pixelRatio, height: size.height * pixelRatio });
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return;
  createCanvasPainter().paint(context, layout.scene, {
    ...{ ...size, pixelRatio, palette, damage: null },
    camera: cameraFor(layout, size),
    image: () => null,
  });
}

/** Where the window on the map is in the small picture. */
export function windowInMinimap(size: Size, layout: Layout, camera: Camera, view: View): Rect {
  return rectToScreen(cameraFor(layout, size), mapRect(camera, view));
}

/** Which place of the map is at this place of the small picture. */
export function spotInMinimap(size: Size, layout: Layout, at: Spot): Spot {
  return toMap(cameraFor(layout, size), at);
}
