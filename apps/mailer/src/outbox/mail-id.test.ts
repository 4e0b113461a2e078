import { expect, test } from 'vitest';
import { runCommand } from '@bough/service';
import { showOutbox } from '../commands/shown-mail.ts';
import { newMailId } from './mail-id.ts';

test('[MAIL-65] the id of a mail can be typed behind a command: it is never taken for an option', async () => {
  const drawn = ['-EnqRvowmoPh', '--nqRvowmoPh', 'EnqRvow-moP-', 'neverDrawn00'];
  const id = newMailId({ short: () => drawn.shift() ?? expect.unreachable('an id is there') });
  expect([id, drawn]).toEqual(['EnqRvow-moP-', ['neverDrawn00']]);
  const said: string[] = [];
  const isTaken = new Error('the command is about to run');
  const open = () => Promise.reject(isTaken);
  await expect(runCommand([showOutbox], ['outbox', id], (line) => said.push(line), open)).rejects.toBe(isTaken);
  expect(said).toEqual([]);
});
