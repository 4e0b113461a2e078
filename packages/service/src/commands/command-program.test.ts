import { expect, test } from 'vitest';
import { type Command, runCommand } from './command-program.ts';
import { wrongWords } from './command-words.ts';

const commands: readonly Command<{ readonly basket: string[] }>[] = [
  {
    name: 'pick',
    takes: 'APPLE [MORE ...] [--keep N]',
    does: 'Puts an apple into the basket.',
    wrongTogether: ([first, second]) => (first === second ? 'Each apple is picked once.' : null),
    run: async ({ basket }, words) => {
      if (words[0] === 'rotten') throw new Error('no good apple');
      basket.push(...words);
      return words.length;
    },
  },
];

function world() {
  const [said, basket]: [string[], string[]] = [[], []];
  let [opened, closed] = [0, 0];
  const open = async () => {
    opened++;
    return { basket, close: () => closed++ };
  };
  const run = (...words: readonly string[]) => runCommand(commands, words, (line) => said.push(line), open);
  return { run, said, basket, counts: () => ({ opened, closed }) };
}

test('[SVC-33] a command runs with parts opened for it alone, which are closed also when it fails', async () => {
  const { run, said, basket, counts } = world();
  expect(await run('pick', 'red', 'green')).toBe(2);
  expect(basket).toEqual(['red', 'green']);
  await expect(run('pick', 'rotten')).rejects.toThrow('no good apple');
  expect(counts()).toEqual({ opened: 2, closed: 2 });
  expect(said).toEqual([]);
});

test('[SVC-33] whoever asks how, or names none, is shown it and nothing is opened; a name that is none is exit code 2', async () => {
  const { run, said, counts } = world();
  expect(await run('pick', '--help')).toBe(0);
  expect(said.splice(0)).toEqual([
    'npm run bough -- pick APPLE [MORE ...] [--keep N]',
    'Puts an apple into the basket.',
  ]);
  expect(await run()).toBe(0);
  expect(await run('peel')).toBe(2);
  expect(said).toEqual([
    expect.stringMatching(/^ {2}pick APPLE .* {2}Puts/),
    expect.stringMatching(/^ {2}pick APPLE .* {2}Puts/),
  ]);
  expect(counts()).toEqual({ opened: 0, closed: 0 });
});

test('[SVC-55] words that a command does not take are refused with one sentence and how it is written; nothing is opened', async () => {
  const { run, said, counts } = world();
  const usage = 'npm run bough -- pick APPLE [MORE ...] [--keep N]';
  for (const [words, sentence] of [
    [[], 'APPLE is missing.'],
    [['--frob'], '"--frob" means nothing here.'],
    [['red', '--keep', '0'], '--keep is followed by a whole number from 1.'],
    [['red', '--keep'], '--keep is followed by a whole number from 1.'],
    [['red', '--keep', '2', '--keep', '3'], '--keep stands there twice.'],
    [['red', 'red'], 'Each apple is picked once.'],
  ] as const) {
    expect(await run('pick', ...words)).toBe(2);
    expect(said.splice(0)).toEqual([sentence, usage]);
  }
  expect(counts().opened).toBe(0);
});

test('[SVC-55] a usage line says what is taken', () => {
  const cases: readonly (readonly [takes: string, words: string, wrong: string | null])[] = [
    ['', '', null],
    ['', 'extra', '"extra" means nothing here.'],
    ['ADDRESS NEW', 'a', 'NEW is missing.'],
    ['ADDRESS NEW', 'a b', null],
    ['ADDRESS NEW', 'a b c', '"c" means nothing here.'],
    ['[MAP]', 'a', null],
    ['PLACE --backup ID [--plan]', 'p --plan', '--backup ID is missing.'],
    ['PLACE --backup ID [--plan]', 'p --backup --plan', '--backup is followed by ID.'],
    ['PLACE --backup ID [--plan]', '--backup x p', null],
    ['MAP --keep first|second', 'm --keep third', '--keep is followed by first or second.'],
    ['MAP --keep first|second', 'm --keep second', null],
  ];
  for (const [takes, words, wrong] of cases) {
    expect(wrongWords(takes, words.split(' ').filter(Boolean)), `${takes}: ${words}`).toBe(wrong);
  }
});
