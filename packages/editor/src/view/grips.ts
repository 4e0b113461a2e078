import type { ItemId } from '@bough/map';
import type { Spot } from '@bough/scene';
import { type Camera, toScreen } from '../core/camera/camera.ts';
import type { Grip } from '../core/pointers/pointer-tool.ts';
import type { Desk } from './desk.ts';

/** Below this scale an item is too small to be held by its edge. */
const LEAST_SCALE = 0.5;

/** Where the one selected item can be made wider, on the screen: its outward edge, and the corner of its image. */
export function gripsOf(
  desk: Desk,
  camera: Camera,
): { readonly id: ItemId; readonly grip: Grip; readonly spot: Spot }[] {
  const item = desk.focused;
  if (item === null || desk.selection.ids.size !== 1 || !desk.canWrite || camera.scale < LEAST_SCALE) return [];
  const { layout } = desk.picture;
  const box = layout.box(item.id);
  if (box === null) return [];
  const x = box.side === 'left' ? box.x - 4 : box.x + box.width + 4;
  if (item.image !== null) return [{ id: item.id, grip: 'image', spot: toScreen(camera, { x, y: box.y - 2 }) }];
  const words = layout.words(item.id);
  const isLong = item.width !== null || (words !== null && words.width > 60);
  return isLong ? [{ id: item.id, grip: 'width', spot: toScreen(camera, { x, y: box.y - 2 }) }] : [];
}
