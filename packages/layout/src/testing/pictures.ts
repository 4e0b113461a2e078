import { assert } from '@bough/base';
import type { MindMap } from '@bough/map';
import { type PlacedGroup, type Rect, shift } from '@bough/scene';
import type { Layout } from '../layout.ts';

// A layout's whole picture as plain values, to hold one against another.

/** Everything that can be seen of a layout. */
export interface Picture {
  readonly bounds: Rect;
  readonly boxes: Readonly<Record<string, unknown>>;
  readonly groups: Readonly<Record<string, PlacedGroup>>;
}

/** Looks at all of it. */
export function pictureOf(map: MindMap, layout: Layout): Picture {
  const bounds = layout.bounds();
  const boxes = Object.fromEntries([...map.items.keys()].map((id) => [id, layout.box(id)]));
  const groups = Object.fromEntries(layout.scene.visible(bounds).map((placed) => [placed.group.id, placed]));
  return { bounds, boxes, groups };
}

/** Where two values differ first, and how; null when they are the same number by number, -0 and 0 told apart. */
export function difference(a: unknown, b: unknown, at = ''): string | null {
  if (Object.is(a, b)) return null;
  if (a instanceof Float64Array && b instanceof Float64Array) {
    const isSame = a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
    return isSame ? null : `${at}: ${a.join(' ')} against ${b.join(' ')}`;
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return `${at}: ${describe(a)} against ${describe(b)}`;
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const found = difference(Reflect.get(a, key), Reflect.get(b, key), `${at}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

/** Throws when something that looks different is not, where it was and where it is, within the damage. */
export function holdDamage(before: Picture, after: Picture, damage: readonly Rect[], says: string): void {
  for (const id of new Set([...Object.keys(before.groups), ...Object.keys(after.groups)])) {
    const [was, is] = [before.groups[id], after.groups[id]];
    if (difference(was, is) === null) continue;
    for (const placed of [was, is]) {
      if (placed === undefined) continue;
      const rect = shift(placed.group.bounds, placed.x, placed.y);
      assert(
        damage.some((one) => holdsRect(one, rect)),
        `${says}: ${id} looks different outside of the damage`,
      );
    }
  }
}

/** Rounding apart: an extent is a sum in another order. */
const SLACK = 1e-6;

function holdsRect(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x - SLACK &&
    inner.y >= outer.y - SLACK &&
    inner.x + inner.width <= outer.x + outer.width + SLACK &&
    inner.y + inner.height <= outer.y + outer.height + SLACK
  );
}

function describe(value: unknown): string {
  return Object.is(value, -0) ? '-0' : typeof value === 'object' && value !== null ? 'something' : String(value);
}
