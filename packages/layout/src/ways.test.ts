import { makeIds, must } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { type Link, newLinkId, type Point } from '@bough/map';
import { type Command, playPath } from '@bough/scene';
import { createInterMeasurer } from '@bough/text';
import { expect, test } from 'vitest';
import { createLayout, type ItemBox, type Layout } from './index.ts';
import { type Outline, outline } from './testing/outline.ts';

const measurer = createInterMeasurer();
const ids = makeIds(new VirtualClock(), seededRandom(7));
/** How much of a box, at its edges, is air around its words. */
const INSET = 3;

function put(garden: Outline, layout: Layout, from: string, to: string, points: readonly Point[] = []): Link {
  const ends = { from: garden.id(from), to: garden.id(to) };
  const link: Link = { id: newLinkId(ids), ...ends, label: '', colour: null, arrow: 'end', points };
  layout.update(garden.map, must(garden.change({ kind: 'link', link })).touched);
  return link;
}

/** Points along the link, closer together than letters are high. */
function alongLink(layout: Layout, link: Link): readonly Point[] {
  const drawn = layout.scene.visible(layout.bounds()).find(({ group }) => group.id === `link:${link.id}`);
  return pointsOn(drawn?.group.commands[0]);
}

function pointsOn(command: Command | undefined): readonly Point[] {
  if (command?.kind !== 'stroke') throw new Error('the link is drawn');
  const points: Point[] = [];
  let [x0, y0] = [0, 0];
  playPath(command.path, {
    moveTo: (x, y) => ([x0, y0] = [x, y]),
    lineTo: () => undefined,
    closePath: () => undefined,
    bezierCurveTo(x1, y1, x2, y2, x, y) {
      for (let i = 0; i <= 400; i++) {
        const t = i / 400;
        const [a, b, c, d] = [(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t ** 3];
        points.push({ x: a * x0 + b * x1 + c * x2 + d * x, y: a * y0 + b * y1 + c * y2 + d * y });
      }
    },
  });
  return points;
}

function boxOf(garden: Outline, layout: Layout, words: string): ItemBox {
  const box = layout.box(garden.id(words));
  if (box === null) throw new Error(`${words} is in sight`);
  return box;
}

function struckBy(garden: Outline, layout: Layout, points: readonly Point[]): string[] {
  const isIn = ({ x, y, width, height }: ItemBox, at: Point): boolean =>
    at.x > x + INSET && at.x < x + width - INSET && at.y > y + INSET && at.y < y + height - INSET;
  return [...garden.map.items.values()].flatMap(({ id, text }) => {
    const box = layout.box(id);
    return box !== null && points.some((at) => isIn(box, at)) ? [text] : [];
  });
}

/** Whether a link ends beside the middle of an edge of the box, and not in it. */
function isAtEdge({ x, y, width, height }: ItemBox, at: Point | undefined): boolean {
  if (at === undefined) return false;
  const [dx, dy] = [Math.abs(at.x - x - width / 2), Math.abs(at.y - y - height / 2)];
  const isBeside = Math.abs(dx - width / 2 - 4) < 0.01 && dy < 0.01;
  const isAbove = Math.abs(dy - height / 2 - 4) < 0.01 && dx < 0.01;
  return isBeside || isAbove;
}

const ROW = {
  One: { offset: { x: 0, y: 0 } },
  'in between': { offset: { x: 300, y: 0 } },
  Three: { offset: { x: 600, y: 0 } },
};

test('[LAY-25] a link goes around words that stand in its way, and straight again when they are gone', () => {
  const garden = outline('One\nin between\nThree', ROW);
  const layout = createLayout(garden.map, measurer);
  const link = put(garden, layout, 'One', 'Three');
  const around = alongLink(layout, link);
  expect(struckBy(garden, layout, around)).toEqual([]);
  expect(Math.max(...around.map(({ y }) => Math.abs(y - (around[0]?.y ?? 0))))).toBeGreaterThan(10);
  const away = { offset: { x: 300, y: 400 } };
  layout.update(garden.map, must(garden.change({ kind: 'set', id: garden.id('in between'), fields: away })).touched);
  const straight = alongLink(layout, link);
  expect(Math.max(...straight.map(({ y }) => Math.abs(y - (straight[0]?.y ?? 0))))).toBeLessThan(0.01);
});

test.each([
  ['siblings, a longer one between them', 'root\n  a\n  a much longer one than both\n    leaf\n  b', 'a', 'b'],
  ['across the root', 'root\n  right\n    first\n    second\n  left\n    third\n    fourth', 'first', 'fourth'],
  [
    'from a branch to a leaf of another',
    'root\n  a\n    one\n    two\n    three\n  b\n    four\n    five',
    'a',
    'four',
  ],
  ['from the root to a leaf', 'root\n  a\n    one\n    two\n      deep\n  b', 'root', 'deep'],
])('[LAY-25] %s: it strikes through no words, and ends at edges', (_case, text, from, to) => {
  const garden = outline(text);
  const layout = createLayout(garden.map, measurer);
  const points = alongLink(layout, put(garden, layout, from, to));
  expect(struckBy(garden, layout, points)).toEqual([]);
  expect(isAtEdge(boxOf(garden, layout, from), points[0])).toBe(true);
  expect(isAtEdge(boxOf(garden, layout, to), points.at(-1))).toBe(true);
});

/** Four branches of four, with so many leaves each. */
function town(): Outline {
  const lines = ['town'];
  for (const quarter of ['north', 'south', 'east', 'west']) {
    lines.push(`  ${quarter}`);
    for (let street = 1; street <= 4; street++) {
      lines.push(`    street ${street} in the ${quarter}`);
      for (let house = 1; house <= 3; house++) lines.push(`      ${quarter} ${street}.${house}`);
    }
  }
  return outline(lines.join('\n'));
}

test('[LAY-25] of links all over a map few strike through words, and none through more than its direct curve', () => {
  const garden = town();
  const layout = createLayout(garden.map, measurer);
  const all = [...garden.map.items.values()].map(({ text }) => text);
  let before = 0;
  let after = 0;
  for (let i = 0; i < all.length; i++) {
    const [from, to] = [all[i] ?? '', all[(i * 17 + 5) % all.length] ?? ''];
    if (from === to) continue;
    const link = put(garden, layout, from, to);
    const struck = struckBy(garden, layout, alongLink(layout, link)).length;
    const direct = struckBy(garden, layout, directly(garden, layout, from, to)).length;
    expect(struck, `${from} to ${to}`).toBeLessThanOrEqual(direct);
    before += Math.sign(direct);
    after += Math.sign(struck);
  }
  expect(before).toBeGreaterThan(20);
  expect(after / before).toBeLessThan(0.3);
});

/** The curve between the nearest sides of both, as somebody would draw it who sees nothing else. */
function directly(garden: Outline, layout: Layout, from: string, to: string): readonly Point[] {
  const empty = createLayout(garden.map, measurer);
  const link = put(garden, empty, from, to);
  // Bent by hand to where its controls are without a hand: such a link goes around nothing.
  const [a, b] = [boxOf(garden, layout, from), boxOf(garden, layout, to)];
  const isRightOf = b.x > a.x + a.width;
  const isLeftOf = a.x > b.x + b.width;
  const areBothLeft = !isRightOf && !isLeftOf && a.depth > 0 && a.side === 'left' && b.depth > 0 && b.side === 'left';
  const [leaves, enters] = [isLeftOf || areBothLeft ? -1 : 1, isRightOf || areBothLeft ? -1 : 1];
  const edge = (box: ItemBox, side: number): Point => ({
    x: side === 1 ? box.x + box.width + 4 : box.x - 4,
    y: box.y + box.height / 2,
  });
  const [start, end] = [edge(a, leaves), edge(b, enters)];
  const reach = Math.max(36, Math.min(160, Math.hypot(end.x - start.x, end.y - start.y) * 0.36));
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  const points = [
    { x: start.x + leaves * reach - middle.x, y: start.y - middle.y },
    { x: end.x + enters * reach - middle.x, y: end.y - middle.y },
  ];
  must(garden.change({ kind: 'link', link: { ...link, points } }));
  const bent = alongLink(createLayout(garden.map, measurer), link);
  must(garden.change({ kind: 'unlink', id: link.id }));
  return bent;
}

test('[LAY-25] a link that was bent by hand stays as it was bent', () => {
  const garden = outline('One\nin between\nThree', ROW);
  const layout = createLayout(garden.map, measurer);
  const points = alongLink(layout, put(garden, layout, 'One', 'Three', [{ x: 0, y: 0 }]));
  expect(struckBy(garden, layout, points)).toEqual(['in between']);
});

test('[LAY-26] the shape of a link fits its curve, wherever that goes', () => {
  const garden = outline('One\nin between\nThree', ROW);
  const layout = createLayout(garden.map, measurer);
  for (const points of [[], [{ x: 0, y: 240 }], [{ x: -300, y: -120 }]]) {
    const link = put(garden, layout, 'One', 'Three', points);
    const curve = alongLink(layout, link);
    const shape = layout.link(link.id);
    if (shape === null) throw new Error('the link is in the picture');
    const [xs, ys] = [curve.map(({ x }) => x), curve.map(({ y }) => y)];
    expect(shape.bounds.x).toBeCloseTo(Math.min(...xs), -0.5);
    expect(shape.bounds.y).toBeCloseTo(Math.min(...ys), -0.5);
    expect(shape.bounds.x + shape.bounds.width).toBeCloseTo(Math.max(...xs), -0.5);
    expect(shape.bounds.y + shape.bounds.height).toBeCloseTo(Math.max(...ys), -0.5);
    expect(pointsOn(shape.drawn)).toEqual(curve);
    expect(curve).toContainEqual(shape.middle);
    must(garden.change({ kind: 'unlink', id: link.id }));
  }
  expect(layout.link(newLinkId(ids))).toBeNull();
});

test('[LAY-27] a link stands still while items glide, unless a glide names it', () => {
  const garden = outline('Garden\n  One\n  Two\n  Three\n  Four');
  const layout = createLayout(garden.map, measurer);
  const link = put(garden, layout, 'One', 'Four');
  const group = `link:${link.id}`;
  const shown = (glide: ReadonlyMap<string, { dx: number; dy: number; alpha: number }>) => {
    const found = layout.scene.visible(layout.bounds(), glide).find((placed) => placed.group.id === group);
    return found === undefined ? null : [found.x, found.y, found.alpha];
  };
  const [x = 0, y = 0] = shown(new Map()) ?? [];
  expect(shown(new Map([[garden.id('One'), { dx: 9, dy: 9, alpha: 0.5 }]]))).toEqual([x, y, 1]);
  expect(shown(new Map([[group, { dx: 9, dy: -4, alpha: 0 }]]))).toEqual([x + 9, y - 4, 0]);
});
