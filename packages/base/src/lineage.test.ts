import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonPrefix, holdsPrefix, type Lineage, parsePrefixName, prefixText, presentLineage } from './index.ts';

/** An order as it lives: it grows, and now and then loses its end and goes on under a new lineage. */
const lives = fc.array(fc.record({ grows: fc.nat(6), loses: fc.nat(8), isRenewed: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
});

interface Told {
  readonly lineage: string;
  readonly order: readonly number[];
}

/** Everything that anybody was shown of it, with the name it bore, and the order as it is at the end. */
function live(steps: readonly { grows: number; loses: number; isRenewed: boolean }[]): {
  readonly lineages: readonly Lineage[];
  readonly order: readonly number[];
  readonly told: readonly Told[];
} {
  let [order, made]: [number[], number] = [[], 0];
  const lineages: Lineage[] = [{ id: 'l0', from: 0 }];
  const told: Told[] = [];
  for (const { grows, loses, isRenewed } of steps) {
    for (let i = 0; i < grows; i++) {
      order = [...order, made++];
      told.push({ lineage: presentLineage(lineages), order });
    }
    if (!isRenewed) continue;
    order = order.slice(0, Math.max(0, order.length - loses));
    lineages.push({ id: `l${lineages.length}`, from: order.length });
    told.push({ lineage: presentLineage(lineages), order });
  }
  return { lineages, order, told };
}

test('[BASE-12] a name that an order holds is one of its prefixes, whatever it lost on the way', () => {
  let foreign = 0;
  fc.assert(
    fc.property(lives, (steps) => {
      const { lineages, order, told } = live(steps);
      const named = new Map<string, string>();
      for (const { lineage, order: then } of told) {
        const name = { lineage, seq: then.length };
        // Two that differ never have the same name.
        const text = then.join(' ');
        expect(named.get(prefixText(name)) ?? text).toBe(text);
        named.set(prefixText(name), text);
        const common = commonPrefix(lineages, name);
        expect(then.slice(0, common ?? 0)).toEqual(order.slice(0, common ?? 0));
        if (holdsPrefix(lineages, name)) expect(order.slice(0, then.length)).toEqual(then);
        else foreign++;
      }
    }),
    { seed: 14, numRuns: 500 },
  );
  expect(foreign).toBeGreaterThan(500);
});

test('[BASE-12] who has no more than a renewal kept goes on; who has more, or an unknown lineage, does not', () => {
  const lineages = [
    { id: 'a', from: 0 },
    { id: 'b', from: 100 },
    { id: 'c', from: 90 },
  ];
  expect(holdsPrefix(lineages, { lineage: 'a', seq: 90 })).toBe(true);
  expect(commonPrefix(lineages, { lineage: 'a', seq: 105 })).toBe(90);
  expect(commonPrefix(lineages, { lineage: 'b', seq: 95 })).toBe(90);
  expect(holdsPrefix(lineages, { lineage: 'c', seq: 1_000 })).toBe(true);
  expect(commonPrefix(lineages, { lineage: 'x', seq: 0 })).toBeNull();
});

test('[BASE-13] a name is read back from its text, and a bare number names nothing', () => {
  const name = { lineage: 'ab-seq-1_-cd', seq: 105 };
  expect(parsePrefixName(prefixText(name))).toEqual(name);
  for (const text of ['105', 'seq-105', 'ab-seq-105', `${prefixText(name)}x`, 'abcdefghijkl-seq-01', '']) {
    expect([text, parsePrefixName(text)]).toEqual([text, null]);
  }
});
