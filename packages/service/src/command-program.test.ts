import { expect, test } from 'vitest';
import { type Command, runCommand } from './command-program.ts';

const commands: readonly Command<{ readonly basket: string[] }>[] = [
  {
    name: 'pick',
    takes: 'APPLE',
    does: 'Puts an apple into the basket.',
    run: async ({ basket }, words) => {
      if (words.length === 0) throw new Error('no apple');
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
  await expect(run('pick')).rejects.toThrow('no apple');
  expect(counts()).toEqual({ opened: 2, closed: 2 });
  expect(said).toEqual([]);
});

test('[SVC-33] whoever asks how, or names none, is shown it and nothing is opened; a name that is none is exit code 2', async () => {
  const { run, said, counts } = world();
  expect(await run('pick', '--help')).toBe(0);
  expect(said.splice(0)).toEqual(['npm run bough -- pick APPLE', 'Puts an apple into the basket.']);
  expect(await run()).toBe(0);
  expect(await run('peel')).toBe(2);
  expect(said).toEqual([
    expect.stringMatching(/^ {2}pick APPLE +Puts/),
    expect.stringMatching(/^ {2}pick APPLE +Puts/),
  ]);
  expect(counts()).toEqual({ opened: 0, closed: 0 });
});
