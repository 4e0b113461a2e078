import { wronglyTaken } from '@bough/service/testing';
import { expect, test } from 'vitest';
import { backupCommands } from '../backup/commands.ts';
import { commands } from './commands.ts';

test.each(commands)(
  '[MAIL-40] `$name $takes` refuses other words and missing ones with exit code 2',
  async (command) => {
    expect(await wronglyTaken(commands, command.name, command.takes)).toEqual([]);
  },
);

test.each(backupCommands)('[MAIL-40] `$name $takes`, asked by other commands, does so too', async (command) => {
  expect(await wronglyTaken(backupCommands, command.name, command.takes)).toEqual([]);
});
