import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addKey } from './add-key.mjs';

let data = '';
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'bough-keys-'));
  mkdirSync(join(data, 'secrets'));
  vi.stubEnv('BOUGH_DATA', data);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(data, { recursive: true });
});
const secret = (name) => join(data, 'secrets', name);

test.each(['cookie-keys', 'blobs-keys', 'second-blobs-keys', 'backup-keys'])(
  '[HOUSE-81] a new key comes first in %s, and the old ones stay',
  (name) => {
    writeFileSync(secret(name), 'old-1:aaaa,old-2:bbbb\n');
    expect(addKey([name])).toContain('keeps the 2 from before');
    const [first, ...others] = readFileSync(secret(name), 'utf8').trim().split(',');
    expect(others).toEqual(['old-1:aaaa', 'old-2:bbbb']);
    expect(first).toMatch(name === 'cookie-keys' ? /^[\w-]{43}$/ : /^[\w-]+:[\w-]{43}$/);
    expect(statSync(secret(name)).mode & 0o777).toBe(0o600);
  },
);

test('[HOUSE-81] what is no list of keys, is not there, or is set elsewhere is refused, and nothing is written', () => {
  expect(() => addKey([])).toThrow('add-key NAME');
  expect(() => addKey(['token-keys'])).toThrow('add-key NAME');
  expect(() => addKey(['blobs-keys', 'more'])).toThrow('add-key NAME');
  expect(() => addKey(['blobs-keys'])).toThrow('There is no');
  writeFileSync(secret('blobs-keys'), 'old:aaaa');
  vi.stubEnv('BOUGH_BLOBS_KEYS_FILE', '/run/secrets/blobs-keys');
  expect(() => addKey(['blobs-keys'])).toThrow('These keys are set by BOUGH_BLOBS_KEYS');
  expect(readFileSync(secret('blobs-keys'), 'utf8')).toBe('old:aaaa');
});
