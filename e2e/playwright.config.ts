import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { findServer } from '@bough/house/servers';
import { defineConfig } from '@playwright/test';
import { IN_FIREFOX, TESTS_NOT_IN_FIREFOX } from './src/firefox.ts';

/** Where a browser is; on a machine that has none this file is still read, by whoever only wants to know what tests there are. */
const [chromium, firefox] = (['chromium', 'firefox'] as const).map((name) => {
  const found = findServer(name);
  return found.kind === 'ready' ? found.from : undefined;
});
const IN_WEBKIT = 'webkit*.spec.ts';
const FOR_READERS = 'at-spi.spec.ts';
const FIREFOX_RELAY = fileURLToPath(new URL('./firefox-relay.mjs', import.meta.url));

const IN_CHROMIUM = {
  launchOptions: {
    ...(chromium === undefined ? {} : { executablePath: chromium }),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
};

export default defineConfig({
  testDir: 'src',
  // Each has a Bough and a browser of its own. On two cores the second makes all of it a fifth quicker; more would only wait.
  workers: Math.min(2, availableParallelism()),
  timeout: 120_000,
  // How long a person may have to wait is measured by benchmarks; a busy machine is no failure of the page.
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: 0,
  outputDir: 'test-results',
  use: {
    viewport: { width: 1280, height: 800 },
    // A trace costs as much as the test; `--trace on` has one.
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'chromium',
      testIgnore: [IN_WEBKIT, FOR_READERS],
      use: IN_CHROMIUM,
    },
    {
      name: 'firefox',
      testMatch: IN_FIREFOX,
      grepInvert: Object.keys(TESTS_NOT_IN_FIREFOX).map((title) => new RegExp(`${RegExp.escape(title)}$`)),
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: {
          executablePath: FIREFOX_RELAY,
          env: { ...environment(), ...(firefox === undefined ? {} : { BOUGH_TEST_FIREFOX: firefox }) },
        },
      },
    },
    // Not Playwright's own build: Debian's WebKitGTK by its driver (src/webkit.ts).
    { name: 'webkit', testMatch: IN_WEBKIT },
    // Chromium, on the bus of screen readers (src/screen-reader.ts).
    { name: 'at-spi', testMatch: FOR_READERS, use: IN_CHROMIUM },
  ],
});

function environment(): Record<string, string> {
  const set = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(set);
}
