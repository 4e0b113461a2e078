import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addressHere, forgetRunning, openDataFolder, tellRunning } from './data-folder.mjs';
import { keepSecret, replaceSecret } from './secrets.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bough-data-'));
  vi.stubEnv('BOUGH_DATA', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('[HOUSE-41] a second location gets a key of its own at the first start, which stays', () => {
  vi.stubEnv('BOUGH_SECOND', 'none');
  expect(Object.keys(openDataFolder().secretFiles)).not.toContain('BOUGH_SECOND_BLOBS_KEYS_FILE');
  vi.stubEnv('BOUGH_SECOND', 'folder');
  const { BOUGH_BLOBS_KEYS_FILE: first, BOUGH_SECOND_BLOBS_KEYS_FILE: second } = openDataFolder().secretFiles;
  const key = readFileSync(second, 'utf8');
  expect(key).toMatch(/^second-\d{4}-\d\d-\d\d-[0-9a-f]{8}:[\w-]{43}\n$/);
  expect(readFileSync(first, 'utf8')).not.toContain(key.slice(key.indexOf(':') + 1));
  expect(statSync(second).mode & 0o777).toBe(0o600);
  openDataFolder();
  expect(readFileSync(second, 'utf8')).toBe(key);
});

test('[HOUSE-41] a secret that is there is never written over, but for one that is put in its place whole', () => {
  const path = join(folder, 'secret');
  keepSecret(path, 'one');
  keepSecret(path, 'two');
  expect(readFileSync(path, 'utf8')).toBe('one\n');
  replaceSecret(path, 'one,two');
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['one,two\n', 0o600]);
});

test('[SVC-76] each pair of services has a key of its own, also in a folder from before they had', () => {
  const { BOUGH_TOKEN_KEYS_FILE: path } = openDataFolder().secretFiles;
  const made = readFileSync(path, 'utf8');
  const keys = made
    .trim()
    .split(',')
    .map((entry) => entry.split(':'));
  expect(keys.map(([audience, issuer]) => `${audience} of ${issuer}`)).toEqual([
    'docstore of gateway',
    'mailer of gateway',
    'exporter of gateway',
    'docstore of exporter',
  ]);
  expect(new Set(keys.map((parts) => parts.at(-1))).size).toBe(4);
  openDataFolder();
  expect(readFileSync(path, 'utf8')).toBe(made);
  const old = `docstore:1:${'A'.repeat(43)},exporter:1:${'B'.repeat(42)}A`;
  replaceSecret(path, old);
  openDataFolder();
  const upgraded = readFileSync(path, 'utf8');
  expect(upgraded).toMatch(new RegExp(`^${old},docstore:exporter:1:[\\w-]{43}\\n$`));
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('[HOUSE-55] who looks finds the ports of the services in the note of what runs', () => {
  const services = [{ name: 'mailer', pid: 7, env: { PORT: '4711' } }];
  tellRunning({ folder }, 8080, services);
  const note = JSON.parse(readFileSync(join(folder, 'running.json'), 'utf8'));
  expect(note).toMatchObject({ port: 8080, services: { mailer: 7 }, ports: { mailer: 4711 } });
});

test('[HOUSE-133] the page is where the note of what runs has it, else at PORT, unless a setting says where', () => {
  vi.stubEnv('PORT', '');
  expect(addressHere(process.env)).toEqual({});
  vi.stubEnv('PORT', '4712');
  expect(addressHere(process.env)).toEqual({ BOUGH_PUBLIC_URL: 'http://localhost:4712' });
  tellRunning({ folder }, 4713, []);
  expect(addressHere(process.env)).toEqual({ BOUGH_PUBLIC_URL: 'http://localhost:4713' });
  for (const name of ['BOUGH_PUBLIC_URL', 'BOUGH_PUBLIC_URL_FILE'])
    expect(addressHere({ ...process.env, [name]: 'said' })).toEqual({});
  forgetRunning({ folder });
  for (const wrong of ['0', 'abc', '70000']) expect(addressHere({ ...process.env, PORT: wrong })).toEqual({});
});
