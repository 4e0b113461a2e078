import type { ItemId } from '@bough/map';
import { grow, touches } from '@bough/scene';
import { describe, expect, it } from 'vitest';
import { Table } from '../../testing/table.ts';
import { isFar } from './far.ts';
import { FAR_FACES, KeptPlan, roomOf, stepBelow, tornBy, townPlan } from './town-plan.ts';

/** Ten branches, the first one with most below it, each with branches that have some too. */
function land(): Table {
  const lines = ['land'];
  for (let i = 0; i < 10; i++) {
    lines.push(`\tprovince ${i} of the land`);
    for (let j = 0; j < 6; j++) {
      lines.push(`\t\ttown ${i}.${j}`);
      for (let k = 0; k < 12 - i; k++) lines.push(`\t\t\tstreet ${i}.${j}.${k}`);
    }
  }
  return new Table(lines.join('\n'));
}

const table = land();
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const plan = (scale: number) => townPlan(table.map, table.layout, scale, WIDE);

describe('the words of a map from afar', () => {
  it('[EDIT-81] come in the place of plain words when these are less than seven pixels high, at once', () => {
    expect([1, 0.5, 7 / 15].map((scale) => isFar(scale, 0))).toEqual([false, false, false]);
    expect([isFar(6.4 / 15, 0), isFar(6.4 / 15, 1), isFar(0.01, 2)]).toEqual([true, true, true]);
    // Those of the second level come later: there are many.
    expect([isFar(5 / 15, 2), isFar(4 / 15, 2)]).toEqual([false, true]);
  });

  it('[EDIT-81] are those of roots and two levels of branches, in sizes that can be read', () => {
    const words = plan(0.3);
    expect(words.map((one) => one.words)).toContain('land');
    expect(words.filter(({ depth }) => depth === 1)).toHaveLength(10);
    expect(words.some(({ depth }) => depth === 2)).toBe(true);
    expect(words.some((one) => one.words.startsWith('street'))).toBe(false);
    for (const { depth, height } of words) expect(height).toBeGreaterThan(FAR_FACES[depth]?.size ?? Infinity);
    expect(Math.min(...FAR_FACES.map(({ size }) => size))).toBeGreaterThanOrEqual(12);
  });

  it('[EDIT-81] never lie on each other, at any scale for which they were chosen', () => {
    for (const scale of [0.4, 0.2, 0.1, 0.05, 0.02, 0.01]) {
      const step = stepBelow(scale);
      expect(step <= scale && step * 2 ** 0.25 > scale).toBe(true);
      const words = plan(step);
      expect(words.length).toBeGreaterThan(0);
      for (const at of [step, scale]) {
        const rooms = words.map((word) => roomOf(word, at));
        rooms.forEach((room, i) => expect(rooms.slice(i + 1).some((other) => touches(room, other))).toBe(false));
      }
    }
  });

  it('[EDIT-81] leave out the deeper ones first, and then those of smaller branches', () => {
    const words = townPlan(table.map, table.layout, 0.005, { width: 1280, height: 120 });
    const province = words.filter(({ depth }) => depth === 1).map((one) => one.words);
    expect(province.length).toBeLessThan(10);
    expect(province).toContain('province 0 of the land');
    expect(words.filter(({ depth }) => depth === 2)).toEqual([]);
    const near = new Set(plan(0.3).map(({ id }) => id));
    expect(
      plan(0.1)
        .filter(({ depth }) => depth < 2)
        .every(({ id }) => near.has(id)),
    ).toBe(true);
  });

  it('[EDIT-81] of the first level all are there before the root’s covers one, and before any of the second', () => {
    const small = new Table('Product plan 2027\n\tResearch\n\t\tr\n\tDesign\n\t\td\n\tBuild\n\t\tb\n\tLaunch\n\t\tl');
    for (const [scale, window] of [
      [0.42, WIDE],
      [0.29, PHONE],
      [0.29, WIDE],
      [0.25, PHONE],
    ] as const) {
      const words = townPlan(small.map, small.layout, scale, window).map((one) => one.words);
      expect(words).toEqual(expect.arrayContaining(['Research', 'Design', 'Build', 'Launch']));
    }
    // 25 of 20 items each, as a phone sees them: smaller letters, and no item of theirs where one has no place.
    const many = Array.from({ length: 25 }, (_, n) => [
      `\tBranch ${n}`,
      ...Array.from({ length: 20 }, (_each, m) => `\t\tGroup ${n}.${m}`),
    ]);
    const town = new Table(['Town', ...many.flat()].join('\n'));
    const { width, height } = town.layout.bounds();
    const fitted = Math.min(326 / width, 640 / height);
    const shown = townPlan(town.map, town.layout, fitted, PHONE);
    const branches = shown.filter(({ depth }) => depth === 1);
    expect(branches).toHaveLength(25);
    // As they stand in the map: of each side from above to below.
    for (const side of ['left', 'right']) {
      const column = branches.filter((one) => one.side === side).toSorted((a, b) => a.y - b.y);
      const tops = column.map((one) => roomOf(one, fitted).y);
      expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    }
    // Folded, the map is flat: its names stand higher and lower than it.
    const folded = new Table(['Town', ...many.map(([branch = '']) => branch)].join('\n'));
    const flat = 326 / folded.layout.bounds().width;
    expect(townPlan(folded.map, folded.layout, flat, PHONE).filter(({ depth }) => depth === 1)).toHaveLength(25);
    // The second level is not there in the place of the first.
    const few = townPlan(town.map, town.layout, 0.002, { width: 390, height: 200 });
    expect(few.filter(({ depth }) => depth === 1).length).toBeLessThan(25);
    expect(few.filter(({ depth }) => depth === 2)).toEqual([]);
  });

  it('[EDIT-81] leave out whole the plain words that would reach out from under them, and no others', () => {
    const holiday = new Table(
      'Holiday\n\tWhere\n\t\tSea and sand, warm water, and a book or two\n\t\tA town\n\tWhen\n\t\tSeptember, of all months\n\tWho\n\t\tAll of us',
    );
    const { map, layout } = holiday;
    const textOf = (id: ItemId): string => map.items.get(id)?.text ?? '';
    for (const scale of [0.43, 0.38, 0.31]) {
      const words = townPlan(map, layout, stepBelow(scale), PHONE).filter(({ depth }) => isFar(scale, depth));
      const torn = tornBy(words, layout, scale);
      const rooms = words.map((word) => roomOf(word, scale));
      for (const { id, parent } of map.items.values()) {
        const box = layout.words(id);
        if (box === null || parent === null) continue;
        const seen = { x: box.x * scale, y: box.y * scale, width: box.width * scale, height: box.height * scale };
        if (rooms.some((room) => touches(room, seen))) expect(torn.has(id), textOf(id)).toBe(true);
        if (!rooms.some((room) => touches(grow(room, 6), seen))) expect(torn.has(id), textOf(id)).toBe(false);
      }
      expect([...torn].map(textOf)).not.toContain('Holiday');
      expect([...torn].map(textOf)).toContain('Where');
    }
  });

  it('[EDIT-81] reach no further beyond the map than there is room around it when it is seen as a whole', () => {
    for (const outline of [
      'a\n\tWhat a long name for a branch this is\n\tAnother one that is as long as that\n\tb\n\tc',
      land(),
    ]) {
      const { map, layout } = typeof outline === 'string' ? new Table(outline) : outline;
      const bounds = layout.bounds();
      const scale = 0.2;
      for (const word of townPlan(map, layout, scale, PHONE)) {
        const { x, width } = roomOf(word, scale);
        expect(x).toBeGreaterThanOrEqual(bounds.x * scale - 24.001);
        expect(x + width).toBeLessThanOrEqual((bounds.x + bounds.width) * scale + 24.001);
      }
    }
  });

  it('[EDIT-81] are cut where they are long, and what is folded away or empty has none', () => {
    const long = new Table(`${'a very long name '.repeat(30)}\n\toak\n\t\tbark\n\t`);
    const rootFor = (window: typeof WIDE) =>
      townPlan(long.map, long.layout, 0.2, window).find(({ depth }) => depth === 0);
    expect(rootFor(WIDE)?.words.endsWith('…')).toBe(true);
    expect(rootFor(WIDE)?.width).toBeLessThan(300);
    expect(rootFor(PHONE)?.width).toBeLessThan(260);
    long.select('oak');
    long.run('fold');
    expect(townPlan(long.map, long.layout, 0.2, WIDE).map((one) => one.words)).not.toContain('bark');
  });

  it('[EDIT-81] are chosen anew for another map or window, and a few times while one zooms', () => {
    const kept = new KeptPlan();
    const shown = { map: table.map, layout: table.layout, version: 1 };
    const first = kept.from(shown, 0.2, WIDE);
    expect(kept.from({ ...shown }, stepBelow(0.2) * 1.01, WIDE)).toBe(first);
    for (const other of [
      kept.from(shown, 0.1, WIDE),
      kept.from(shown, 0.1, PHONE),
      kept.from({ ...shown, version: 2 }, 0.1, PHONE),
    ])
      expect(other).not.toBe(first);
  });
});
