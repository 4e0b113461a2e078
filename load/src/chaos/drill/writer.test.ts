import { Dice } from '@bough/map/testing';
import { expect, test } from 'vitest';
import { textOf } from './writer.ts';

test('[HOUSE-96] a seed writes the same texts again, as long as it is asked for', () => {
  expect(textOf(new Dice(7), 500)).toBe(textOf(new Dice(7), 500));
  expect(textOf(new Dice(8), 500)).not.toBe(textOf(new Dice(7), 500));
  expect(textOf(new Dice(7), 500)).toHaveLength(500);
});
