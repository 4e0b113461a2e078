import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findServer } from '../servers/all.ts';
import { run } from '../servers/places.ts';
import { readPlaywrightReport, readVitestReport } from './reports.ts';
import { verdictOf, type GateContext, type Step, type StepResult } from './step.ts';
import { preset, runTool } from './tools.ts';

const tests: Step = {
  name: 'tests',
  does: 'units, laws and simulations',
  run: (context) => vitest(context, 'unit*'),
};

const contracts: Step = {
  name: 'contracts',
  does: 'the same contracts on embedded and on real servers',
  needsServers: true,
  run: (context) => vitest(context, 'servers'),
};

const BUILD_PAGE = `
  import { ensurePage } from './infra/launch/page.mjs';
  import { orSayWhy } from './infra/launch/toolchain.mjs';
  await orSayWhy(() => ensurePage({ node: process.execPath, env: process.env }, () => {}));
`;

const page: Step = {
  name: 'page',
  does: 'the page is built, as npm start builds it',
  run: (context) => program(context, ['--input-type=module', '-e', BUILD_PAGE]),
};

const bundles: Step = {
  name: 'bundles',
  does: 'what images hold is built and starts',
  run: (context) => vitest(context, 'bundles'),
};

/** A quiet machine needs a third of it. */
const SLOW_MACHINE_MS = 2_400_000;

const endToEnd: Step = {
  name: 'e2e',
  does: 'a person in a real browser, against all services',
  needsServers: true,
  run: async (context) => {
    const browser = findServer('chromium');
    if (browser.kind === 'missing') return withoutBrowser(`${browser.why} ${browser.howTo}`);
    const report = join(context.scratch, 'playwright.json');
    const cli = join(context.root, 'e2e/node_modules/@playwright/test/cli.js');
    const outcome = await run(
      process.execPath,
      [cli, 'test', '--config', 'e2e/playwright.config.ts', '--reporter', 'json'],
      {
        cwd: context.root,
        limitMs: SLOW_MACHINE_MS,
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: '1', FORCE_COLOR: undefined },
      },
    );
    return counted(outcome, report, readPlaywrightReport);
  },
};

function withoutBrowser(why: string): StepResult {
  const isStrict = process.env['CI'] === 'true';
  return { passed: 0, failed: isStrict ? 1 : 0, skipped: [`end-to-end tests: ${why}`], output: why };
}

/** Runs the projects of vitest.config.ts with that name, or with names that begin so. */
async function vitest({ root, scratch }: GateContext, project: string): Promise<StepResult> {
  const report = join(scratch, `vitest-${project.replace('*', '')}.json`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', '--root', root, '--config', preset('vitest.config.ts'), '--project', project, ...reporters];
  return counted(await runTool(root, 'vitest', args), report, readVitestReport);
}

type Outcome = Awaited<ReturnType<typeof run>>;

/** What a runner reported; where it ended badly without saying so in its report, that counts as one failure. */
function counted(outcome: Outcome, report: string, read: typeof readVitestReport): StepResult {
  if (!existsSync(report)) return verdictOf({ ...outcome, code: outcome.code === 0 ? 1 : outcome.code });
  const result = read(readFileSync(report, 'utf8'));
  const failed = result.failed === 0 && outcome.code !== 0 ? 1 : result.failed;
  return { ...result, failed, output: outcome.output };
}

async function program({ root }: GateContext, args: readonly string[]): Promise<StepResult> {
  return verdictOf(await run(process.execPath, args, { cwd: root, env: { NO_COLOR: '1', FORCE_COLOR: undefined } }));
}

/** The steps that run something, in their order. */
export const TEST_STEPS: readonly Step[] = [tests, contracts, page, bundles, endToEnd];
