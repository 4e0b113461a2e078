import { afterEach, expect, test, vi } from 'vitest';
import { scratchHouse } from '../scratch/scratch-house.ts';
import { chaos } from './chaos.ts';

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
