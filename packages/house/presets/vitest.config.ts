/**
 * Which tests there are. The suffix says what a test needs: `.test.ts` nothing, `.sim.test.ts` a seed, and
 * `.s3`, `.mongo`, `.redis`, `.smtp`, `.toxiproxy`, `.browser`, `.k6`, `.strace` and `.checkers` before `.test.ts` a real server or program
 * (@bough/house/servers), `.bundle` the built page. Node runs sources and tests as it runs the services; what only Vite knows how
 * to read is the page's.
 */

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { cacheFolder } from '../src/servers/places.ts';

const folders = ['packages/*/src', 'apps/*/src', 'load/src', 'infra'];
const all = folders.map((folder) => `${folder}/**/*.test.{ts,tsx,mjs}`);
const onServers = folders.map((folder) => `${folder}/**/*.!(sim).test.{ts,tsx}`);
const onPage = ['infra/**/*.bundle.test.ts'];
const ofPage = ['apps/web/src/**/*.test.{ts,tsx}'];
// What draws gives way to everything else on the machine: tests that wait for it run when no others do.
const drawing = [
  'apps/exporter/src/**/*.test.ts',
  'apps/gateway/src/features/api/payloads.test.ts',
  'apps/gateway/src/features/maps/documents.test.ts',
];
const unread = ['**/node_modules/**', '**/dist/**'];

// One more than there are cores: some of them always wait, for a time to pass or for a process to begin.
const maxWorkers = availableParallelism() + 1;
// For what never comes. How soon things come is for benchmarks to say, or for tests that give their own limit.
const limits = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };
// Compiled code is kept, by the tests and by the processes that they start, as `npm start` keeps it.
const env = { NODE_COMPILE_CACHE: cacheFolder('compiled') };
const plain = { ...limits, env, maxWorkers, experimental: { viteModuleRunner: false, nodeLoader: false } };

// These share processes, and what is read and compiled once: they leave nothing behind, and sources keep next to nothing.
const unit = {
  ...plain,
  name: 'unit',
  include: all,
  exclude: [...unread, ...onServers, ...ofPage, ...drawing],
  isolate: false,
  setupFiles: process.env['NODE_V8_COVERAGE'] === undefined ? [] : [`${import.meta.dirname}/take-coverage.ts`],
};
const unitPage = { ...limits, maxWorkers, name: 'unit-page', css: true, include: ofPage, exclude: unread };
const unitDrawing = { ...plain, name: 'unit-drawing', include: drawing, exclude: unread, maxWorkers: 2 };
const servers = { ...plain, name: 'servers', include: onServers, exclude: [...unread, ...onPage] };
const bundles = { ...plain, name: 'bundles', include: onPage, exclude: unread, maxWorkers: 1 };

// What takes longest begins first: begun last, it would go on alone when everything else is done.
const LONG =
  `kill.s3 power-cuts.strace fleet.s3 storm.redis fuzz.checkers hostile kill fleet enumeration rehearsal bad-day`.split(
    ' ',
  );
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at === -1 ? LONG.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    passWithNoTests: false,
    allowOnly: false,
    projects: [
      { test: unit },
      { test: unitPage },
      { test: { ...unitDrawing, sequence: { groupOrder: 1 } } },
      { test: { ...servers, sequence: { groupOrder: 2 } } },
      { test: { ...bundles, sequence: { groupOrder: 3 } } },
    ],
  },
});
