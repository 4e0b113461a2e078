import type { Rect } from './display-list.ts';
import { touches, union } from './rect.ts';

const MOST = 16;

/** Adds a rectangle to those that look different; what touches becomes one, and of too many the whole becomes one. */
export function addDamage(damage: Rect[], rect: Rect): void {
  let whole = rect;
  for (let i = 0; i < damage.length;) {
    const other = damage[i];
    if (other === undefined || !touches(other, whole)) {
      i++;
      continue;
    }
    whole = union(other, whole);
    damage.splice(i, 1);
    i = 0;
  }
  damage.push(whole);
  if (damage.length > MOST) damage.splice(0, damage.length, damage.reduce(union));
}
