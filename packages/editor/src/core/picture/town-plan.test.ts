import { touches } from '@bough/scene';
import { describe, expect, it } from 'vitest';
import { Table } from '../../testing/table.ts';
import { FAR_FACES, farShare, KeptPlan, roomOf, stepBelow, townPlan } from './town-plan.ts';

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
const plan = (scale: number, across = 1280) => townPlan(table.map, table.layout, scale, across);

describe('the words of a map from afar', () => {
  it('[EDIT-81] are seen while plain words are less than seven pixels high, and fade in from there', () => {
    expect([1, 0.5, 7 / 15].map((scale) => farShare(scale, 0))).toEqual([0, 0, 0]);
    expect(farShare(6.5 / 15, 1)).toBeCloseTo(0.5);
    expect([farShare(6 / 15, 0), farShare(0.01, 1), farShare(0.01, 2)]).toEqual([1, 1, 1]);
    // Those of the second level come later: there are many.
    expect(farShare(5 / 15, 2)).toBe(0);
    // A zoom that ends between shows both at once: few do.
    for (const depth of [0, 1, 2]) {
      const between = Array.from({ length: 1000 }, (_, at) => farShare(at / 1000, depth)).filter(
        (share) => share % 1 > 0,
      );
      expect(between.length).toBeLessThan(20);
    }
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
    const words = plan(0.03);
    const province = words.filter(({ depth }) => depth === 1).map((one) => one.words);
    expect(words[0]?.words).toBe('land');
    expect(province.length).toBeLessThan(10);
    expect(province).toContain('province 0 of the land');
    expect(words.filter(({ depth }) => depth === 2).length).toBeLessThan(60);
    const near = new Set(plan(0.3).map(({ id }) => id));
    expect(
      plan(0.1)
        .filter(({ depth }) => depth < 2)
        .every(({ id }) => near.has(id)),
    ).toBe(true);
  });

  it('[EDIT-81] of a larger branch lie where that of a smaller one beside it would', () => {
    const leaves = Array.from({ length: 40 }, (_, i) => `\t\tleaf ${i}`);
    const side = (n: number) => [`\tsmall ${n}`, '\t\tend', `\tlarge ${n}`, ...leaves, `\tsmall too ${n}`, '\t\tend'];
    const { map, layout } = new Table(['land', ...side(0), ...side(1)].join('\n'));
    const large = [...map.items.values()].find(({ text }) => text === 'large 0');
    const height = (large === undefined ? null : layout.subtreeBounds(large.id))?.height ?? 0;
    // The root takes the middle, so that the large one has to go up to where the small one is.
    const words = townPlan(map, layout, 120 / height, 1280).map((one) => one.words);
    expect(words).toEqual(expect.arrayContaining(['land', 'large 0', 'large 1']));
    expect(words).not.toEqual(expect.arrayContaining(['small 0', 'small too 0']));
  });

  it('[EDIT-81] are cut where they are long, and what is folded away or empty has none', () => {
    const long = new Table(`${'a very long name '.repeat(30)}\n\toak\n\t\tbark\n\t`);
    const [root] = townPlan(long.map, long.layout, 0.2, 1280);
    expect(root?.words.endsWith('…')).toBe(true);
    expect(root?.width).toBeLessThan(300);
    expect(townPlan(long.map, long.layout, 0.2, 390)[0]?.width).toBeLessThan(180);
    long.select('oak');
    long.run('fold');
    expect(townPlan(long.map, long.layout, 0.2, 1280).map((one) => one.words)).not.toContain('bark');
  });

  it('[EDIT-81] are chosen anew for another map or window, and a few times while one zooms', () => {
    const kept = new KeptPlan();
    const shown = { map: table.map, layout: table.layout, version: 1 };
    const first = kept.from(shown, 0.2, 1280);
    expect(kept.from({ ...shown }, stepBelow(0.2) * 1.01, 1280)).toBe(first);
    for (const other of [
      kept.from(shown, 0.1, 1280),
      kept.from(shown, 0.1, 390),
      kept.from({ ...shown, version: 2 }, 0.1, 390),
    ])
      expect(other).not.toBe(first);
  });
});
