import { makeIds, must, type PersonId } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { applyOps, emptyMap, newItemId, type Op } from '@bough/map';
import { expect, test } from 'vitest';
import { layOut } from './lay-out.ts';
import { unfold } from './unfold.ts';

const ids = makeIds({ now: () => 0 }, seededRandom(1));

test('[EXP-17] what is folded in the map has a place of its own once it is unfolded', async () => {
  const map = emptyMap();
  const all = Array.from({ length: 4 }, () => newItemId(ids));
  const [root, folded, first, second] = all;
  if (root === undefined || folded === undefined || first === undefined || second === undefined) throw new Error('ids');
  const ops: Op[] = [
    { kind: 'add', id: root, parent: null, order: 'a0', fields: { text: 'root' } },
    { kind: 'add', id: folded, parent: root, order: 'a0', fields: { text: 'folded', isFolded: true } },
    { kind: 'add', id: first, parent: folded, order: 'a0', fields: { text: 'first', isFolded: true } },
    { kind: 'add', id: second, parent: first, order: 'a0', fields: { text: 'second' } },
  ];
  must(applyOps(map, { author: ids.long() as PersonId, at: 1, ops }));
  expect((await layOut(map)).box(second)).toBeNull();
  unfold(map);
  const layout = await layOut(map);
  const boxes = all.flatMap((id) => layout.box(id) ?? []);
  expect(boxes).toHaveLength(4);
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(i + 1)) {
      const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      expect(isApart).toBe(true);
    }
  }
});
