import { centreOn, fit, middleOf, type View, zoomAt } from '../core/camera/camera.ts';
import type { CommandId } from '../commands/command-id.ts';
import type { Desk } from './desk.ts';
import type { Viewport } from './viewport.ts';

const ZOOM_STEP = 1.25;

/** Moves the camera as the command says; false when it is none of the camera's. */
export function runView(command: CommandId, desk: Desk, viewport: Viewport, view: View, nowMs: number): boolean {
  const { goal } = viewport;
  const { layout } = desk.picture;
  switch (command) {
    case 'zoom-in':
      viewport.fly(zoomAt(goal, middleOf(view), ZOOM_STEP), nowMs);
      return true;
    case 'zoom-out':
      viewport.fly(zoomAt(goal, middleOf(view), 1 / ZOOM_STEP), nowMs);
      return true;
    case 'zoom-actual':
      viewport.fly(zoomAt(goal, middleOf(view), 1 / goal.scale), nowMs);
      return true;
    case 'fit':
      viewport.fly(fit(layout.bounds(), view), nowMs);
      return true;
    case 'centre': {
      // First the item into the middle; pressed again there, the whole map.
      const box = desk.focused === null ? null : layout.box(desk.focused.id);
      const centred = box === null ? null : centreOn(box, view, goal.scale);
      const isThere = centred === null || Math.hypot(centred.x - goal.x, centred.y - goal.y) * goal.scale < 1;
      viewport.fly(isThere ? fit(layout.bounds(), view) : centred, nowMs);
      return true;
    }
    default:
      return false;
  }
}
