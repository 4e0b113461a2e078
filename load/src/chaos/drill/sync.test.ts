import { expect, test } from 'vitest';
import { seedsOf } from '../told.ts';
import { endsInSync } from './sync.ts';

test('[HOUSE-96] some of the seeds that lies are told to end in sync, and some do not', () => {
  expect(new Set(seedsOf(3).map(endsInSync))).toEqual(new Set([true, false]));
});
