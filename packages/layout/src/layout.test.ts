import { must, parsePersonId } from '@bough/base';
import { applyOps, type Applied, childrenOf, emptyMap, type ItemId, type MindMap, newLinkId } from '@bough/map';
import { Dice, Memory, randomOps } from '@bough/map/testing';
import { createInterMeasurer } from '@bough/text';
import { describe, expect, test } from 'vitest';
import { createLayout, type ItemBox, type Layout } from './index.ts';
import { outline } from './testing/outline.ts';

const measurer = createInterMeasurer();
const GARDEN = `
Garden
  Beds
    Beans
    Carrots in long boxes without any stones
    Herbs
      Thyme
      Sage
      Mint
  Money
    Wood
    Tools
  Plan
    May
    June
  Questions
    Water
`;

function boxes(map: MindMap, layout: Layout): ItemBox[] {
  return [...map.items.keys()].flatMap((id) => layout.box(id) ?? []);
}

function box(layout: Layout, id: ItemId): ItemBox {
  const found = layout.box(id);
  if (found === null) throw new Error('the item is not in sight');
  return found;
}

function overlap(a: ItemBox, b: ItemBox): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Everything that can be seen, as plain values. */
function picture(map: MindMap, layout: Layout): unknown {
  const groups = layout.scene.visible(layout.bounds());
  return {
    bounds: layout.bounds(),
    boxes: boxes(map, layout),
    groups: groups.toSorted((a, b) => (a.group.id < b.group.id ? -1 : 1)),
  };
}

describe('placing', () => {
  test('[LAY-1] no two boxes that nobody placed by hand overlap', () => {
    let pairs = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const map = randomMap(seed, 150);
      const layout = createLayout(map, measurer);
      const found = boxes(map, layout);
      for (const [i, a] of found.entries()) {
        for (const b of found.slice(i + 1)) {
          pairs++;
          expect(overlap(a, b), `seed ${seed}: ${a.id} and ${b.id}`).toBe(false);
        }
      }
    }
    expect(pairs).toBeGreaterThan(3_000);
  });

  test('[LAY-2] children stand outward of their parent, in their order', () => {
    const { map } = outline(GARDEN);
    const layout = createLayout(map, measurer);
    for (const item of map.items.values()) {
      const children = childrenOf(map, item.id).map((id) => box(layout, id));
      const parent = box(layout, item.id);
      for (const side of ['left', 'right'] as const) {
        const level = children.filter((child) => child.side === side);
        for (const child of level) {
          if (side === 'right') expect(child.x).toBeGreaterThan(parent.x + parent.width);
          else expect(child.x + child.width).toBeLessThan(parent.x);
        }
        for (const [i, child] of level.slice(1).entries())
          expect(child.entry.y).toBeGreaterThan(level[i]?.entry.y ?? 0);
      }
    }
  });

  test('[LAY-3] sides are as set; without a setting the first half goes right', () => {
    const { map, id } = outline(GARDEN, { Questions: { side: 'right' } });
    const layout = createLayout(map, measurer);
    const sides = ['Beds', 'Money', 'Plan', 'Questions'].map((words) => box(layout, id(words)).side);
    expect(sides).toEqual(['right', 'right', 'left', 'right']);
    expect(box(layout, id('May')).side).toBe('left');
    expect(layout.lighterSide(id('Garden'))).toBe('left');
  });

  test('[LAY-4] a fold hides what is below it and counts it', () => {
    const garden = outline(GARDEN, { Beds: { isFolded: true } });
    const layout = createLayout(garden.map, measurer);
    expect(layout.box(garden.id('Thyme'))).toBeNull();
    expect(box(layout, garden.id('Beds')).hidden).toBe(6);
    const whole = createLayout(garden.map, measurer, { ignoresFolds: true });
    expect(whole.box(garden.id('Thyme'))).not.toBeNull();
    const opened = must(garden.change({ kind: 'set', id: garden.id('Beds'), fields: { isFolded: false } }));
    layout.update(garden.map, opened.touched);
    expect(layout.box(garden.id('Thyme'))).not.toBeNull();
  });

  test('[LAY-24] what somebody folds or opens for themself goes before what the map says, in a fresh layout and later', () => {
    const garden = outline(GARDEN, { Beds: { isFolded: true } });
    const [beds, thyme, money] = [garden.id('Beds'), garden.id('Thyme'), garden.id('Money')];
    const folds = new Map([
      [beds, false],
      [money, true],
    ]);
    const layout = createLayout(garden.map, measurer, { folds });
    expect(layout.box(thyme)).not.toBeNull();
    expect([box(layout, beds).isFolded, box(layout, money).isFolded]).toEqual([false, true]);
    expect(box(layout, money).hidden).toBe(2);
    const change = must(garden.change({ kind: 'set', id: money, fields: { text: 'Coins' } }));
    layout.showFolds(new Map());
    layout.update(garden.map, { ...change.touched, items: new Set([beds, money]) });
    expect(layout.box(thyme)).toBeNull();
    expect([box(layout, beds).isFolded, box(layout, money).isFolded]).toEqual([true, false]);
    expect(garden.map.items.get(beds)?.isFolded).toBe(true);
  });

  test('[LAY-5] what is placed by hand stands there, its branch with it, and takes no room from others', () => {
    const plain = outline(GARDEN);
    const placed = outline(GARDEN, { Money: { offset: { x: 300, y: 500 } } });
    const layout = createLayout(placed.map, measurer);
    const [root, money] = [box(layout, placed.id('Garden')), box(layout, placed.id('Money'))];
    expect(money.entry).toEqual({ x: root.x + root.width / 2 + 300, y: root.y + root.height / 2 + 500 });
    expect(money.isPlaced).toBe(true);
    const before = createLayout(plain.map, measurer);
    const moved = box(layout, placed.id('Wood'));
    expect(moved.x - money.x).toBeCloseTo(box(before, plain.id('Wood')).x - box(before, plain.id('Money')).x, 9);
  });

  test('[LAY-5] the offset that is answered for a point puts the box there', () => {
    const garden = outline(GARDEN);
    const layout = createLayout(garden.map, measurer);
    for (const topLeft of [
      { x: 400, y: 300 },
      { x: -700, y: -250 },
    ]) {
      const offset = layout.offsetAt(garden.id('Money'), topLeft);
      const { touched } = must(garden.change({ kind: 'set', id: garden.id('Money'), fields: { offset } }));
      layout.update(garden.map, touched);
      const { x, y } = box(layout, garden.id('Money'));
      expect(x).toBeCloseTo(topLeft.x, 6);
      expect(y).toBeCloseTo(topLeft.y, 6);
    }
  });

  test('[LAY-6] roots stand side by side without touching', () => {
    const { map, id } = outline('One\n  a\n  b\nTwo\n  c\n  d\nThree');
    const layout = createLayout(map, measurer);
    const reach = (words: string) => layout.subtreeBounds(id(words)) ?? { x: 0, width: 0 };
    expect(reach('One').x + reach('One').width).toBeLessThan(reach('Two').x);
    expect(reach('Two').x + reach('Two').width).toBeLessThan(reach('Three').x);
  });
});

describe('following changes', () => {
  test('[LAY-7] after any changes the picture is that of a layout made afresh', () => {
    let applied = 0;
    for (let seed = 100; seed < 130; seed++) {
      const dice = new Dice(seed);
      const memory = new Memory();
      const map = emptyMap();
      const layout = createLayout(map, measurer);
      for (let i = 0; i < 60; i++) {
        const outcome = randomStep(dice, map, memory);
        if (outcome === null) continue;
        applied++;
        layout.update(map, outcome.touched);
        if (i % 6 === 0 || i > 55) {
          expect(picture(map, layout), `seed ${seed}, change ${i}`).toEqual(picture(map, createLayout(map, measurer)));
        }
      }
    }
    expect(applied).toBeGreaterThan(500);
  });

  test('[LAY-8] an update names what it drew, took away and moved; a pushed branch moves as one', () => {
    const garden = outline(GARDEN);
    const layout = createLayout(garden.map, measurer);
    const before = new Map(boxes(garden.map, layout).map((one) => [one.id, one]));
    const carrots = 'Carrots in long boxes without any stones';
    const words = 'Carrots\nand\nmore\ncarrots';
    const { touched } = must(garden.change({ kind: 'set', id: garden.id(carrots), fields: { text: words } }));
    const change = layout.update(garden.map, touched);
    expect(change.changed.has(garden.id(carrots))).toBe(true);
    expect(change.added.size).toBe(0);
    expect(change.changed.has(garden.id('Thyme'))).toBe(false);
    const herbs = change.moved.find((one) => one.id === garden.id('Herbs'));
    const [old, now] = [before.get(garden.id('Thyme')), box(layout, garden.id('Thyme'))];
    expect(herbs).toBeDefined();
    expect(now.y).not.toBe(old?.y);
    const gone = must(garden.change({ kind: 'remove', id: garden.id('Herbs') }));
    layout.scene.visible(layout.bounds());
    const exit = box(layout, garden.id('Beds')).exits[0];
    const without = layout.update(garden.map, gone.touched);
    expect([...without.removed]).toContain(garden.id('Sage'));
    expect(without.gone.map(({ groups, from }) => [groups.length, from])).toEqual([[4, exit]]);
    expect(layout.box(garden.id('Sage'))).toBeNull();
  });

  test('[LAY-9] links follow their ends and go with them', () => {
    const garden = outline(GARDEN);
    const layout = createLayout(garden.map, measurer);
    const id = newLinkId(new Dice(5).ids);
    const ends = { from: garden.id('Thyme'), to: garden.id('June') };
    const link = { id, ...ends, label: 'dries in', colour: null, arrow: 'end', points: [] } as const;
    const put = must(garden.change({ kind: 'link', link }));
    expect(layout.update(garden.map, put.touched).changed.has(`link:${id}`)).toBe(true);
    const folded = must(garden.change({ kind: 'set', id: garden.id('Herbs'), fields: { isFolded: true } }));
    expect(layout.update(garden.map, folded.touched).removed.has(`link:${id}`)).toBe(true);
    const seen = layout.scene.visible(layout.bounds()).map(({ group }) => group.id);
    expect(seen).not.toContain(`link:${id}`);
  });
});

test('[LAY-9] a label makes way for what stands in the middle of its curve', () => {
  const map = outline('One\nTwo\nThree', {
    One: { offset: { x: 0, y: 0 } },
    Two: { offset: { x: 300, y: 0 } },
    Three: { offset: { x: 600, y: 0 } },
  });
  const layout = createLayout(map.map, measurer);
  const id = newLinkId(new Dice(5).ids);
  const ends = { from: map.id('One'), to: map.id('Three') };
  // Bent by hand to a straight line: such a link goes through what stands there.
  const points = [{ x: 0, y: 0 }];
  const link = { id, ...ends, label: 'far', colour: null, arrow: 'end', points } as const;
  layout.update(map.map, must(map.change({ kind: 'link', link })).touched);
  const labelAt = (): number => {
    const placed = layout.scene.visible(layout.bounds()).find(({ group }) => group.id === `link:${id}`);
    const text = placed?.group.commands.find((command) => command.kind === 'text');
    return text === undefined ? Number.NaN : text.bounds.x + text.bounds.width / 2;
  };
  expect(Math.abs(labelAt() - 300)).toBeGreaterThan(box(layout, map.id('Two')).width / 2);
  const fields = { offset: { x: 300, y: 400 } };
  layout.update(map.map, must(map.change({ kind: 'set', id: map.id('Two'), fields })).touched);
  expect(Math.abs(labelAt() - 300)).toBeLessThan(20);
});

describe('answers', () => {
  const garden = outline(GARDEN, { Tools: { checkbox: 'open', href: 'https://example.org/' } });
  const layout = createLayout(garden.map, measurer);
  const id = garden.id;

  test('[LAY-10] a point on words is the item, one on a branch is its line', () => {
    const wood = box(layout, id('Wood'));
    expect(layout.hit({ x: wood.x + wood.width / 2, y: wood.y + 6 }, 0)).toMatchObject({
      kind: 'item',
      id: id('Wood'),
    });
    const end = { x: wood.entry.x - 3, y: wood.entry.y };
    expect(layout.hit(end, 0)).toMatchObject({ kind: 'line', id: id('Wood') });
    expect(layout.hit({ x: 5_000, y: 5_000 }, 10)).toBeNull();
    const tools = box(layout, id('Tools'));
    expect(layout.hit({ x: tools.x + 11, y: tools.y + 9 }, 0)).toMatchObject({ kind: 'checkbox', id: id('Tools') });
  });

  test('[LAY-11] arrows go to the parent, to children, and to what stands above and below', () => {
    expect(layout.neighbour(id('Beds'), 'left')).toBe(id('Garden'));
    expect(layout.neighbour(id('Money'), 'down')).not.toBeNull();
    expect(layout.neighbour(id('Thyme'), 'down')).toBe(id('Sage'));
    expect(layout.neighbour(id('Sage'), 'up')).toBe(id('Thyme'));
    expect(layout.neighbour(id('Plan'), 'right')).toBe(id('Garden'));
    expect([id('Beds'), id('Money')]).toContain(layout.neighbour(id('Garden'), 'right'));
  });

  test('[LAY-12] a drop lands between siblings, on an item, or free', () => {
    const [thyme, sage] = [box(layout, id('Thyme')), box(layout, id('Sage'))];
    const between = { x: thyme.x + 2, y: (thyme.entry.y + sage.y) / 2 + 0.5 };
    expect(layout.drop(between, new Set([id('Wood')]))).toMatchObject({ parent: id('Herbs'), index: 1 });
    const wood = box(layout, id('Wood'));
    const onWood = { x: wood.x + wood.width / 2, y: wood.y + wood.height / 2 };
    expect(layout.drop(onWood, new Set([id('Beans')]))).toMatchObject({ parent: id('Wood'), index: 0 });
    expect(layout.drop({ x: 9_000, y: 0 }, new Set([id('Beans')]))).toMatchObject({ parent: null });
    expect(layout.drop(onWood, new Set([id('Garden')]))).toBeNull();
    const inside = layout.drop({ x: thyme.x, y: thyme.y }, new Set([id('Herbs')]));
    expect(inside?.parent).not.toBe(id('Herbs'));
  });

  test('[LAY-13] the words of an item are told where they stand', () => {
    const words = layout.words(id('Carrots in long boxes without any stones'));
    expect(words?.lines.map((line) => line.text).join(' ')).toBe('Carrots in long boxes without any stones');
    expect(words?.font.size).toBe(13);
    expect(layout.words(id('Garden'))?.font.size).toBe(17);
  });

  test('[LAY-14] what is in a rectangle is found', () => {
    const all = layout.itemsIn(layout.bounds());
    expect(all.length).toBe(garden.map.items.size);
    expect(layout.itemsIn(box(layout, id('Mint')))).toContain(id('Mint'));
  });

  test('[LAY-15] hues are handed out in order, and the next is the one used least', () => {
    expect(['Beds', 'Money', 'Plan', 'Questions'].map((one) => box(layout, id(one)).colour)).toEqual([
      'branch:0',
      'branch:1',
      'branch:2',
      'branch:3',
    ]);
    expect(layout.nextHue(id('Garden'))).toBe('4');
    expect(box(layout, id('Beans')).colour).toMatch(/^branch:0:-?[\d.]+:-?[\d.]+$/);
  });
});

function randomStep(dice: Dice, map: MindMap, memory: Memory): Applied | null {
  const author = parsePersonId(dice.ids.long());
  if (author === null) throw new Error('ids make ids');
  const outcome = applyOps(map, { author, at: 1, ops: randomOps(dice, map, memory) });
  return outcome.ok ? outcome.value : null;
}

function randomMap(seed: number, changes: number): MindMap {
  const dice = new Dice(seed);
  const memory = new Memory();
  const map = emptyMap();
  for (let i = 0; i < changes; i++) randomStep(dice, map, memory);
  const author = parsePersonId(dice.ids.long());
  if (author === null) throw new Error('ids make ids');
  const fields = { offset: null };
  for (const id of map.items.keys()) must(applyOps(map, { author, at: 1, ops: [{ kind: 'set', id, fields }] }));
  return map;
}
