import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const launcher = fileURLToPath(new URL('start.mjs', import.meta.url));
const started = (...words) => spawnSync(process.execPath, [launcher, ...words], { encoding: 'utf8' });

test('[HOUSE-82] npm start -- --version says which Bough it is, and starts nothing', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(started('--version')).toMatchObject({ status: 0, stdout: `Bough ${version}\n` });
});

test('[HOUSE-82] what npm start does not take is refused with one sentence', () => {
  const { status, stderr } = started('--port', '80');
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^npm start takes no --port 80: .*\n$/)]);
});
