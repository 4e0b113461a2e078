/**
 * Which tests there are. The suffix says what a test needs: `.test.ts` nothing, `.sim.test.ts` a seed, and
 * `.s3`, `.mongo`, `.redis`, `.smtp`, `.toxiproxy`, `.browser`, `.k6` and `.checkers` before `.test.ts` a real server or program
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
// A poll waits for what must come, as a test does; how soon it comes is for benchmarks to say.
const limits = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };
const unread = ['**/node_modules/**', '**/dist/**'];
const workers = Math.max(2, availableParallelism());
// Compiled code is kept, by the tests and by the processes that they start, as `npm start` keeps it.
const env = { NODE_COMPILE_CACHE: cacheFolder('compiled') };
const plain = { ...limits, env, experimental: { viteModuleRunner: false, nodeLoader: false } };

export default defineConfig({
  test: {
    passWithNoTests: false,
    allowOnly: false,
    projects: [
      {
        test: {
          ...plain,
          name: 'unit',
          include: all,
          exclude: [...unread, ...onServers, ...ofPage, ...drawing],
          maxWorkers: workers,
        },
      },
      {
        test: { ...limits, name: 'web', css: true, include: ofPage, exclude: unread, maxWorkers: workers },
      },
      {
        test: {
          ...plain,
          name: 'drawing',
          include: drawing,
          exclude: unread,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...plain,
          name: 'servers',
          include: onServers,
          exclude: [...unread, ...onPage],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...plain,
          name: 'bundles',
          include: onPage,
          exclude: unread,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
