import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { preset, runTool } from '../gate/tools.ts';
import { coverageOf, describeCoverage, shareOf } from './coverage.ts';

/** What decides in the editor, and the tests that try it without a page; so much of its branches they must go. */
const CORE = { folder: 'packages/editor/src/core', tests: 'packages/editor/src', least: 0.9 };

/** What came of a measurement. */
export interface Measured {
  readonly isEnough: boolean;
  readonly output: string;
}

/** Runs the tests of the editor's core with V8 counting, in `scratch`, and says which branches they went. */
export async function measureCore(root: string, scratch: string): Promise<Measured> {
  const reports = join(scratch, 'coverage');
  mkdirSync(reports, { recursive: true });
  // What comes from the cache of compiled code is counted by function only.
  const env = { NODE_V8_COVERAGE: reports, NODE_DISABLE_COMPILE_CACHE: '1' };
  const args = ['run', '--config', preset('vitest.config.ts'), '--project', 'unit', '--reporter=dot', CORE.tests];
  const { code, output } = await runTool(root, 'vitest', args, env);
  if (code !== 0) return { isEnough: false, output };
  const files = coverageOf(root, CORE.folder, reports);
  const bar = `${CORE.folder}: at least ${100 * CORE.least} % of its branches by tests without a page`;
  return { isEnough: shareOf(files) >= CORE.least, output: `${describeCoverage(files)} (${bar})` };
}
