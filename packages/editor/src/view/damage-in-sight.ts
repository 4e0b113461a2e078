import { addDamage, grow, type Rect, touches } from '@bough/scene';
import { type Camera, mapRect, type View } from '../core/camera/camera.ts';

/** So far the edges of what is painted are soft, in CSS pixels. */
const SOFT = 4;

/**
 * As few rectangles as cover those of these parts that are in sight. What is out of sight goes first: put together with it, what glides above
 * and below the window would cover all that is seen.
 */
export function damageInSight(parts: readonly Rect[], camera: Camera, view: View): Rect[] {
  const seen = grow(mapRect(camera, view), SOFT / camera.scale);
  const rects: Rect[] = [];
  for (const part of parts) if (touches(part, seen)) addDamage(rects, part);
  return rects;
}
