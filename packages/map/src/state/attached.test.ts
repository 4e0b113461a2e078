import { expect, test } from 'vitest';
import { applyOps, emptyMap, rollback } from '../apply/apply.ts';
import { linksAt, threadsOn } from './attached.ts';
import type { MindMap } from '../model/model.ts';
import { Dice } from '../testing/dice.ts';
import { randomChange } from '../testing/laws.ts';
import { Memory } from '../testing/random-ops.ts';
import { commentId, edit, itemId, linkId, mapOf, threadId } from '../testing/scene.ts';

/** Looks at every item of the map; answers how many links and threads there were. */
function compareAll(map: MindMap, says: string): number {
  let found = 0;
  for (const id of map.items.keys()) {
    const links = [...map.links.values()].filter(({ from, to }) => from === id || to === id);
    const threads = [...map.threads.values()].filter(({ item }) => item === id);
    expect(new Set(linksAt(map, id)), says).toEqual(new Set(links));
    expect(new Set(threadsOn(map, id)), says).toEqual(new Set(threads));
    found += links.length + threads.length;
  }
  return found;
}

test('[MAP-39] links and threads are answered by item as the tables have them, after each change and each rollback', () => {
  let found = 0;
  let rolledBack = 0;
  for (let seed = 900; seed < 906; seed++) {
    const dice = new Dice(seed);
    const memory = new Memory();
    const map = emptyMap();
    for (let i = 0; i < 400; i++) {
      const outcome = applyOps(map, randomChange(dice, map, memory));
      if (!outcome.ok) continue;
      if (i % 10 === 0) found += compareAll(map, `seed ${seed}, change ${i}`);
      if (!dice.chance(0.2)) continue;
      rollback(map, outcome.value);
      rolledBack++;
      if (rolledBack % 5 === 0) compareAll(map, `seed ${seed}, change ${i} rolled back`);
    }
  }
  expect(found).toBeGreaterThan(400);
  expect(rolledBack).toBeGreaterThan(100);
});

test('[MAP-39] a link to a removed item is at neither end, and is at both again once that item is back', () => {
  const map = mapOf({ a: null, b: null });
  const [a, b] = [itemId('a'), itemId('b')];
  const link = {
    id: linkId('l'),
    from: a,
    to: b,
    label: '',
    colour: null,
    arrow: 'end',
    points: [],
  } as const;
  edit(map, { kind: 'link', link });
  edit(map, { kind: 'comment', thread: threadId('t'), item: b, id: commentId('c'), text: 'hm' });
  expect(linksAt(map, a)).toEqual([link]);
  const { inverse } = edit(map, { kind: 'remove', id: b });
  expect([linksAt(map, a), linksAt(map, b), threadsOn(map, b)]).toEqual([[], [], []]);
  edit(map, ...inverse);
  expect([linksAt(map, a), linksAt(map, b)]).toEqual([[link], [link]]);
  expect(threadsOn(map, b).map(({ id }) => id)).toEqual([threadId('t')]);
});
