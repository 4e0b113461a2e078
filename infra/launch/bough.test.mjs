import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const launcher = fileURLToPath(new URL('bough.mjs', import.meta.url));

function bough(given, ...words) {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ...(typeof given === 'string' ? { BOUGH_DATA: given } : given),
  };
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
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/^ {2}accept-loss people \[--yes\] .*database of people/m),
  ]);
}, 60_000);

test('[HOUSE-134] with a file of settings commands open what npm start made, and a first backup makes its key', () => {
  const [data, place] = ['bough-config-', 'bough-place-'].map((name) => mkdtempSync(join(tmpdir(), name)));
  onTestFinished(() => [data, place].forEach((each) => rmSync(each, { recursive: true })));
  const config = join(data, 'bough.yaml');
  writeFileSync(config, `BOUGH_DATA: ${data}\nBOUGH_PUBLIC_URL: https://127.0.0.1:2\n`);
  mkdirSync(join(data, 'secrets'));
  mkdirSync(join(data, 'blobs', 'first', '.journal'), { recursive: true });
  writeFileSync(join(data, 'secrets', 'blobs-keys'), `1:${'A'.repeat(43)}`);
  writeFileSync(join(data, 'secrets', 'cookie-keys'), 'A'.repeat(43));
  const env = { BOUGH_CONFIG: config };
  expect(bough(env, 'set-up-link').stdout).toMatch(/^https:\/\/127\.0\.0\.1:2\/set-up#/);
  expect(bough(env, 'backup', place)).toMatchObject({ status: 0 });
  expect(existsSync(join(data, 'secrets', 'backup-keys'))).toBe(true);
  expect(bough(env, 'add-key', 'blobs-keys').stdout).toContain('keeps the 1 from before');
  expect(bough(env, 'verify')).toMatchObject({ status: 0 });
  // What the file says nothing of is where it runs.
  writeFileSync(join(data, 'running.json'), '{"port":1,"ports":{"mailer":1,"gateway":1}}');
  const { stdout } = bough(env, 'doctor');
  expect(stdout).toContain('http://127.0.0.1:1');
  expect(stdout).toContain('https://127.0.0.1:2');
  expect(stdout).not.toContain('127.0.0.1:8082');
}, 60_000);
