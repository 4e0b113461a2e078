/** What is in use: the programs that people and images start, the public entries of packages, the tests and tool configs. */

import type { KnipConfig } from 'knip';

const tests = ['src/**/*.test.{ts,tsx}'];

const config: KnipConfig = {
  workspaces: {
    '.': { entry: ['infra/**/*.{ts,mjs}'], project: ['infra/**/*.{ts,mjs}'] },
    'packages/house': {
      entry: ['src/gate/main.ts', 'src/servers/guard.mjs', 'presets/*.config.ts', ...tests],
      project: ['src/**', 'presets/**'],
    },
    'packages/*': { entry: tests, project: 'src/**' },
    'apps/*': { entry: ['src/main.{ts,tsx}', ...tests], project: 'src/**' },
    e2e: { entry: ['**/*.{test,spec}.ts'], project: '**/*.ts' },
    load: { entry: ['src/main.ts', ...tests], project: '**/*.ts' },
  },
};

export default config;
