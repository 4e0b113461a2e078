import { must } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import type { ItemId, Point } from '@bough/map';
import { createInterMeasurer } from '@bough/text';
import { expect, test } from 'vitest';
import { branchCurve, type Cubic } from './draw/branch-shape.ts';
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

/** The middle line of the branch to an item, as it is drawn. */
function lineTo(garden: Outline, layout: Layout, id: ItemId): readonly Cubic[] {
  const parent = garden.map.items.get(id)?.parent ?? null;
  const [from, to] = [parent === null ? null : layout.box(parent), layout.box(id)];
  if (from === null || to === null) return [];
  const side = to.side === 'left' ? -1 : 1;
  const start = from.exits[side === 1 ? 0 : from.exits.length - 1] ?? from.entry;
  return branchCurve(start, to.entry, side, []);
}

function alongLine([cubic]: readonly Cubic[]): Point[] {
  if (cubic === undefined) return [];
  const { a, b, c, d } = cubic;
  const at = (t: number, of: (point: Point) => number): number => {
    const u = 1 - t;
    return u ** 3 * of(a) + 3 * u * u * t * of(b) + 3 * u * t * t * of(c) + t ** 3 * of(d);
  };
  return Array.from({ length: 39 }, (_, i) => ({
    x: at((i + 1) / 40, ({ x }) => x),
    y: at((i + 1) / 40, ({ y }) => y),
  }));
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
    for (const { id } of all) {
      const points = alongLine(lineTo(garden, layout, id));
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
