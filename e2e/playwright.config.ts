import { findServer } from '@bough/house/servers';
import { defineConfig } from '@playwright/test';

const found = findServer('chromium');
if (found.kind === 'missing') throw new Error(`${found.why} ${found.howTo}`);

export default defineConfig({
  testDir: 'src',
  // One worker: each test starts Bough itself, and two cores serve one Bough and two browsers well.
  workers: 1,
  timeout: 120_000,
  // How long a person may have to wait is measured by benchmarks; a busy machine is no failure of the page.
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: 0,
  outputDir: 'test-results',
  use: {
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
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
});
