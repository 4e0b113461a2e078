import { makeIds, must, type PersonId } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { applyOps, emptyMap, type ItemId, type MindMap, newItemId, type Op, Orders } from '@bough/map';
import { expect, test } from 'vitest';
import { cardOf, layOutForCard } from './card.ts';
import { layOut } from './lay-out.ts';

const ids = makeIds({ now: () => 0 }, seededRandom(1));

/** A root with so many branches, each with so many leaves; and all of their ids, level by level. */
function mapOf(branches: number, leaves: number): { readonly map: MindMap; readonly levels: readonly ItemId[][] } {
  const map = emptyMap();
  const orders = new Orders(seededRandom(2));
  const levels: ItemId[][] = [[], [], []];
  const ops: Op[] = [];
  let last: string | null = null;
  const add = (depth: number, parent: ItemId | null): ItemId => {
    const id = newItemId(ids);
    levels[depth]?.push(id);
    last = orders.between(last, null);
    ops.push({ kind: 'add', id, parent, order: last, fields: { text: `item ${ops.length}` } });
    return id;
  };
  const root = add(0, null);
  for (let i = 0; i < branches; i++) {
    const branch = add(1, root);
    for (let j = 0; j < leaves; j++) add(2, branch);
  }
  must(applyOps(map, { author: ids.long() as PersonId, at: 1, ops }));
  return { map, levels };
}

async function shownOf(map: MindMap, items: readonly ItemId[]) {
  const layout = await layOutForCard(map);
  const { x, y, width, height } = cardOf(map, layout);
  expect(width / height).toBeCloseTo(4 / 3);
  const isWhole = (id: ItemId): boolean => {
    const box = layout.box(id);
    const isIn = box !== null && box.x >= x && box.x + box.width <= x + width;
    return box !== null && isIn && box.y >= y && box.y + box.height <= y + height;
  };
  return { width, whole: items.filter(isWhole).length, placed: items.filter((id) => layout.box(id) !== null).length };
}

test('[EXP-7] of a map that is higher than a card the levels are shown that are not, whole', async () => {
  const { map, levels } = mapOf(12, 36);
  expect((await layOut(map)).bounds().height).toBeGreaterThan(3_000);
  const [roots = [], branches = [], leaves = []] = levels;
  expect(await shownOf(map, [...roots, ...branches])).toMatchObject({ whole: 13, placed: 13 });
  expect(await shownOf(map, leaves)).toMatchObject({ placed: 0 });
  // One that is low enough is shown with all of its levels.
  const small = mapOf(4, 3);
  expect(await shownOf(small.map, small.levels.flat())).toMatchObject({ whole: 17, placed: 17 });
});

test('[EXP-7] a root with more branches than a card is high is shown whole, smaller, and one with hundreds where its root is', async () => {
  const { map, levels } = mapOf(40, 2);
  const tall = await shownOf(map, levels[1] ?? []);
  expect(tall).toMatchObject({ whole: 40, placed: 40 });
  expect(tall.width).toBeGreaterThan(760);
  const huge = mapOf(600, 0);
  expect((await shownOf(huge.map, huge.levels[0] ?? [])).whole).toBe(1);
  expect((await shownOf(huge.map, huge.levels[1] ?? [])).width).toBe(1_520);
});

test('[EXP-7] a map that is low is shown with all of its levels, however many they are', async () => {
  const map = emptyMap();
  const author = ids.long() as PersonId;
  const line = Array.from({ length: 400 }, () => newItemId(ids));
  const ops = line.map((id, at): Op => ({
    kind: 'add',
    id,
    parent: line[at - 1] ?? null,
    order: 'a0',
    fields: { text: 'on' },
  }));
  must(applyOps(map, { author, at: 1, ops }));
  const layout = await layOutForCard(map);
  expect(line.every((id) => layout.box(id) !== null)).toBe(true);
});
