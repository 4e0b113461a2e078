/**
 * Which tests there are. The suffix says what a test needs: `.test.ts` nothing, `.sim.test.ts` a seed, and
 * `.s3`, `.mongo`, `.redis`, `.smtp`, `.toxiproxy`, `.browser`, `.k6`, `.strace` and `.checkers` before `.test.ts` a real server or program
 * (@bough/house/servers), `.bundle` the built page. Node runs sources and tests as it runs the services; what only Vite knows how
 * to read is the page's.
 */

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { cacheFolder } from '../src/servers/places.ts';

const folders = ['packages/*/src', 'apps/*/src', 'load/src', 'infra'];
const all = folders.map((folder) => `${folder}/**/*.test.{ts,tsx,mjs}`);
const onServers = folders.map((folder) => `${folder}/**/*.!(sim).test.{ts,tsx}`);
const onPage = ['infra/**/*.bundle.test.ts'];
const ofPage = ['apps/web/src/**/*.test.{ts,tsx}'];
// What draws gives way to everything else on the machine: tests that wait for it run when no others do.
const drawing = [
  'apps/exporter/src/**/*.test.ts',
  'apps/gateway/src/api/payloads.test.ts',
  'apps/gateway/src/http/documents.test.ts',
];
const unread = ['**/node_modules/**', '**/dist/**'];

// One more than there are cores: some of them always wait, for a time to pass or for a process to begin.
const maxWorkers = availableParallelism() + 1;
// A poll waits for what must come, as a test does; how soon it comes is for benchmarks to say.
const limits = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };
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
};
const unitPage = { ...limits, maxWorkers, name: 'unit-page', css: true, include: ofPage, exclude: unread };
const unitDrawing = { ...plain, name: 'unit-drawing', include: drawing, exclude: unread, maxWorkers: 2 };
const servers = { ...plain, name: 'servers', include: onServers, exclude: [...unread, ...onPage] };
const bundles = { ...plain, name: 'bundles', include: onPage, exclude: unread, maxWorkers: 1 };

export default defineConfig({
  test: {
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
