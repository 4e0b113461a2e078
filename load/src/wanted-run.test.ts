import { expect, test } from 'vitest';
import { runCommand } from './command.ts';
import { readWanted } from './wanted-run.ts';

const PLAIN = { name: 'map', quick: false, guard: false, stack: 'embedded' };

test('[HOUSE-135] a name is read with its options, in any order', () => {
  expect(readWanted('bench', ['map'])).toEqual({ ok: true, value: PLAIN });
  expect(readWanted('bench', ['--guard', 'map'])).toEqual({ ok: true, value: { ...PLAIN, guard: true } });
  const full = { ...PLAIN, quick: true, stack: 'full' };
  expect(readWanted('load', ['--stack', 'full', 'map', '--quick'])).toEqual({ ok: true, value: full });
  for (const none of [[], ['--help'], ['map', '-h']])
    expect(readWanted('load', none)).toMatchObject({ ok: true, value: { name: null } });
});

test.each([
  ['bench', ['map', '--quik'], '"--quik" means nothing here: npm run bench -- NAME [--quick | --guard]'],
  ['bench', ['map', '--stack', 'full'], '"--stack" means nothing here: npm run bench -- NAME [--quick | --guard]'],
  ['bench', ['map', 'sync'], '"sync" means nothing here: npm run bench -- NAME [--quick | --guard]'],
  ['load', ['--slow'], '"--slow" means nothing here: npm run load -- NAME [--quick | --guard] [--stack embedded|full]'],
  ['load', ['idle', '--stack', 'half'], '--stack is followed by embedded or full.'],
  ['load', ['idle', '--stack'], '--stack is followed by embedded or full.'],
] as const)('[HOUSE-135] npm run %s refuses %j with one sentence', (command, words, error) => {
  expect(readWanted(command, words)).toEqual({ ok: false, error });
});

test('[HOUSE-135] nothing is started for words that are not understood, and the exit code is 2', async () => {
  const said: string[] = [];
  const folder = new URL('./scenarios/', import.meta.url);
  const run = async (...words: readonly string[]): Promise<number> =>
    await runCommand({ folder, command: 'load', title: 'Load' }, words, (line) => void said.push(line));
  expect(await run('idle', '--fast')).toBe(2);
  expect(await run('idel')).toBe(2);
  expect(said).toEqual([
    '"--fast" means nothing here: npm run load -- NAME [--quick | --guard] [--stack embedded|full]',
    expect.stringMatching(/^There is no "idel"; there are: crowd, /) as string,
  ]);
});
