import { must } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import type { Point } from '@bough/map';
import { type Command, type PathData, playPath, type Rect, union } from '@bough/scene';
import { createInterMeasurer } from '@bough/text';
import { expect, test } from 'vitest';
import { createLayout, type ItemBox, type Layout } from './index.ts';
import { type Outline, outline } from './testing/outline.ts';

const measurer = createInterMeasurer();
const WORDS = 'the quick river runs over stones and under old bridges where children play with kites'.split(' ');
/** How much of a box, at its edges, is air around its words. */
const INSET = 3;

/** A random tree, its items numbered: `reach` 1 hangs each on any before it, less on the last ones. */
function grown(seed: number, items: number, reach: number): { readonly garden: Outline; readonly parents: number[] } {
  const random = seededRandom(seed);
  const chance = (): number => random.bytes(4).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32;
  const parents = Array.from({ length: items }, (_, i) => Math.max(0, i - 1 - Math.floor(chance() * reach * i)));
  const words = parents.map((_, i) => {
    const count = chance() < 0.1 ? 30 : 1 + Math.floor(chance() * 7);
    return `${i} ${Array.from({ length: count }, () => WORDS[Math.floor(chance() * WORDS.length)]).join(' ')}`;
  });
  const text: string[] = [];
  const open = [{ at: 0, depth: 0 }];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const { at, depth } = one;
    text.push(`${'  '.repeat(depth)}${words[at]}`);
    parents.forEach((parent, i) => {
      if (i > 0 && parent === at) open.push({ at: i, depth: depth + 1 });
    });
  }
  return { garden: outline(text.join('\n')), parents };
}

function boxes(garden: Outline, layout: Layout): ItemBox[] {
  return [...garden.map.items.keys()].flatMap((id) => layout.box(id) ?? []);
}

/** Points along the middle of each branch, as it is drawn. */
function linesOf(layout: Layout): ReadonlyMap<string, readonly Point[]> {
  const all = layout.scene.bounds();
  if (all === null) return new Map();
  return new Map(layout.scene.visible(all).map(({ group, x, y }) => [group.id, middleOf(group.under[0], { x, y })]));
}

/** A branch's shape goes along one edge, around its end, and back along the other edge. */
function middleOf(branch: Command | undefined, { x, y }: Point): readonly Point[] {
  if (branch?.kind !== 'fill') return [];
  const ends: Point[] = [];
  const take = (...numbers: readonly number[]): void => {
    ends.push({ x: numbers.at(-2) ?? 0, y: numbers.at(-1) ?? 0 });
  };
  playPath(branch.path, { moveTo: take, lineTo: take, bezierCurveTo: take, closePath: () => undefined }, x, y);
  const pieces = (ends.length - 5) / 2;
  const stops = Array.from({ length: pieces + 1 }, (_, i) => between(ends[i], ends[2 * pieces + 3 - i], 0.5));
  return stops.slice(1).flatMap((stop, i) => [0.25, 0.5, 0.75, 1].map((share) => between(stops[i], stop, share)));
}

function between(a: Point = { x: NaN, y: NaN }, b: Point = a, share: number): Point {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

function isOnWords({ x, y }: Point, box: ItemBox): boolean {
  return x > box.x + INSET && x < box.x + box.width - INSET && y > box.y + INSET && y < box.y + box.height - INSET;
}

test('[LAY-17] the line of a branch crosses no words of other items', () => {
  let lines = 0;
  for (const [seed, items, reach] of [
    [1, 60, 1],
    [2, 200, 1],
    [3, 200, 0.3],
    [4, 200, 0.05],
  ] as const) {
    const { garden } = grown(seed, items, reach);
    const layout = createLayout(garden.map, measurer);
    const all = boxes(garden, layout);
    const drawn = linesOf(layout);
    for (const { id } of all) {
      const points = drawn.get(id)?.slice(1, -1) ?? [];
      lines += points.length > 0 ? 1 : 0;
      const parent = garden.map.items.get(id)?.parent;
      const crossed = all.filter(
        (box) => box.id !== id && box.id !== parent && points.some((at) => isOnWords(at, box)),
      );
      expect(crossed, `seed ${seed}`).toEqual([]);
    }
  }
  expect(lines).toBeGreaterThan(600);
});

test('[LAY-18] children stand around the words of their parent: level with one line, beside the middle of several', () => {
  const garden = outline('root\n  one\n    only');
  const layout = createLayout(garden.map, measurer);
  const stand = (words: string): ItemBox => {
    const box = layout.box(garden.id(words));
    if (box === null) throw new Error(`${words} is in sight`);
    return box;
  };
  expect(stand('only').entry.y).toBe(stand('one').entry.y);
  const { touched } = must(garden.change({ kind: 'set', id: garden.id('one'), fields: { text: 'five\n\n\n\nlines' } }));
  layout.update(garden.map, touched);
  const [parent, child] = [stand('one'), stand('only')];
  expect(parent.height).toBeGreaterThan(4 * child.height);
  expect(Math.abs(child.y + child.height / 2 - parent.y - parent.height / 2)).toBeLessThan(2);
});

/** How many map units of a branch, at least, one can tell from its neighbours. */
const SEEN = 3;

/** From left to right, the branches that show, each in one piece, where one goes along there. */
function metAt(layout: Layout, { fromX, toX, y }: { fromX: number; toX: number; y: number }): readonly string[] {
  const met: { readonly id: string; units: number }[] = [];
  for (let x = fromX; x <= toX; x++) {
    const tag = layout.scene.hit({ x, y }, 0);
    const last = met.at(-1);
    if (tag?.kind !== 'line') continue;
    if (tag.id === last?.id) last.units++;
    else met.push({ id: tag.id, units: 1 });
  }
  return met.filter(({ units }) => units >= SEEN).map(({ id }) => id);
}

/** A town of so many quarters, each with twenty streets. */
function town(quarters: number): Outline {
  const lines = ['town'];
  for (let quarter = 1; quarter <= quarters; quarter++) {
    lines.push(`  quarter ${quarter}`);
    for (let street = 1; street <= 20; street++) lines.push(`    street ${street} of quarter ${quarter}`);
  }
  return outline(lines.join('\n'));
}

test.each([8, 25, 60])(
  '[LAY-23] of %i branches at a root, each can be followed from the root to its words',
  (count) => {
    const garden = town(count);
    const layout = createLayout(garden.map, measurer);
    const root = layout.box(garden.id('town'));
    if (root === null) throw new Error('the town is in sight');
    const right = boxes(garden, layout).filter(({ depth, side }) => depth === 1 && side === 'right');
    expect(right.length).toBe(Math.ceil(count / 2));
    const above = right.filter(({ entry }) => entry.y < root.y).toSorted((a, b) => b.entry.y - a.entry.y);
    const [nearest] = above;
    if (nearest === undefined) throw new Error('some stand above the root');
    const met = metAt(layout, {
      fromX: root.x + root.width / 2,
      toX: nearest.entry.x,
      y: (root.y + nearest.entry.y) / 2,
    });
    // Who goes furthest goes up next to the root.
    expect(met).toEqual(above.toReversed().map(({ id }) => id));
  },
);

test.each([8, 25, 60])(
  '[LAY-23] that %i branches part costs no room: the lines stay within that of the words',
  (count) => {
    const garden = town(count);
    const layout = createLayout(garden.map, measurer);
    const area = ({ width, height }: Rect): number => width * height;
    const words = boxes(garden, layout).reduce<Rect | null>((all, box) => (all === null ? box : union(all, box)), null);
    if (words === null) throw new Error('the town is in sight');
    expect(area(layout.bounds()) / area(words)).toBeLessThan(1.03);
  },
);

/** A town of so many quarters, each with so many streets, each with eight houses. */
function city(quarters: number, streets: number): Outline {
  const lines = ['city'];
  for (let quarter = 1; quarter <= quarters; quarter++) {
    lines.push(`  quarter ${quarter}`);
    for (let street = 1; street <= streets; street++) {
      lines.push(`    street ${street} of ${quarter}`);
      for (let house = 1; house <= 8; house++) lines.push(`      house ${house} in ${street} of ${quarter}`);
    }
  }
  return outline(lines.join('\n'));
}

/** Points along a path, so many on each of its cubics. */
function along(path: PathData, { x, y }: Point): readonly Point[] {
  const points: Point[] = [];
  const go = (toX: number, toY: number): void => void points.push({ x: toX, y: toY });
  const bend = (bx: number, by: number, cx: number, cy: number, dx: number, dy: number): void => {
    const a = points.at(-1) ?? { x: dx, y: dy };
    for (let step = 1; step <= 24; step++) {
      const t = step / 24;
      const [p, q, r, w] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
      points.push({ x: p * a.x + q * bx + r * cx + w * dx, y: p * a.y + q * by + r * cy + w * dy });
    }
  };
  playPath(path, { moveTo: go, lineTo: go, bezierCurveTo: bend, closePath: () => undefined }, x, y);
  return points;
}

function distance(point: Point, line: readonly Point[]): number {
  let least = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [a = point, b = point] = [line[i - 1], line[i]];
    const squared = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
    const share = squared === 0 ? 0 : ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / squared;
    const near = between(a, b, Math.max(0, Math.min(1, share)));
    least = Math.min(least, Math.hypot(point.x - near.x, point.y - near.y));
  }
  return least;
}

test('[LAY-23] in a map of ten thousand no branch sticks out of the line that it follows', () => {
  const garden = city(12, 92);
  const layout = createLayout(garden.map, measurer);
  const all = layout.scene.bounds();
  if (all === null) throw new Error('the city is in sight');
  const ids = new Set(['quarter 1', 'quarter 5', 'quarter 12', 'street 1 of 1', 'street 40 of 1'].map(garden.id));
  const seen = layout.scene.visible(all).filter(({ group }) => [...ids].some((id) => id === group.id));
  expect(seen).toHaveLength(5);
  for (const { group, x, y } of seen) {
    const [branch] = group.under;
    if (branch?.kind !== 'fill' || branch.spine === undefined) throw new Error('a branch is filled');
    const spine = along(branch.spine, { x, y });
    const furthest = along(branch.path, { x, y }).reduce((most, point) => Math.max(most, distance(point, spine)), 0);
    expect(furthest).toBeLessThan(7);
  }
});

test('[LAY-23] many branches of one colour are one stem, and not a bar', () => {
  const garden = city(1, 92);
  const layout = createLayout(garden.map, measurer);
  const drawn = linesOf(layout);
  const at = (street: number): number => layout.box(garden.id(`street ${street} of 1`))?.entry.y ?? NaN;
  const [from, to] = [at(20), at(35)];
  const met = Array.from({ length: 15 }, (_, i) => drawn.get(garden.id(`street ${i + 1} of 1`)) ?? [])
    .flat()
    .filter(({ y }) => y > from && y < to)
    .map(({ x }) => x);
  expect(met.length).toBeGreaterThan(15);
  expect(Math.max(...met) - Math.min(...met)).toBeLessThan(1);
});

test('[LAY-7] [LAY-23] branches that stay where they are part anew when the first and the last of their side grow', () => {
  const garden = town(10);
  const layout = createLayout(garden.map, measurer);
  const before = linesOf(layout);
  const text = 'tall\n'.repeat(30);
  const grow = ['street 1 of quarter 1', 'street 20 of quarter 5'].map((words) => {
    return { kind: 'set', id: garden.id(words), fields: { text } } as const;
  });
  const still = layout.box(garden.id('quarter 3'));
  layout.update(garden.map, must(garden.change(...grow)).touched);
  expect(layout.box(garden.id('quarter 3'))).toEqual(still);
  expect(linesOf(layout).get(garden.id('quarter 2'))).not.toEqual(before.get(garden.id('quarter 2')));
  expect(linesOf(layout)).toEqual(linesOf(createLayout(garden.map, measurer)));
});
