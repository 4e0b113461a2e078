import { afterEach, expect, test, vi } from 'vitest';
import { scratchHouse } from '../scratch/scratch-house.ts';
import { chaos, notTried } from './chaos.ts';

afterEach(() => vi.unstubAllEnvs());

test('[HOUSE-96] without one of its servers it is skipped by name, and is no success', async () => {
  using scratch = scratchHouse({ 'load/src/chaos/main.ts': '' });
  vi.stubEnv('PATH', '');
  vi.stubEnv('XDG_CACHE_HOME', scratch.root);
  vi.stubEnv('BOUGH_TEST_MONGODB_URL', undefined);
  const result = await chaos.run({ root: scratch.root, scratch: scratch.root });
  expect(result).toMatchObject({ passed: 0, failed: 0 });
  expect(result.skipped).toEqual([expect.stringMatching(/^chaos: There is no Python 3/)]);
});

test('[HOUSE-96] what a machine could not try is noted', () => {
  expect(notTried('some faults\nNot tried here: a full disk\n{"chaos":1}\n')).toEqual([
    'chaos: not tried: a full disk',
  ]);
  expect(notTried('some faults\n')).toEqual([]);
});
