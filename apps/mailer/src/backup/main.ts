import {
  backupSettings,
  commandProgram,
  commandSettings,
  commandWritten,
  mailerSettings,
  pipedLines,
  platformClock,
  required,
  runCommand,
  tellSettings,
  writeLine,
} from '@bough/service';
import { openOutbox } from '../outbox/open-outbox.ts';
import { backupCommands } from './commands.ts';

// The mailer's part of `npm run bough -- backup` and `restore`.

await commandProgram((words, say) =>
  runCommand(backupCommands, words, say, async () => {
    const settings = commandSettings('mailer', { ...mailerSettings, ...backupSettings });
    const outbox = await openOutbox(settings, null);
    return {
      clock: platformClock,
      outbox,
      own: (withSecrets) => {
        const { BOUGH_BACKUP_PASSPHRASE: given } = settings;
        const sealing = withSecrets ? required(given, 'BOUGH_BACKUP_PASSPHRASE', '--with-secrets was given') : null;
        return tellSettings(mailerSettings, commandWritten('mailer', mailerSettings), sealing);
      },
      lines: pipedLines,
      write: writeLine,
      say,
      close: () => outbox.close(),
    };
  }),
);
