/**
 * Which tests there are. The suffix says what a test needs: `.test.ts` nothing, `.sim.test.ts` a seed, and
 * `.s3`, `.mongo`, `.redis`, `.smtp`, `.toxiproxy`, `.browser`, `.k6` and `.checkers` before `.test.ts` a real server or program
 * (@bough/house/servers), `.bundle` the built page.
 */

import { defineConfig } from 'vitest/config';

const folders = ['packages/*/src', 'apps/*/src', 'load/src', 'infra'];
const all = folders.map((folder) => `${folder}/**/*.test.{ts,tsx,mjs}`);
const onServers = folders.map((folder) => `${folder}/**/*.!(sim).test.{ts,tsx}`);
const onPage = ['infra/**/*.bundle.test.ts'];
// A poll waits for what must come, as a test does; how soon it comes is for benchmarks to say.
const limits = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };
const unread = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    passWithNoTests: true,
    allowOnly: false,
    projects: [
      { test: { ...limits, css: true, name: 'unit', include: all, exclude: [...unread, ...onServers] } },
      { test: { ...limits, name: 'servers', include: onServers, exclude: [...unread, ...onPage] } },
      { test: { ...limits, name: 'bundles', include: onPage, exclude: unread } },
    ],
  },
});
