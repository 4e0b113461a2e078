import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../log/logger.ts';
import { closeToOthers } from './private-folder.ts';

const APPS = fileURLToPath(new URL('../../../../apps/', import.meta.url));

function world() {
  const top = mkdtempSync(join(tmpdir(), 'bough-closed-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const said: string[] = [];
  const say = (line: string, facts?: unknown): void => void said.push(`${line} ${JSON.stringify(facts)}`);
  const make = (path: string, mode: number): string => {
    writeFileSync(join(top, path), 'x');
    chmodSync(join(top, path), mode);
    return join(top, path);
  };
  const folder = (path: string, mode: number): string => {
    mkdirSync(join(top, path));
    chmodSync(join(top, path), mode);
    return join(top, path);
  };
  return { top, said, log: { ...silentLog, warn: say, info: say }, make, folder };
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o7777).toString(8);
}

test('[SVC-72] what is open in a folder is closed to others, links lead nowhere, and the log says it once', () => {
  const { top, said, log, make, folder } = world();
  const outside = make('outside', 0o644);
  const data = folder('data', 0o755);
  const secrets = folder('data/secrets', 0o755);
  const files = [make('data/metadata.sqlite', 0o644), make('data/run', 0o755), make('data/secrets/key', 0o604)];
  symlinkSync(outside, join(data, 'link'));
  closeToOthers(data, log);
  expect([data, secrets, ...files].map(modeOf)).toEqual(['700', '700', '600', '700', '600']);
  expect(modeOf(outside)).toBe('644');
  expect(said).toEqual([expect.stringMatching(/others could read the data folder.*"entries":5/)]);
  closeToOthers(data, log);
  closeToOthers(join(top, 'nothing'), log);
  expect(said).toHaveLength(1);
});

test('[SVC-72] an interrupted start goes on: what is closed last is the folder itself, and what is closed is not looked into', () => {
  const { said, log, make, folder } = world();
  const data = folder('data', 0o755);
  const blobs = folder('data/blobs', 0o700);
  const [inner, late] = [make('data/blobs/one', 0o644), make('data/late', 0o640)];
  closeToOthers(data, log);
  expect([blobs, inner, late, data].map(modeOf)).toEqual(['700', '644', '600', '700']);
  expect(said).toEqual([expect.stringMatching(/"entries":2/)]);
});

test.each([
  ['docstore', 'src/main.ts', 'blobs'],
  ['gateway', 'src/main.ts', 'metadata.sqlite'],
  ['mailer', 'src/main.ts', 'mailer.sqlite'],
  ['gateway', 'src/commands/main.ts', 'metadata.sqlite'],
])(
  '[SVC-71] what %s %s makes is its user’s alone, under a umask that gives everything to everybody',
  (name, main, makes) => {
    const { top } = world();
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const data = join(top, 'data');
    const key = 'A'.repeat(43);
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      ...{ PATH, HOME, PORT: '0', BOUGH_DATA: data, BOUGH_BLOBS_KEYS: `1:${key}`, BOUGH_COOKIE_KEYS: key },
      BOUGH_TOKEN_KEYS: ['docstore', 'mailer', 'exporter', 'gateway'].map((each) => `${each}:1:${key}`).join(','),
      BOUGH_STOP_WITH_STDIN: 'true',
    };
    const words = main.includes('commands') ? ['add-person', 'ann@example.test'] : [];
    if (words.length > 0) mkdirSync(data);
    const ran = spawnSync(process.execPath, [join(APPS, name, main), ...words], { env, input: '', encoding: 'utf8' });
    expect([ran.status, ran.stderr]).toEqual([0, '']);
    const made = readdirSync(data, { recursive: true, encoding: 'utf8' });
    expect(made).toContain(makes);
    const mine = /^[67]00$/;
    expect(made.filter((each) => !mine.test(modeOf(join(data, each))))).toEqual([]);
  },
);
