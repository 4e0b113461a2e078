import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { takeConfig } from './config-file.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bough-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

/** The environment after a start with these lines in the file. */
function taken(lines, env = {}) {
  const path = join(folder, 'bough.yaml');
  writeFileSync(path, lines.join('\n'));
  const all = { BOUGH_DATA: folder, BOUGH_CONFIG: path, ...env };
  takeConfig(all);
  const { BOUGH_CONFIG: _, ...rest } = all;
  return rest;
}

test('[HOUSE-134] what npm start decides by itself it takes from the file of settings first, and the environment wins', () => {
  const lines = [
    '# BOUGH_HOST: 0.0.0.0',
    'BOUGH_PUBLIC_URL: "https://maps.example.org" # ours',
    'BOUGH_SECOND: folder # a comment',
    "PORT: '8090'",
    'BOUGH_LOG_LEVEL: debug',
    'BOUGH_COOKIE_KEYS: |',
    '  BOUGH_HOST: inside',
  ];
  const asked = { BOUGH_DATA: folder, BOUGH_PUBLIC_URL: 'https://maps.example.org', BOUGH_SECOND: 'folder' };
  expect(taken(lines)).toEqual({ ...asked, PORT: '8090' });
  expect(taken(lines, { PORT: '1', BOUGH_SECOND: '' })).toEqual({ ...asked, PORT: '1' });
  const env = { BOUGH_CONFIG: join(folder, 'not-there') };
  takeConfig(env);
  expect(env).toEqual({ BOUGH_CONFIG: join(folder, 'not-there') });
});

test('[HOUSE-134] a key of the file is used where the folder of secrets has none; one that is there goes on opening what it sealed', () => {
  const lines = [`BOUGH_DATA: ${folder}`, 'BOUGH_BLOBS_KEYS: a:b', 'BOUGH_BACKUP_KEYS_FILE: /run/secrets/backup'];
  const env = { BOUGH_DATA: folder, BOUGH_BLOBS_KEYS: 'a:b', BOUGH_BACKUP_KEYS_FILE: '/run/secrets/backup' };
  expect(taken(lines, { BOUGH_DATA: '' })).toEqual(env);
  mkdirSync(join(folder, 'secrets'));
  const there = join(folder, 'secrets', 'blobs-keys');
  writeFileSync(there, 'made:before');
  const { BOUGH_BLOBS_KEYS: _, ...others } = env;
  expect(taken(lines)).toEqual({ ...others, BOUGH_BLOBS_KEYS_FILE: there });
  expect(taken(lines, { BOUGH_BLOBS_KEYS: 'said' })).toEqual({ ...others, BOUGH_BLOBS_KEYS: 'said' });
});

test('[HOUSE-134] npm start does so before it decides anything', () => {
  const path = join(folder, 'bough.yaml');
  writeFileSync(path, 'PORT: eighty\n');
  const launcher = fileURLToPath(new URL('start.mjs', import.meta.url));
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, BOUGH_DATA: folder, BOUGH_CONFIG: path };
  const { status, stderr } = spawnSync(process.execPath, [launcher], { encoding: 'utf8', env, timeout: 60_000 });
  expect([status, stderr]).toEqual([1, expect.stringContaining('PORT is "eighty", which is no port')]);
}, 90_000);
