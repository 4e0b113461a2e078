import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { scratchHouse } from '../scratch/scratch-house.ts';
import { run } from '../servers/places.ts';
import { readPlaywrightList } from './reports.ts';
import { vitest } from './runners.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const HOUSE_MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

async function runTests(files: Readonly<Record<string, string>>) {
  using scratch = scratchHouse(files);
  symlinkSync(HOUSE_MODULES, join(scratch.root, 'node_modules'));
  const reports = join(scratch.root, 'reports');
  mkdirSync(reports);
  return await vitest({ root: scratch.root, scratch: reports }, 'unit');
}

const good = "import { test } from 'vitest'; test('passes', () => {});\n";
const left =
  "import { test } from 'vitest'; test('leaves', () => { void Promise.reject(new Error('left alone')); });\n";

test('[HOUSE-30] a rejection that nobody waited for is a failure, though every test passed', async () => {
  const result = await runTests({ 'packages/a/src/good.test.ts': good, 'packages/a/src/left.test.ts': left });
  expect(result).toMatchObject({ passed: 2, failed: 1 });
  expect(result.output).toContain('left alone');
}, 120_000);

test('[HOUSE-30] tests that leave nothing behind pass', async () => {
  expect(await runTests({ 'packages/a/src/good.test.ts': good })).toMatchObject({ passed: 1, failed: 0, skipped: [] });
}, 120_000);

test('[HOUSE-18] on a machine without browsers the end-to-end tests of each still have names', async () => {
  using scratch = scratchHouse();
  const cli = join(ROOT, 'e2e/node_modules/@playwright/test/cli.js');
  const bare = { PATH: '', HOME: scratch.root, XDG_CACHE_HOME: scratch.root };
  const unset = { PLAYWRIGHT_BROWSERS_PATH: undefined, BOUGH_TEST_CHROMIUM: undefined, BOUGH_TEST_FIREFOX: undefined };
  const args = [cli, 'test', '--config', 'e2e/playwright.config.ts', '--list', '--reporter', 'json'];
  const report = join(scratch.root, 'list.json');
  const { code, output } = await run(process.execPath, args, {
    cwd: ROOT,
    env: { ...bare, ...unset, NO_COLOR: '1', FORCE_COLOR: undefined, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  expect({ code, output }).toMatchObject({ code: 0 });
  const text = readFileSync(report, 'utf8');
  expect(readPlaywrightList(text, 'firefox').length).toBeGreaterThan(50);
  expect(readPlaywrightList(text, 'webkit').length).toBeGreaterThan(2);
  expect(readPlaywrightList(text, 'at-spi').length).toBeGreaterThan(2);
  expect(readPlaywrightList(text, 'chromium').length).toBeGreaterThan(100);
}, 120_000);
