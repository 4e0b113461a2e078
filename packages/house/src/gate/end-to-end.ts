import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findServer } from '../servers/all.ts';
import { type Outcome, run } from '../servers/places.ts';
import { readPlaywrightList, readPlaywrightReport } from './reports.ts';
import { counted } from './runners.ts';
import type { ServerName } from '../servers/server.ts';
import type { GateContext, Step, StepResult } from './step.ts';

/** The projects of e2e/playwright.config.ts, and what each needs. */
const PROJECTS = {
  chromium: ['chromium'],
  firefox: ['firefox'],
  webkit: ['webkit'],
  'at-spi': ['at-spi', 'chromium'],
} as const satisfies Readonly<Record<string, readonly ServerName[]>>;
/** A quiet machine needs a third of it. */
const SLOW_MACHINE_MS = 2_400_000;

/** The end-to-end tests in each browser that is there; those of a browser that is not are skipped, by name. */
export const endToEnd: Step = {
  name: 'e2e',
  does: 'a person in real browsers, against all services',
  servers: ['chromium', 'firefox', 'webkit', 'at-spi'],
  isTest: true,
  run: async (context) => {
    const projects = Object.entries(PROJECTS);
    const isThere = ([, needs]: readonly [string, readonly ServerName[]]): boolean =>
      needs.every((name) => findServer(name).kind === 'ready');
    const there = projects.filter(isThere).map(([name]) => name);
    const missing = projects.map(([name]) => name).filter((name) => !there.includes(name));
    const unseen = missing.length === 0 ? [] : await testsOf(context, missing);
    if (there.length === 0) return { passed: 0, failed: 0, skipped: unseen, output: '' };
    const report = join(context.scratch, 'playwright.json');
    const outcome = await playwright(
      context,
      there.flatMap((name) => ['--project', name]),
      report,
    );
    const result: StepResult = counted(outcome, report, readPlaywrightReport);
    return { ...result, skipped: [...result.skipped, ...unseen] };
  },
};

/** The tests that these browsers would have run. */
async function testsOf(context: GateContext, browsers: readonly string[]): Promise<string[]> {
  const report = join(context.scratch, 'playwright-list.json');
  const outcome = await playwright(context, ['--list'], report);
  if (outcome.code !== 0 || !existsSync(report)) throw new Error(`Playwright cannot list its tests: ${outcome.output}`);
  const text = readFileSync(report, 'utf8');
  return browsers.flatMap((name) => readPlaywrightList(text, name).map((test) => `in ${name}: ${test}`));
}

function playwright({ root }: GateContext, args: readonly string[], report: string): Promise<Outcome> {
  const cli = join(root, 'e2e/node_modules/@playwright/test/cli.js');
  return run(process.execPath, [cli, 'test', '--config', 'e2e/playwright.config.ts', '--reporter', 'json', ...args], {
    cwd: root,
    limitMs: SLOW_MACHINE_MS,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: '1', FORCE_COLOR: undefined },
  });
}
