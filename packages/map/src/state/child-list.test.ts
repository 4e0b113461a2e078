import { expect, test } from 'vitest';
import { ChildList, standsBefore } from './child-list.ts';
import { makeItem } from '../model/fields.ts';
import type { Item, ItemId } from '../model/model.ts';
import { Dice } from '../testing/dice.ts';

test('[MAP-8] a long list of children is what a sorted array would be, and what was handed out never changes', () => {
  const dice = new Dice(8);
  const items = new Map<ItemId, Item>();
  const lookup = (id: ItemId): Item | undefined => items.get(id);
  const list = new ChildList([]);
  let expected: Item[] = [];
  const handedOut: { given: readonly ItemId[]; looked: string }[] = [];
  for (let i = 0; i < 6000; i++) {
    if (expected.length > 0 && dice.chance(i < 4000 ? 0.2 : 0.7)) {
      const item = expected[dice.below(expected.length)];
      if (item === undefined) continue;
      list.remove(item, lookup);
      items.delete(item.id);
      expected = expected.filter((other) => other !== item);
    } else {
      const item = makeItem(dice.ids.short() as ItemId, null, `a${dice.below(10)}${dice.below(9) + 1}`, '', undefined);
      items.set(item.id, item);
      list.insert(item, lookup);
      expected.push(item);
    }
    if (i % 97 !== 0) continue;
    expected.sort((a, b) => (standsBefore(a, b) ? -1 : 1));
    expect(list.snapshot()).toEqual(expected.map((item) => item.id));
    handedOut.push({ given: list.snapshot(), looked: list.snapshot().join() });
  }
  for (const { given, looked } of handedOut) expect(given.join()).toBe(looked);
  expect(new ChildList(Array.from({ length: 2000 }, (_, i) => String(i) as ItemId)).snapshot()).toHaveLength(2000);
});
