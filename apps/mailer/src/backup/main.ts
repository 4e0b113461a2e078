import {
  backupSettings,
  commandProgram,
  commandSettings,
  ownPart,
  pipedLines,
  platformClock,
  runCommand,
  writeLine,
} from '@bough/service';
import { openOutbox, openOutboxToRead } from '../outbox/open-outbox.ts';
import { backupCommands } from './commands.ts';
import { mailerSettings } from '../settings.ts';

// The mailer's part of `npm run bough -- backup` and `restore`.

await commandProgram((words, say) =>
  runCommand(backupCommands, words, say, async () => {
    const settings = commandSettings('mailer', { ...mailerSettings, ...backupSettings });
    const isChanging = words[0] === 'restore-part';
    const outbox = await (isChanging ? openOutbox(settings, null) : openOutboxToRead(settings));
    return {
      clock: platformClock,
      outbox,
      own: ownPart('mailer', mailerSettings, settings.BOUGH_BACKUP_PASSPHRASE),
      lines: pipedLines,
      write: writeLine,
      say,
      close: () => outbox.close(),
    };
  }),
);
