import { Dice } from '@bough/map/testing';
import { expect, test } from 'vitest';
import { endsInSync, textOf } from './drill.ts';
import { seedsOf } from '../told.ts';

test('[HOUSE-96] some of the seeds that lies are told to end in sync, and some do not', () => {
  expect(new Set(seedsOf(3).map(endsInSync))).toEqual(new Set([true, false]));
});

test('[HOUSE-96] a seed writes the same texts again, as long as it is asked for', () => {
  expect(textOf(new Dice(7), 500)).toBe(textOf(new Dice(7), 500));
  expect(textOf(new Dice(8), 500)).not.toBe(textOf(new Dice(7), 500));
  expect(textOf(new Dice(7), 500)).toHaveLength(500);
});
