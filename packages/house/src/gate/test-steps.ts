import { SERVER_NAMES } from '../servers/all.ts';
import { run } from '../servers/places.ts';
import { measureCore } from '../branches/core-coverage.ts';
import { chaos } from './chaos.ts';
import { endToEnd } from './end-to-end.ts';
import { evidence } from './evidence.ts';
import { vitest } from './runners.ts';
import { verdict, verdictOf, type GateContext, type Step, type StepResult } from './step.ts';

const tests: Step = {
  name: 'tests',
  does: 'units, laws and simulations',
  isTest: true,
  run: (context) => vitest(context, 'unit*'),
};

const coverage: Step = {
  name: 'coverage',
  does: 'tests without a page go nine tenths of the branches of the editor’s core',
  isTest: true,
  run: async ({ root, scratch }) => {
    const { isEnough, output } = await measureCore(root, scratch);
    return verdict(isEnough, output);
  },
};

const contracts: Step = {
  name: 'contracts',
  does: 'the same contracts on embedded and on real servers',
  servers: SERVER_NAMES,
  isTest: true,
  run: (context) => vitest(context, 'servers'),
};

const page: Step = {
  name: 'page',
  does: 'the page is built, as npm start builds it',
  isTest: true,
  run: (context) => program(context, ['infra/launch/build-page.mjs']),
};

const bundles: Step = {
  name: 'bundles',
  does: 'what images hold is built and starts; docs/operations.md is followed',
  servers: ['caddy'],
  isTest: true,
  run: (context) => vitest(context, 'bundles'),
};

async function program({ root }: GateContext, args: readonly string[]): Promise<StepResult> {
  return verdictOf(await run(process.execPath, args, { cwd: root, env: { NO_COLOR: '1', FORCE_COLOR: undefined } }));
}

/** The steps that run something, in their order. */
export const TEST_STEPS: readonly Step[] = [tests, coverage, contracts, page, bundles, endToEnd, chaos, evidence];
