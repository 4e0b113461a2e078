import { commandProgram, commandSettings, mailerSettings, platformClock, runCommand } from '@bough/service';
import { openOutbox } from '../outbox/open-outbox.ts';
import { commands } from './commands.ts';

// npm run bough -- mail, mail-again: it reads mailer's settings, and needs none of its secrets.

await commandProgram((words, say) =>
  runCommand(commands, words, say, async () => {
    const outbox = await openOutbox(commandSettings('mailer', mailerSettings), null);
    return { outbox, nowMs: platformClock.now(), say, close: () => outbox.close() };
  }),
);
