import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { scratchHouse } from '../scratch/scratch-house.ts';
import { evidence } from './evidence.ts';

afterEach(() => vi.unstubAllEnvs());

const STAND_IN = `
  import { appendFileSync } from 'node:fs';
  appendFileSync('asked', process.argv.slice(2).join(' ') + '\\n');
  console.log('FALLS SHORT of its guard');
  if (process.argv[2] === 'logging') process.exitCode = 1;
`;

test('[HOUSE-31] each comparison is held to its guard; without its server it is skipped by name', async () => {
  using scratch = scratchHouse({ 'load/src/main.ts': STAND_IN, 'load/src/load.ts': STAND_IN });
  vi.stubEnv('PATH', '');
  vi.stubEnv('XDG_CACHE_HOME', scratch.root);
  vi.stubEnv('BOUGH_TEST_MONGODB_URL', undefined);
  const result = await evidence.run({ root: scratch.root, scratch: scratch.root });
  expect(readFileSync(join(scratch.root, 'asked'), 'utf8')).toBe(
    'keepalive --guard\nlogging --guard\nmap --guard\nsync --guard\n',
  );
  expect(result).toMatchObject({ passed: 3, failed: 1 });
  expect(result.output).toContain('FALLS SHORT of its guard');
  expect(result.skipped).toEqual([
    expect.stringMatching(/^evidence: load edit: k6 is not on PATH/),
    expect.stringMatching(/^evidence: bench sessions: There is no Python 3/),
  ]);
});
