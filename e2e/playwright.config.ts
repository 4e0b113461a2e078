import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findServer } from '@bough/house/servers';
import { defineConfig } from '@playwright/test';
import { IN_FIREFOX, TESTS_NOT_IN_FIREFOX } from './src/firefox.ts';

const found = findServer('chromium');
if (found.kind === 'missing') throw new Error(`${found.why} ${found.howTo}`);

/** Firefox as a distribution has it, where the machine has one. */
const firefox = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));
const FIREFOX_RELAY = fileURLToPath(new URL('./firefox-relay.mjs', import.meta.url));

export default defineConfig({
  testDir: 'src',
  // One worker: two cores serve one Bough and two browsers well, and a second of each made all of it a fifth quicker only.
  workers: 1,
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
      use: {
        launchOptions: {
          executablePath: found.from,
          args: [
            ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
            '--disable-quic',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
          ],
        },
      },
    },
    ...(firefox === undefined
      ? []
      : [
          {
            name: 'firefox',
            testMatch: IN_FIREFOX,
            grepInvert: Object.keys(TESTS_NOT_IN_FIREFOX).map((title) => new RegExp(`${RegExp.escape(title)}$`)),
            use: {
              browserName: 'firefox' as const,
              channel: 'moz-firefox',
              launchOptions: { executablePath: FIREFOX_RELAY, env: { ...environment(), BOUGH_TEST_FIREFOX: firefox } },
            },
          },
        ]),
  ],
});

function environment(): Record<string, string> {
  const set = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(set);
}
