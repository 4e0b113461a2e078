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
    const rotate = name.endsWith('blobs-keys') ? ', then: npm run bough -- rotate-keys' : '.';
    const left = name === 'backup-keys' ? 'The next backup uses it.' : `Start Bough again${rotate}`;
    expect(addKey([name])).toBe(`${secret(name)} has a new key, and keeps the 2 from before. ${left}`);
    const [first, ...others] = readFileSync(secret(name), 'utf8').trim().split(',');
    expect(others).toEqual(['old-1:aaaa', 'old-2:bbbb']);
    expect(first).toMatch(name === 'cookie-keys' ? /^[\w-]{43}$/ : /^[\w-]+:[\w-]{43}$/);
    expect(statSync(secret(name)).mode & 0o777).toBe(0o600);
  },
);

test('[HOUSE-81] what is no list of keys, is not there, or is set elsewhere is refused, and nothing is written', () => {
  const notUnderstood = (message) => expect.objectContaining({ message, exitCode: 2 });
  expect(() => addKey([])).toThrow(notUnderstood(expect.stringMatching(/^Name one list of keys\.\nadd-key NAME/)));
  const noList = /^"token-keys" is no list that takes a key\.\nadd-key NAME/;
  expect(() => addKey(['token-keys'])).toThrow(notUnderstood(expect.stringMatching(noList)));
  expect(() => addKey(['constructor'])).toThrow(notUnderstood(expect.stringContaining('no list')));
  const more = expect.stringMatching(/^"more" means nothing here\.\nadd-key NAME/);
  expect(() => addKey(['blobs-keys', 'more'])).toThrow(notUnderstood(more));
  expect(() => addKey(['blobs-keys'])).toThrow('There is no');
  writeFileSync(secret('blobs-keys'), 'old:aaaa');
  vi.stubEnv('BOUGH_BLOBS_KEYS_FILE', '/run/secrets/blobs-keys');
  expect(() => addKey(['blobs-keys'])).toThrow('These keys are set by BOUGH_BLOBS_KEYS');
  expect(readFileSync(secret('blobs-keys'), 'utf8')).toBe('old:aaaa');
});
