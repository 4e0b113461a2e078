import { describe, expect, it } from 'vitest';
import { MOTION_MS } from './motion.ts';
import { Table, TREES } from '../../testing/table.ts';
import { Picture } from './picture.ts';

/** A person adds a branch, and the picture follows at this time; null: nothing is to move. */
function add(table: Table, picture: Picture, nowMs: number | null): void {
  table.select('oak');
  table.run('add-child');
  if (table.touched === null) table.fail();
  picture.update(table.map, table.touched, nowMs);
}

describe('the first frame of a motion', () => {
  it('[EDIT-56] is told once when it began, and shows all where it stood', () => {
    const table = new Table(TREES);
    const picture = new Picture(table.map);
    const before = new Map([...table.map.items.keys()].map((id) => [id, picture.layout.box(id)?.y]));
    add(table, picture, 1000);
    expect(picture.takeBegun()).toBe(1000);
    expect(picture.takeBegun()).toBeNull();
    const glides = picture.glides(1000);
    expect(glides.size).toBeGreaterThan(1);
    for (const [id, y] of before) {
      let at = picture.layout.box(id)?.y ?? 0;
      for (let up: string | null = id; up !== null; up = table.map.items.get(up as typeof id)?.parent ?? null) {
        at += glides.get(up)?.dy ?? 0;
      }
      expect(at).toBeCloseTo(y ?? Number.NaN, 6);
    }
  });

  it('[EDIT-5] what is removed withdraws, and is gone in time; at once when nothing is to move', () => {
    const table = new Table(TREES);
    const picture = new Picture(table.map);
    // Only what has been painted can be seen to go.
    picture.layout.scene.visible({ x: -1e4, y: -1e4, width: 2e4, height: 2e4 });
    const remove = (words: string, nowMs: number | null): number => {
      table.select(words);
      table.run('delete-branch');
      picture.update(table.map, table.touched ?? table.fail(), nowMs);
      return picture.leaving(nowMs ?? 0).length;
    };
    expect(picture.leaving(0)).toEqual([]);
    expect(remove('oak', 1000)).toBeGreaterThan(3);
    expect(picture.leaving(1000 + MOTION_MS.withdraw)).toEqual([]);
    expect(remove('ash', null)).toBe(0);
  });

  it('[EDIT-56] is none while something moves already, when nothing is to move, and when it is over before a frame came', () => {
    const table = new Table(TREES);
    const picture = new Picture(table.map);
    add(table, picture, null);
    expect(picture.takeBegun()).toBeNull();
    add(table, picture, 1000);
    picture.takeBegun();
    add(table, picture, 1000 + MOTION_MS.grow / 2);
    expect(picture.takeBegun()).toBeNull();
    const late = new Picture(table.map);
    add(table, late, 1000);
    late.glides(1000 + MOTION_MS.grow);
    expect(late.takeBegun()).toBeNull();
  });
});
