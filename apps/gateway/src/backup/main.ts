import {
  backupSettings,
  commandProgram,
  commandSettings,
  commandWritten,
  gatewaySettings,
  pipedLines,
  platformClock,
  required,
  runCommand,
  tellSettings,
  writeLine,
} from '@bough/service';
import { openMetadata } from '../open-metadata.ts';
import { backupCommands } from './commands.ts';

// The gateway's part of `npm run bough -- backup` and `restore`.

const MADE = { setting: 'BOUGH_COOKIE_KEYS', file: 'cookie-keys' };
const { BOUGH_DATA, BOUGH_METADATA, BOUGH_MONGODB_URL } = gatewaySettings;

await commandProgram((words, say) =>
  runCommand(backupCommands, words, say, async () => {
    const settings = commandSettings('gateway', { BOUGH_DATA, BOUGH_METADATA, BOUGH_MONGODB_URL, ...backupSettings });
    const metadata = await openMetadata(settings);
    return {
      clock: platformClock,
      metadata,
      own: (withSecrets) => {
        const { BOUGH_BACKUP_PASSPHRASE: given } = settings;
        const sealing = withSecrets ? required(given, 'BOUGH_BACKUP_PASSPHRASE', '--with-secrets was given') : null;
        return tellSettings(gatewaySettings, commandWritten('gateway', gatewaySettings, MADE), sealing);
      },
      lines: pipedLines,
      write: writeLine,
      say,
      close: () => metadata.close(),
    };
  }),
);
