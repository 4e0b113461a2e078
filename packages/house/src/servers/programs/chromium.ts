import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aptInstall, mayUseApt } from '../install/apt.ts';
import { isProgram, gistOf, onPath, run } from '../places.ts';
import type { ProgramRunning, Found, Server } from '../server.ts';

const END_TO_END = fileURLToPath(new URL('../../../../../e2e/node_modules/', import.meta.url));
const PLAYWRIGHT = join(END_TO_END, '@playwright', 'test', 'cli.js');

/** Chromium: the one on PATH, else Playwright's own, which a person's machine fetches once into Playwright's cache. */
export const chromium: Server<ProgramRunning> = {
  name: 'chromium',
  find,
  install: async (say) => {
    if (mayUseApt()) return aptInstall('chromium');
    if (!existsSync(PLAYWRIGHT)) return 'Playwright is not installed.';
    say('Fetching a browser through Playwright ...');
    const outcome = await run(process.execPath, [PLAYWRIGHT, 'install', 'chromium']);
    return outcome.code === 0 ? null : `playwright install chromium failed: ${gistOf(outcome.output)}`;
  },
};

function find(): Found<ProgramRunning> {
  const given = process.env['BOUGH_TEST_CHROMIUM'];
  const executable =
    given ?? ['chromium', 'chromium-browser', 'google-chrome'].map(onPath).find(Boolean) ?? ofPlaywright();
  if (executable !== null && executable !== undefined) {
    const running: ProgramRunning = { executable, stop: () => Promise.resolve() };
    return { kind: 'ready', from: executable, start: () => Promise.resolve(running) };
  }
  const howTo = 'Install Chromium, or run: npx playwright install chromium.';
  return { kind: 'missing', why: 'There is no Chromium on PATH nor in the cache of Playwright.', howTo };
}

function ofPlaywright(): string | null {
  const caches = [
    process.env['PLAYWRIGHT_BROWSERS_PATH'],
    process.env['XDG_CACHE_HOME'] === undefined ? undefined : join(process.env['XDG_CACHE_HOME'], 'ms-playwright'),
    join(homedir(), '.cache', 'ms-playwright'),
    join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  ];
  const inside = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ];
  for (const cache of caches) {
    if (cache === undefined || !existsSync(cache)) continue;
    const folders = readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name));
    const programs = folders.flatMap((folder) => inside.map((path) => join(cache, folder, path)));
    const program = programs.find(isProgram);
    if (program !== undefined) return program;
  }
  return null;
}
