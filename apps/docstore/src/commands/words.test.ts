import { badWords, wronglyTaken } from '@bough/service/testing';
import { expect, test } from 'vitest';
import { backupCommands } from '../backup/commands.ts';
import { commands, runCommand } from './commands.ts';
import { usageOf } from './given.ts';

const open = async (): Promise<never> => expect.unreachable('nothing is opened');
const ofDocuments = commands.map(({ name, takes }) => [name, usageOf('', takes).trim()] as const);

test.each(backupCommands)(
  '[DOC-176] `$name $takes` refuses other words and missing ones with exit code 2',
  async (command) => {
    expect(await wronglyTaken(backupCommands, command.name, command.takes)).toEqual([]);
  },
);

test.each(ofDocuments)('[DOC-176] `%s %s`, of documents, does so too', async (name, takes) => {
  // So many hours or days may be none.
  for (const words of badWords(takes).filter((each) => each.at(-1) !== '0')) {
    const said: string[] = [];
    expect(await runCommand(name, words, open, (line) => said.push(line)), words.join(' ')).toBe(2);
    const usage = expect.stringContaining(`npm run bough -- ${name}`);
    expect(said.slice(0, 2)).toEqual([expect.stringMatching(/^.+\.$/), usage]);
  }
});
