import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const launcher = fileURLToPath(new URL('bough.mjs', import.meta.url));

function bough(data, ...words) {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, BOUGH_DATA: data };
  return spawnSync(process.execPath, [launcher, ...words], { encoding: 'utf8', env });
}

test('[HOUSE-133] the set-up link leads to the port that Bough runs on', () => {
  const data = mkdtempSync(join(tmpdir(), 'bough-link-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  mkdirSync(join(data, 'secrets'));
  writeFileSync(join(data, 'secrets', 'cookie-keys'), 'A'.repeat(43));
  writeFileSync(join(data, 'running.json'), '{"port":4714}');
  expect(bough(data, 'set-up-link').stdout).toMatch(/^http:\/\/localhost:4714\/set-up#secret=[\w-]+\n$/);
}, 60_000);

test('[GW-291] the list of commands has that which begins without the people that are lost', () => {
  const { status, stdout } = bough(join(tmpdir(), 'bough-nowhere'));
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^ {2}accept-loss people \[--yes\] .*database of people/m)]);
}, 60_000);
