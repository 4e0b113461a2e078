import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readVitestReport } from '../gate/reports.ts';
import { scratchHouse } from '../scratch/scratch-house.ts';
import { run } from './places.ts';

const HOUSE = fileURLToPath(new URL('../../', import.meta.url));

/** Runs the suites that need Redis on a machine that has nothing: no PATH, an empty cache. */
async function runWithoutServers(
  ci: string,
): Promise<{ code: number; report: ReturnType<typeof readVitestReport>; said: string }> {
  using scratch = scratchHouse();
  const file = join(scratch.root, 'report.json');
  const args = ['run', '--root', HOUSE, 'src/servers/servers.redis.test.ts', '--reporter=json', `--outputFile=${file}`];
  const program = join(HOUSE, 'node_modules', 'vitest', 'vitest.mjs');
  const env = { PATH: '', XDG_CACHE_HOME: scratch.root, BOUGH_TEST_REDIS_URL: undefined, CI: ci };
  const { code } = await run(process.execPath, [program, ...args], { cwd: HOUSE, env });
  const said = readFileSync(file, 'utf8');
  return { code, report: readVitestReport(said), said };
}

test('[HOUSE-18] on a person’s machine a suite without its server is counted as skipped, by name', async () => {
  const { code, report } = await runWithoutServers('');
  expect(code).toBe(0);
  expect(report).toEqual({
    passed: 0,
    failed: 0,
    skipped: [
      'with redis [HOUSE-15] carries a message from one client to another',
      'with redis-program [HOUSE-15] says which version it is',
    ],
  });
}, 60_000);

test('[HOUSE-18] with CI=true each suite without its server fails and says how to get it', async () => {
  const { code, report, said } = await runWithoutServers('true');
  expect(code).toBe(1);
  expect(report).toEqual({ passed: 0, failed: 2, skipped: [] });
  expect(said).toContain('Install redis-server or valkey-server');
}, 60_000);
