import { unreachable } from '@bough/base';
import type { Command, HitTag, PathData, PlacedGroup, Rect, Spot } from './display-list.ts';
import { playPath } from './path.ts';
import { grow, holds } from './rect.ts';

const STEPS = 12;

/** The topmost command with a tag at the point; what is hit exactly wins over what is within the tolerance. `visible` answers who is near. */
export function hitAmong(
  visible: (rect: Rect) => readonly PlacedGroup[],
  point: Spot,
  tolerance: number,
): HitTag | null {
  const near = visible(grow({ x: point.x, y: point.y, width: 0, height: 0 }, tolerance));
  return (tolerance > 0 ? topmost(near, point, 0) : null) ?? topmost(near, point, tolerance);
}

function topmost(near: readonly PlacedGroup[], point: Spot, tolerance: number): HitTag | null {
  for (const layer of ['commands', 'under'] as const) {
    for (let i = near.length - 1; i >= 0; i--) {
      const placed = near[i];
      const command = placed?.group[layer].findLast(
        (one) => one.hit !== undefined && commandHolds(one, point.x - placed.x, point.y - placed.y, tolerance),
      );
      if (command?.hit !== undefined) return command.hit;
    }
  }
  return null;
}

/** Whether the point, in the command's own coordinates, is on the command or at most `tolerance` from it. */
function commandHolds(command: Command, x: number, y: number, tolerance: number): boolean {
  if (!holds(grow(command.bounds, tolerance), x, y)) return false;
  switch (command.kind) {
    case 'text':
    case 'image':
      return true;
    case 'stroke':
      return distanceTo(command.path, x, y).distance <= command.width / 2 + tolerance;
    case 'fill': {
      const { distance, crossings } = distanceTo(command.path, x, y);
      return crossings % 2 === 1 || distance <= tolerance;
    }
    default:
      return unreachable(command);
  }
}

/** How far the point is from the path's line, and how often a ray to the right meets it. */
function distanceTo(path: PathData, px: number, py: number): { distance: number; crossings: number } {
  let [startX, startY, atX, atY] = [0, 0, 0, 0];
  let best = Infinity;
  let crossings = 0;
  const segment = (x: number, y: number): void => {
    const [dx, dy] = [x - atX, y - atY];
    const lengthSquared = dx * dx + dy * dy;
    const t = lengthSquared === 0 ? 0 : Math.max(0, Math.min(1, ((px - atX) * dx + (py - atY) * dy) / lengthSquared));
    best = Math.min(best, Math.hypot(px - atX - t * dx, py - atY - t * dy));
    if (atY > py !== y > py && px < atX + ((py - atY) / (y - atY)) * dx) crossings++;
    atX = x;
    atY = y;
  };
  playPath(path, {
    moveTo(x, y) {
      [startX, startY, atX, atY] = [x, y, x, y];
    },
    lineTo: segment,
    bezierCurveTo(x1, y1, x2, y2, x, y) {
      const [x0, y0] = [atX, atY];
      for (let i = 1; i <= STEPS; i++) {
        const t = i / STEPS;
        const u = 1 - t;
        const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
        segment(a * x0 + b * x1 + c * x2 + d * x, a * y0 + b * y1 + c * y2 + d * y);
      }
    },
    closePath() {
      segment(startX, startY);
    },
  });
  return { distance: best, crossings };
}
