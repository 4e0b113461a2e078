import { makeIds, parsePersonId } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { apply, check, childrenOf, emptyMap, Orders } from '@bough/map';
import { expect, it } from 'vitest';
import { parseOutline } from './outline.ts';
import { plantOps, spreadSides } from './plant.ts';

const outline = 'Root\n\tBig\n\t\ta\n\t\tb\n\t\tc\n\tSmall\n\tAlso\n\t\td';

function seeds() {
  const random = seededRandom(1);
  return { ids: makeIds({ now: () => 0 }, random), orders: new Orders(random) };
}

it('[EDIT-20] an outline planted into nothing is a whole map in the order of its lines', () => {
  const map = emptyMap();
  const made = apply(map, {
    author: makeIds({ now: () => 1 }, seededRandom(2)).long() as never,
    at: 1,
    ops: plantOps(map, outline, seeds()),
  });
  expect(made.ok).toBe(true);
  expect(check(map)).toEqual([]);
  const words = (id: Parameters<typeof childrenOf>[1]): string[] =>
    childrenOf(map, id).flatMap((child) => [map.items.get(child)?.text ?? '', ...words(child)]);
  expect(words(null)).toEqual(['Root', 'Big', 'a', 'b', 'c', 'Small', 'Also', 'd']);
});

it('[EDIT-20] branches stand right until half of all there is stands there, then left, each in a hue of its own', () => {
  expect(spreadSides(parseOutline(outline)[0]?.children ?? [])).toEqual(['right', 'left', 'left']);
  const adds = plantOps(emptyMap(), outline, seeds()).filter((op) => op.kind === 'add');
  const hues = adds.map((op) => op.fields.colour).filter((hue) => hue !== undefined);
  expect(hues).toEqual(['0', '1', '2']);
});
