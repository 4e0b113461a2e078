import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.mjs';

const MODULE = join(import.meta.dirname, 'one-at-a-time.mjs');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bough-once-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('processes that want the same thing at once do it one after the other', async () => {
  const program = `
    const { appendFileSync } = await import('node:fs');
    const { oneAtATime } = await import(${JSON.stringify(MODULE)});
    await oneAtATime(${JSON.stringify(join(folder, 'lock'))}, async () => {
      appendFileSync(${JSON.stringify(join(folder, 'told'))}, 'begun ');
      await new Promise((resolve) => setTimeout(resolve, 50));
      appendFileSync(${JSON.stringify(join(folder, 'told'))}, 'ended ');
    });`;
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  await Promise.all([run(), run(), run()]);
  expect(readFileSync(join(folder, 'told'), 'utf8')).toBe('begun ended '.repeat(3));
  expect(existsSync(join(folder, 'lock'))).toBe(false);
});

test('what a process that ended has left is taken over, named or not', async () => {
  const ended = await promisify(execFile)(process.execPath, ['-p', 'process.pid']);
  for (const left of [ended.stdout.trim(), '']) {
    const lock = join(folder, `lock-${left}`);
    mkdirSync(lock);
    if (left !== '') writeFileSync(join(lock, 'process'), left);
    expect(await oneAtATime(lock, async () => 'done')).toBe('done');
    expect(existsSync(lock)).toBe(false);
  }
});
