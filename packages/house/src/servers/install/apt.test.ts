import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { scratchHouse } from '../../scratch/scratch-house.ts';
import { aptInstall } from './apt.ts';

afterEach(() => vi.unstubAllEnvs());

/** Puts an apt-get first on PATH that does this, after it has written down what it was asked. */
function withAptGet(root: string, does: string): () => string[] {
  const [program, log] = [join(root, 'apt-get'), join(root, 'log')];
  writeFileSync(program, `#!/bin/sh\ncd "${root}"\necho "$@" >> log\n${does}\n`);
  chmodSync(program, 0o755);
  vi.stubEnv('PATH', [root, process.env['PATH']].join(delimiter));
  return () => readFileSync(log, 'utf8').trim().split('\n');
}

test('[HOUSE-25] packages that are asked for at once are installed one after the other, each waiting for the locks of others', async () => {
  using scratch = scratchHouse();
  // As dpkg's lock is: whoever comes second is turned away.
  const asked = withAptGet(scratch.root, 'mkdir lock || exit 100\nsleep 0.2\nrmdir lock');
  expect(await Promise.all([aptInstall('redis-server'), aptInstall('chromium'), aptInstall('a', 'b')])).toEqual([
    null,
    null,
    null,
  ]);
  const options = '-o DPkg::Lock::Timeout=600 install -y --no-install-recommends';
  expect(asked()).toEqual([`${options} redis-server`, `${options} chromium`, `${options} a b`]);
});

test('[HOUSE-25] the lock of the lists, for which apt-get does not wait, is waited for', async () => {
  using scratch = scratchHouse();
  const locked = 'echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)"; exit 100';
  const asked = withAptGet(scratch.root, `[ -e again ] && exit 0\ntouch again\n${locked}`);
  expect(await aptInstall('redis-server')).toBe(null);
  expect(asked()).toHaveLength(2);
});

test('[HOUSE-25] what cannot be installed is told with the line that says why, and the next one is tried', async () => {
  using scratch = scratchHouse();
  const asked = withAptGet(
    scratch.root,
    'case "$*" in *good) exit 0;; *) echo "E: Unable to locate package bad"; exit 100;; esac',
  );
  const [bad, good] = await Promise.all([aptInstall('bad'), aptInstall('good')]);
  expect(bad).toBe('apt-get install bad failed: E: Unable to locate package bad');
  expect(good).toBe(null);
  expect(asked().map((line) => line.split(' ').slice(2).join(' '))).toEqual([
    'install -y --no-install-recommends bad',
    'update',
    'install -y --no-install-recommends bad',
    'install -y --no-install-recommends good',
  ]);
});
