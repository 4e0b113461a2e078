import {
  backupSettings,
  commandProgram,
  commandSettings,
  ownPart,
  pipedLines,
  platformClock,
  platformPorts,
  runCommand,
  writeLine,
} from '@bough/service';
import { AuditLog } from '../features/audit/audit-log.ts';
import { openMetadata, openMetadataToRead } from '../metadata/open-metadata.ts';
import { deriveKeys, MADE_KEYS } from '../secrets/keys.ts';
import { backupCommands } from './commands.ts';
import { gatewaySettings } from '../settings.ts';

// The gateway's part of `npm run bough -- backup` and `restore`.

const { BOUGH_DATA, BOUGH_METADATA, BOUGH_MONGODB_URL, BOUGH_COOKIE_KEYS } = gatewaySettings;

await commandProgram((words, say) =>
  runCommand(backupCommands, words, say, async () => {
    const settings = commandSettings('gateway', { BOUGH_DATA, BOUGH_METADATA, BOUGH_MONGODB_URL, ...backupSettings });
    const isChanging = words[0] === 'restore-part';
    // What brings people back works where they are gone; a backup of nobody is none.
    const how = words[0] === 'backup-part' ? 'as it was' : 'may begin anew';
    const metadata = await (isChanging ? openMetadata(settings, how) : openMetadataToRead(settings, how));
    return {
      clock: platformClock,
      metadata,
      audit: () => {
        const { BOUGH_COOKIE_KEYS: keys } = commandSettings('gateway', { BOUGH_DATA, BOUGH_COOKIE_KEYS }, MADE_KEYS);
        const auditKeys = deriveKeys(keys).audit;
        return new AuditLog({ metadata, ...platformPorts, auditKeys });
      },
      own: ownPart('gateway', gatewaySettings, settings.BOUGH_BACKUP_PASSPHRASE, MADE_KEYS),
      lines: pipedLines,
      write: writeLine,
      say,
      close: () => metadata.close(),
    };
  }),
);
