/** What is in use: the programs that people and images start, the public entries of packages, the tests and tool configs. */

import type { KnipConfig } from 'knip';

const tests = ['src/**/*.test.{ts,tsx}'];

// Programs that a person runs: seeds of a simulation, lies that its run must notice. And a page that a test of the gateway starts.
const byHand = ['src/testing/{simulate,mutants,notice,page-in-node}.ts'];

// What the entries of a package export has users; lists of mutants, and that page, are found by the path of their file.
const ignoreIssues = { 'src/testing/{mutants,page-in-node}.ts': ['exports' as const] };
const read = { includeEntryExports: true, ignoreIssues };

const config: KnipConfig = {
  // Programs of the system are none of npm's.
  exclude: ['binaries'],
  // A type may be exported for the sake of its neighbours' signatures; a value is exported for a user.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Every tsconfig.json extends its presets, by path.
  ignoreDependencies: ['@bough/house'],
  workspaces: {
    infra: {
      entry: [
        'launch/{start,test,run,vitest,compress-page,sbom}.mjs',
        'images/{bundle.ts,operator.mjs}',
        'settings/write-settings.ts',
        'compose/*.mjs',
        'data-folders/make.mjs',
        '**/*.test.{ts,mjs}',
      ],
      project: ['**/*.{ts,mjs}'],
    },
    'packages/house': {
      ...read,
      // Its tools take a configuration as its default export.
      ignoreIssues: { ...ignoreIssues, 'presets/*.config.ts': ['exports'] },
      entry: [
        'src/gate/{main,advisories}.ts',
        'src/simulate.ts',
        'src/{branches,mutants}/main.ts',
        'src/testing/mutants.ts',
        'src/servers/guard.mjs',
        'presets/{*.config,take-coverage}.ts',
        ...tests,
      ],
      project: ['src/**', 'presets/**'],
      // Run by name, not imported.
      ignoreDependencies: ['oxfmt', 'sherif', 's3rver'],
    },
    'packages/text': {
      ...read,
      entry: [...tests, 'scripts/**'],
      project: ['src/**', 'scripts/**'],
      // Its widths are read from the font's file, not imported.
      ignoreDependencies: ['@fontsource-variable/inter'],
    },
    'packages/*': { ...read, entry: [...tests, ...byHand, 'scripts/**'], project: ['src/**', 'scripts/**'] },
    'apps/web': {
      // The build puts the first bytes into the document.
      entry: ['src/main.{ts,tsx}', 'src/opening/first-bytes.ts', 'src/testing/mutants.ts', ...tests],
      project: 'src/**',
      // The style sheet names its files.
      ignoreDependencies: ['@fontsource/.*'],
    },
    'apps/*': {
      entry: [
        'src/main.{ts,tsx}',
        'src/commands/{main,look-outside}.ts',
        'src/backup/main.ts',
        'src/testing/{kill-many,mutants,power-cuts,rehearse-migration}.ts',
        'src/testing/power/hurry.ts',
        ...tests,
      ],
      project: 'src/**',
    },
    'packages/paint-pdf': {
      ...read,
      entry: [...tests, 'scripts/**'],
      project: ['src/**', 'scripts/**'],
      // Faces are read as files, not imported.
      ignoreDependencies: ['@fontsource/.*', 'twemoji-colr-font'],
    },
    e2e: {
      entry: ['**/*.{test,spec}.ts', 'src/film/main.ts', 'src/pictures/main.ts', 'src/pictures/still-clock.ts'],
      project: '**/*.ts',
      // A face is read as a file, not imported.
      ignoreDependencies: ['@fontsource-variable/inter'],
    },
    load: {
      entry: [
        'src/main.ts',
        'src/load.ts',
        'src/capacity/main.ts',
        'src/results/main.ts',
        'src/{chaos,corpus,interop,same,soak}/main.ts',
        'src/testing/mutants.ts',
        'src/{benches,scenarios,k6}/*.ts',
        'page/{main,same,vite.config}.ts',
        ...tests,
      ],
      project: '**/*.ts',
      // What k6 brings itself.
      ignoreDependencies: ['k6'],
    },
  },
};

export default config;
