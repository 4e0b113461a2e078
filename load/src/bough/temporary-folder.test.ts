import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';

const MODULE = new URL('temporary-folder.ts', import.meta.url).href;
const SCRIPT = `
  import { temporaryFolder } from ${JSON.stringify(MODULE)};
  console.log(temporaryFolder('bough-test-'));
  setInterval(() => undefined, 1_000);`;

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('a folder goes with the process that %s ends', async (signal) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => child.once('close', done));
  const said = await new Promise<Buffer>((done) => child.stdout.once('data', done));
  const path = said.toString().trim();
  expect(existsSync(path)).toBe(true);
  child.kill(signal);
  expect(await ended).toBeGreaterThan(128);
  expect(existsSync(path)).toBe(false);
});
