import { seededRandom } from '@bough/base/testing';
import fc from 'fast-check';
import { generateKeyBetween } from 'fractional-indexing';
import { expect, test } from 'vitest';
import { LIMITS } from './limits.ts';
import { isOrderKey, orderBetween, Orders, ordersBetween } from './order.ts';

const seeds = fc.integer({ min: 0, max: 0x7fff_ffff });

test('[MAP-28] what two people insert at one place at one time lies run after run, each in its order', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 200 }), (seed, count) => {
      const random = seededRandom(seed);
      const bounds: [string | null, string | null] =
        seed % 3 === 0 ? [null, null] : seed % 3 === 1 ? ['a0', 'a1'] : ['a0', null];
      const runs = [new Orders(random), new Orders(random), new Orders(random)].map((orders) => {
        const run: string[] = [];
        for (let i = 0; i < count; i++) run.push(orders.between(run.at(-1) ?? bounds[0], bounds[1]));
        return run;
      });
      const sorted = runs.flatMap((run, i) => run.map((key) => ({ key, i }))).sort((x, y) => (x.key < y.key ? -1 : 1));
      const switches = sorted.filter((entry, i) => entry.i !== sorted[i - 1]?.i).length;
      expect(switches).toBe(3);
      for (const run of runs) expect(run.toSorted((x, y) => (x < y ? -1 : 1))).toEqual(run);
    }),
    { seed: 28, numRuns: 150 },
  );
});

test('[MAP-28] several keys made at once are one run', () => {
  const random = seededRandom(3);
  const [a, b] = [ordersBetween('a0', 'a1', 70, random), ordersBetween('a0', 'a1', 70, random)];
  const all = [...a, ...b].sort();
  expect([[...a, ...b].join(), [...b, ...a].join()]).toContain(all.join());
  expect(ordersBetween(null, null, 0, random)).toEqual([]);
});

test('[MAP-28] a run is left when somebody else was inserted into it, or another place was chosen', () => {
  const orders = new Orders(seededRandom(4));
  const first = orders.between('a0', 'a1');
  const second = orders.between(first, 'a1');
  const between = orders.between(first, second);
  expect(first < between && between < second).toBe(true);
  const next = orders.between(second, 'a1');
  expect(second < next && next < 'a1').toBe(true);
});

test('[MAP-29] any number of insertions at random places gives lawful keys in order', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const random = seededRandom(seed);
      const orders = new Orders(random);
      const keys: string[] = [];
      for (let i = 0; i < 150; i++) {
        const at = seed % 4 === 0 ? 0 : Math.floor(random.fraction() * (keys.length + 1));
        const [a, b] = [keys[at - 1] ?? null, keys[at] ?? null];
        const key = i % 2 === 0 ? orders.between(a, b) : orderBetween(a, b, random);
        if (!isOrderKey(key) || (a !== null && key <= a) || (b !== null && key >= b))
          throw new Error(`${a} ${key} ${b}`);
        keys.splice(at, 0, key);
      }
    }),
    { seed: 29, numRuns: 150 },
  );
});

test('[MAP-29] between two equal keys, which ties may leave, there is still an answer', () => {
  const key = orderBetween('a1', 'a1', seededRandom(1));
  expect(isOrderKey(key) && key > 'a1').toBe(true);
});

test('[MAP-29] a key is lawful exactly when keys can be made before and after it', () => {
  const parts = fc.string({ unit: fc.constantFrom('0', '1', 'A', 'Z', 'a', 'b', 'z', '-'), maxLength: 6 });
  fc.assert(
    fc.property(parts, (key) => {
      let isUsable = true;
      try {
        generateKeyBetween(key, null);
        generateKeyBetween(null, key);
      } catch {
        isUsable = false;
      }
      // The package takes any character for a digit of the integer part; we do not.
      expect(isOrderKey(key)).toBe(isUsable && !key.includes('-'));
    }),
    { seed: 30, numRuns: 3000 },
  );
  expect(isOrderKey(`a0${'1'.repeat(LIMITS.order)}`)).toBe(false);
  expect(isOrderKey(7)).toBe(false);
});
