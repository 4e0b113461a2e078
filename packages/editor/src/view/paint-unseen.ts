import { createCanvasPainter } from '@bough/paint-canvas';
import { createPalette, type Scene } from '@bough/scene';

const SIZE = { width: 320, height: 200 } as const;

/** Paints the middle of scenes on a canvas that stands on no page. */
export function paintUnseen(owner: Document): (scene: Scene) => void {
  const context = Object.assign(owner.createElement('canvas'), SIZE).getContext('2d', { alpha: false });
  const painter = createCanvasPainter();
  const palette = createPalette('light');
  return (scene) => {
    const camera = { x: -SIZE.width / 2, y: -SIZE.height / 2, scale: 0.8 };
    const pixelRatio = owner.defaultView?.devicePixelRatio ?? 1;
    if (context !== null)
      painter.paint(context, scene, { ...SIZE, camera, palette, pixelRatio, damage: null, image: () => null });
  };
}
