import { createPalette } from '@bough/scene';
import { describe, expect, it } from 'vitest';
import { NOTHING, selectionOf } from '../commands/selection.ts';
import { Table, TREES } from '../testing/table.ts';
import { isBlank, type OverlayState, type Rings, ringsIn } from './overlay.ts';

const table = new Table(TREES);
const [oak, ash] = [table.named('oak'), table.named('ash')];

function state(more: Partial<OverlayState>): OverlayState {
  const camera = { x: 0, y: 0, scale: 1 };
  const view = { width: 800, height: 600, insets: { top: 0, right: 0, bottom: 0, left: 0 } };
  return {
    ...{ camera, view, palette: createPalette('light'), layout: table.layout, selection: NOTHING, editing: null },
    ...{ matches: new Set(), people: null, handle: null, drop: null, band: null, isDragging: false, grips: [] },
    ...{ line: null, link: null, linking: null, glides: new Map(), ghost: null, far: null },
    ...more,
  };
}

/** With oak selected, and in sight. */
function ringsOf(more: Partial<OverlayState>): Rings | null {
  const camera = { x: -400, y: -300, scale: 1 };
  return ringsIn({} as CanvasRenderingContext2D, state({ camera, selection: selectionOf([oak]), ...more }));
}

function fail(): never {
  throw new Error('there is more than rings');
}

describe('what lies over the map', () => {
  it('[EDIT-57] is nothing while nothing is marked, and while somebody types in what is selected', () => {
    expect(isBlank(state({}))).toBe(true);
    expect(isBlank(state({ selection: selectionOf([oak]), editing: oak }))).toBe(true);
  });

  it('[EDIT-57] is something as soon as there is something to see', () => {
    const marked: Partial<OverlayState>[] = [
      { selection: selectionOf([oak]) },
      { selection: selectionOf([oak, ash]), editing: oak },
      { matches: new Set([ash]) },
      { handle: { x: 1, y: 1 } },
      { grips: [{ x: 1, y: 1 }] },
      { isDragging: true },
      { band: { x: 0, y: 0, width: 9, height: 9 } },
      { people: { paint: () => undefined } },
      { far: { paint: () => undefined, nameOf: () => null, tornAt: () => new Set() } },
      { ghost: { words: 'A thought', id: oak } },
    ];
    for (const one of marked) expect(isBlank(state(one)), JSON.stringify(one)).toBe(false);
  });

  it('[EDIT-127] is the same while its rings are, and nothing else is there', () => {
    const rings = (more: Partial<OverlayState>): string | undefined => ringsOf(more)?.key;
    const before = rings({});
    expect(before).toBeDefined();
    expect(rings({ glides: new Map([[ash, { dx: 5, dy: 0, alpha: 1 }]]) })).toBe(before);
    const others: Partial<OverlayState>[] = [
      { selection: selectionOf([ash]) },
      { selection: selectionOf([oak, ash]) },
      { glides: new Map([[oak, { dx: 5, dy: 0, alpha: 1 }]]) },
      { camera: { x: -399, y: -300, scale: 1 } },
      { palette: createPalette('dark') },
      { editing: oak },
      { grips: [{ x: 1, y: 1 }] },
    ];
    for (const one of others) expect(rings(one), JSON.stringify(one)).not.toBe(before);
    const more: Partial<OverlayState>[] = [
      { handle: { x: 1, y: 1 } },
      { people: { paint: () => undefined } },
      { matches: new Set([ash]) },
    ];
    for (const one of more) expect(rings(one), JSON.stringify(one)).toBeUndefined();
  });

  it('[EDIT-127] covers its rings and grips, and nothing where none is in sight', () => {
    const one = ringsOf({})?.area ?? fail();
    const two = ringsOf({ selection: selectionOf([oak, ash]) })?.area ?? fail();
    expect(one.width).toBeGreaterThan(0);
    expect(two.height).toBeGreaterThan(one.height);
    const { x, y } = one;
    const { area } = ringsOf({ grips: [{ x: x - 50, y: y - 50 }] }) ?? fail();
    expect(area.x).toBeLessThan(x - 50 - 4);
    expect(area.y).toBeLessThan(y - 50 - 4);
    expect([area.x + area.width, area.y + area.height]).toEqual([x + one.width, y + one.height]);
    const away = { camera: { x: 9_000, y: 9_000, scale: 1 } };
    expect(ringsOf(away)?.area).toEqual({ x: 0, y: 0, width: 0, height: 0 });
  });
});
