/**
 * The linter's rules, type-aware through tsgolint. Which folders are held to the ports and to the one caller follows from the
 * table of floors, so that a new part is covered from its first line. What oxlint cannot say (`export *`, `new Date()`, parts and
 * their floors, specifications and their tests) is said by src/rules.
 */

import { defineConfig, type OxlintOverride } from 'oxlint';
import { FLOORS, HOUSE } from '../src/floors/table.ts';

const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/src/testing/**', '**/e2e/**', '**/load/**'];

const CLOCK = 'Take the port Clock of @bough/base: time is a parameter.';
const CHANCE = 'Take the port Random or Ids of @bough/base: chance is a parameter.';
const PLATFORM = 'This package runs anywhere: take a port for what the platform does.';
const CALLER =
  'Call other services through createCaller of @bough/service: it brings keep-alive, deadline, token and request id.';

const clockGlobals = ['performance', 'setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval'];
const clockOfFrames = ['clearImmediate', 'requestAnimationFrame', 'cancelAnimationFrame', 'requestIdleCallback'];
const chanceGlobals = ['crypto'];
const nodeGlobals = ['process', 'Buffer', 'global', '__dirname', '__filename', 'require'];
const domGlobals = ['window', 'document', 'navigator', 'location', 'history', 'self', 'localStorage', 'sessionStorage'];
const moreDomGlobals = ['indexedDB', 'alert', 'confirm', 'prompt', 'addEventListener', 'removeEventListener', 'Worker'];
const domTypes = ['HTMLElement', 'Element', 'Node', 'Event', 'Image', 'Path2D', 'OffscreenCanvas', 'DOMParser', 'Blob'];
const network = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource'];
const callerGlobals = ['fetch', 'XMLHttpRequest', 'EventSource'];

function globals(names: readonly string[], message: string): { name: string; message: string }[] {
  return names.map((name) => ({ name, message }));
}

function sources(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => [`**/${folder}/**/*.ts`, `**/${folder}/**/*.tsx`]);
}

const anywhere: OxlintOverride = {
  files: sources(FLOORS.filter((part) => part.runs === 'anywhere').map((part) => part.folder)),
  rules: {
    'no-restricted-globals': [
      'error',
      {
        checkGlobalObject: true,
        globals: [
          ...globals([...clockGlobals, ...clockOfFrames], CLOCK),
          ...globals(chanceGlobals, CHANCE),
          ...globals([...nodeGlobals, ...domGlobals, ...moreDomGlobals, ...domTypes, ...network], PLATFORM),
        ],
      },
    ],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: CLOCK },
      { object: 'Math', property: 'random', message: CHANCE },
    ],
    'no-restricted-imports': ['error', { patterns: [{ regex: '^node:', message: PLATFORM }] }],
  },
};

const callers: OxlintOverride = {
  files: sources(
    FLOORS.filter((part) => part.runs !== 'anywhere')
      .map((part) => part.folder)
      .filter((folder) => folder !== 'packages/service' && folder !== 'apps/web'),
  ),
  excludeFiles: TESTS,
  rules: {
    'no-restricted-globals': ['error', { checkGlobalObject: true, globals: globals(callerGlobals, CALLER) }],
    'no-restricted-properties': [
      'error',
      ...['http', 'https'].flatMap((object) =>
        ['request', 'get'].map((property) => ({ object, property, message: CALLER })),
      ),
    ],
    'no-restricted-imports': [
      'error',
      {
        paths: ['node:http', 'node:https', 'http', 'https'].map((name) => ({
          name,
          importNames: ['request', 'get'],
          message: CALLER,
        })),
        patterns: [{ regex: '^(undici|axios|got|node-fetch|ky)$', message: CALLER }],
      },
    ],
  },
};

const tests: OxlintOverride = {
  files: TESTS,
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'vitest'],
  rules: {
    'max-lines-per-function': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/unbound-method': 'off',
    // Matchers such as expect.any(String) are any by nature.
    'typescript/no-unsafe-argument': 'off',
    'typescript/no-unsafe-assignment': 'off',
    'typescript/no-unsafe-call': 'off',
    'typescript/no-unsafe-member-access': 'off',
    'typescript/no-unsafe-return': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/expect-expect': 'off',
    'vitest/no-standalone-expect': 'off',
    'vitest/valid-title': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'vitest/require-to-throw-message': 'off',
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'error',
  },
};

const anywhereTests: OxlintOverride = {
  files: TESTS,
  rules: { 'no-restricted-imports': 'off' },
};

const programs: OxlintOverride = {
  files: [`**/${HOUSE}/src/gate/**`, `**/${HOUSE}/src/mutants/main.ts`, '**/infra/**', '**/load/**'],
  rules: { 'no-console': 'off' },
};

// Plain JavaScript runs before there is anything to read types with.
const plain: OxlintOverride = {
  files: ['**/*.mjs'],
  rules: {
    'typescript/no-unsafe-argument': 'off',
    'typescript/no-unsafe-assignment': 'off',
    'typescript/no-unsafe-call': 'off',
    'typescript/no-unsafe-member-access': 'off',
    'typescript/no-unsafe-return': 'off',
    'typescript/restrict-template-expressions': 'off',
    'typescript/no-floating-promises': 'off',
  },
};

const toolConfigs: OxlintOverride = {
  files: ['**/*.config.ts', '**/*.config.mjs'],
  rules: { 'import/no-default-export': 'off' },
};

const page: OxlintOverride = {
  files: sources(['apps/web']),
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'react', 'jsx-a11y'],
  rules: {
    'react/react-in-jsx-scope': 'off',
    'react/exhaustive-deps': 'error',
    'react/rules-of-hooks': 'error',
  },
};

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise'],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-var': 'error',
    'prefer-const': 'error',
    'no-console': 'error',
    'no-alert': 'error',
    'max-lines': ['error', { max: 400 }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    'max-depth': ['error', 4],
    'no-empty': 'error',
    'no-throw-literal': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' }],
    // A leading underscore is how an argument says that it is not used.
    'no-underscore-dangle': 'off',
    'import/no-default-export': 'error',
    'import/no-cycle': ['error', { ignoreTypes: true }],
    'import/no-unassigned-import': ['error', { allow: ['**/*.css', '@fontsource*/**', '@fontsource-variable/**'] }],
    'import/no-duplicates': 'error',
    'promise/always-return': 'off',
    // fast-check is used through its default export, as documented.
    'import/no-named-as-default-member': 'off',
    // It does not see a callback change the condition while the loop awaits.
    'no-unmodified-loop-condition': 'off',
    'promise/no-callback-in-promise': 'off',
    'unicorn/consistent-function-scoping': 'off',
    // Sorting one's own fresh array in place is right; what others hold is readonly by type.
    'unicorn/no-array-sort': 'off',
    // A copy is needed where the loop changes what it walks.
    'unicorn/no-useless-spread': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'unicorn/prefer-node-protocol': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: false }],
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    // The compiler's noImplicitReturns knows exhaustive switches, this does not.
    'typescript/consistent-return': 'off',
    'consistent-return': 'off',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    // Branding a value that was just checked is a narrowing assertion, and the only kind that is wanted.
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
    'typescript/ban-ts-comment': 'error',
  },
  overrides: [callers, anywhere, tests, anywhereTests, programs, plain, toolConfigs, page],
  ignorePatterns: ['**/node_modules/**', '**/dist/**'],
});
