import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { beginLog, rotateLog } from './log-files.mjs';

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'bough-logs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('[HOUSE-80] a log that has grown is moved away, and of the older ones so many stay', () => {
  const path = join(newFolder(), 'gateway.log');
  for (const text of ['one', 'two', 'three', 'four']) {
    writeFileSync(path, text, { flag: 'a', mode: 0o600 });
    expect(rotateLog(path, { bytes: 3, kept: 2 })).toBeNull();
    expect(statSync(path).size).toBe(0);
  }
  expect([1, 2].map((n) => readFileSync(`${path}.${n}`, 'utf8'))).toEqual(['four', 'three']);
  expect(existsSync(`${path}.3`)).toBe(false);
  expect(statSync(`${path}.1`).mode & 0o077).toBe(0);
});

test('[HOUSE-80] a log below the limit stays, and one that is not there is none', () => {
  const folder = newFolder();
  const path = join(folder, 'mailer.log');
  expect(rotateLog(path)).toBeNull();
  writeFileSync(path, 'a line\n');
  expect(rotateLog(path)).toBeNull();
  expect(readdirSync(folder)).toEqual(['mailer.log']);
});

test('[HOUSE-80] a process that writes on goes on at the beginning of the emptied file, and every line is in one of them', async () => {
  const path = join(newFolder(), 'docstore.log');
  const log = openSync(path, 'a', 0o600);
  const program = `
    const { writeSync } = require('node:fs');
    let n = 0;
    process.stdin.on('data', () => { for (let i = 0; i < 1000; i++) writeSync(1, 'line ' + n++ + '\\n'); process.stderr.write('.'); });`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', log, 'pipe'] });
  onTestFinished(() => child.kill('SIGKILL'));
  for (let round = 0; round < 3; round++) {
    child.stdin.write('more');
    await once(child.stderr, 'data');
    expect(rotateLog(path, { bytes: 1, kept: 5 })).toBeNull();
  }
  const lines = [3, 2, 1].flatMap((n) => readFileSync(`${path}.${n}`, 'utf8').trim().split('\n'));
  expect(lines).toEqual(Array.from({ length: 3000 }, (_, n) => `line ${n}`));
});

test('[HOUSE-80] a start begins a new log, and keeps the last one', () => {
  const path = join(newFolder(), 'exporter.log');
  beginLog(path);
  writeFileSync(path, 'of before');
  beginLog(path);
  expect(existsSync(path)).toBe(false);
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('of before');
});

test('[HOUSE-80] a log that cannot be moved stays whole, and the reason is said', () => {
  const path = join(newFolder(), 'gateway.log');
  writeFileSync(path, 'words');
  // The copy cannot be written where a folder stands.
  mkdirSync(`${path}.1.part`);
  expect(rotateLog(path, { bytes: 1, kept: 2 })).toMatch(/EISDIR/);
  expect(readFileSync(path, 'utf8')).toBe('words');
});
