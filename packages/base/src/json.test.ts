import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCount, isRecord, tryJson } from './index.ts';

test('[BASE-14] reads back every JSON value, and answers undefined for what is none', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      expect(JSON.stringify(tryJson(JSON.stringify(value)))).toBe(JSON.stringify(value));
    }),
  );
  for (const text of [null, '', '{', '{}}', 'undefined', "{'a':1}", '\uFEFF1']) expect(tryJson(text)).toBeUndefined();
});

test('[BASE-14] tells records from lists, nothing and texts', () => {
  expect([{}, { a: 1 }, Object.create(null)].every(isRecord)).toBe(true);
  expect([null, undefined, [], 'a', 1, true].some(isRecord)).toBe(false);
});

test('[BASE-14] tells counts from fractions, texts, and numbers that are not exact', () => {
  expect([0, 1, Number.MAX_SAFE_INTEGER].every((value) => isCount(value))).toBe(true);
  expect([-1, 0.5, '1', 2 ** 53, NaN, Infinity, null].some((value) => isCount(value))).toBe(false);
  expect([isCount(0, 1), isCount(1, 1), isCount(-1, -1)]).toEqual([false, true, true]);
});
