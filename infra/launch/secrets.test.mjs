import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDataFolder } from './data-folder.mjs';
import { keepSecret, keptSecret, sealingKey } from './secrets.mjs';

let data = '';
let said = [];
const inSecrets = (name) => join(data, 'secrets', name);
const read = (name) => readFileSync(inSecrets(name), 'utf8');
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'bough-secrets-'));
  said = [];
  vi.stubEnv('BOUGH_DATA', data);
  vi.spyOn(console, 'log').mockImplementation((line) => said.push(line));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(data, { recursive: true, force: true });
});

test.each(['first-location.json', 'blobs', 'known-secrets.json'])(
  '[HOUSE-51] a key of maps that is gone is not made anew where %s tells of maps, and nothing else is made',
  (sign) => {
    openDataFolder();
    const copy = `${data}-copy`;
    cpSync(join(data, 'secrets'), copy, { recursive: true });
    for (const each of ['secrets', 'known-secrets.json']) {
      if (each !== sign) rmSync(join(data, each), { recursive: true });
    }
    if (sign === 'blobs') mkdirSync(join(data, 'blobs'));
    if (sign === 'first-location.json') writeFileSync(join(data, sign), '{}');
    const before = readdirSync(data);
    expect(() => openDataFolder()).toThrow(/blobs-keys is gone.*maps cannot be read.*--with-secrets.*BOUGH_DATA/s);
    expect(readdirSync(data)).toEqual(before);
    cpSync(copy, join(data, 'secrets'), { recursive: true });
    rmSync(copy, { recursive: true });
    openDataFolder();
    vi.stubEnv('BOUGH_BLOBS_KEYS', `elsewhere:${'A'.repeat(43)}`);
    rmSync(inSecrets('blobs-keys'));
    expect(openDataFolder().secretFiles).not.toHaveProperty('BOUGH_BLOBS_KEYS_FILE');
    expect(existsSync(inSecrets('blobs-keys'))).toBe(false);
  },
);

test('[HOUSE-51] the keys of a second location and of backups are not made anew either', () => {
  vi.stubEnv('BOUGH_SECOND', 'folder');
  openDataFolder();
  keptSecret(data, 'backup-keys', () => sealingKey('backup'));
  for (const [name, lost] of [
    ['second-blobs-keys', 'second location'],
    ['backup-keys', 'backups'],
  ]) {
    rmSync(inSecrets(name));
    expect(() => keptSecret(data, name, sealingKey)).toThrow(`without it the ${lost} cannot be read`);
  }
  expect(() => openDataFolder()).toThrow('second-blobs-keys is gone');
});

test('[HOUSE-51] a folder from before the note gets it from the secrets that are there', () => {
  openDataFolder();
  keepSecret(inSecrets('backup-keys'), sealingKey('backup'));
  rmSync(join(data, 'known-secrets.json'));
  openDataFolder();
  rmSync(inSecrets('backup-keys'));
  expect(() => keptSecret(data, 'backup-keys', sealingKey)).toThrow('is gone');
});

test('[HOUSE-52] cookie keys that are gone are made anew, and what that means is said', () => {
  openDataFolder();
  expect(said).toEqual([]);
  const before = read('cookie-keys');
  rmSync(inSecrets('cookie-keys'));
  openDataFolder();
  expect(read('cookie-keys')).not.toBe(before);
  expect(said.join()).toMatch(/cookie-keys was gone and is made anew: everybody signs in again/);
});

test('[HOUSE-53] two keys that were made for one location can stand in one list', () => {
  const ids = Array.from({ length: 20 }, () => sealingKey().split(':')[0]);
  expect(new Set(ids).size).toBe(20);
  for (const id of [...ids, sealingKey('second').split(':')[0]]) expect(id).toMatch(/^[A-Za-z0-9_-]{1,32}$/);
});

test('[HOUSE-54] an empty file that a full disk left is no secret: it is made, or told as gone', () => {
  mkdirSync(join(data, 'secrets'));
  for (const name of ['cookie-keys', 'blobs-keys', 'token-keys']) writeFileSync(inSecrets(name), '');
  openDataFolder();
  expect(read('blobs-keys')).toMatch(/^\d{4}-\d\d-\d\d-[0-9a-f]{8}:[\w-]{43}\n$/);
  expect(read('cookie-keys')).toMatch(/^[\w-]{43}\n$/);
  expect(statSync(inSecrets('cookie-keys')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(data, 'secrets')).sort()).toEqual(['blobs-keys', 'cookie-keys', 'token-keys']);
  writeFileSync(inSecrets('blobs-keys'), '');
  expect(() => openDataFolder()).toThrow('blobs-keys is gone');
});

test('[HOUSE-54] of many processes that make one secret at once the first wins, and all use it', async () => {
  mkdirSync(join(data, 'secrets'));
  const module = new URL('./secrets.mjs', import.meta.url).href;
  const path = inSecrets('cookie-keys');
  const work = `import { readFileSync } from 'node:fs'; import { keepSecret, key } from ${JSON.stringify(module)};
    process.stdin.once('data', () => {
      keepSecret(${JSON.stringify(path)}, key());
      process.stdout.write(readFileSync(${JSON.stringify(path)}, 'utf8'));
      process.exit(0);
    });
    process.stderr.write('ready');`;
  const makers = Array.from({ length: 6 }, () => spawn(process.execPath, ['--input-type=module', '-e', work]));
  const words = makers.map(async ({ stdout }) => {
    let text = '';
    for await (const chunk of stdout) text += chunk;
    return text;
  });
  await Promise.all(makers.map(({ stderr }) => new Promise((ready) => stderr.once('data', ready))));
  for (const { stdin } of makers) stdin.end('go');
  const all = await Promise.all(words);
  expect(new Set(all).size).toBe(1);
  expect(all[0]).toMatch(/^[\w-]{43}\n$/);
  expect(readdirSync(join(data, 'secrets'))).toEqual(['cookie-keys']);
});

test('[HOUSE-51] a folder where a secret should be is told in one sentence', () => {
  openDataFolder();
  for (const name of ['token-keys', 'cookie-keys', 'blobs-keys']) {
    const kept = read(name);
    rmSync(inSecrets(name));
    mkdirSync(inSecrets(name));
    expect(() => openDataFolder()).toThrow(`${inSecrets(name)} is not a file: `);
    rmSync(inSecrets(name), { recursive: true });
    writeFileSync(inSecrets(name), kept);
  }
});
