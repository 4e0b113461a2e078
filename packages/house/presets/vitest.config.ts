/**
 * Which tests there are. The suffix says what a test needs: `.test.ts` nothing, `.sim.test.ts` a seed, and
 * `.s3`, `.mongo`, `.redis`, `.smtp`, `.toxiproxy` and `.browser` before `.test.ts` a real server (@bough/house/servers).
 */

import { defineConfig } from 'vitest/config';

const folders = ['packages/*/src', 'apps/*/src', 'load/src', 'infra'];
const all = folders.map((folder) => `${folder}/**/*.test.{ts,tsx,mjs}`);
const onServers = folders.map((folder) => `${folder}/**/*.{s3,mongo,redis,smtp,toxiproxy,browser}.test.{ts,tsx}`);
const limits = { testTimeout: 30_000, hookTimeout: 60_000 };
const unread = ['**/node_modules/**', '**/dist/**'];

export default defineConfig({
  test: {
    passWithNoTests: true,
    allowOnly: false,
    projects: [
      { test: { ...limits, name: 'unit', include: all, exclude: [...unread, ...onServers] } },
      { test: { ...limits, name: 'servers', include: onServers, exclude: unread } },
    ],
  },
});
