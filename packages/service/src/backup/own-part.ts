import type { ServiceName } from '@bough/contracts';
import { commandWritten, type MadeSecret } from '../commands/command-program.ts';
import { required, type SettingsTable } from '../settings/settings.ts';
import { type PartHead, tellSettings } from './part.ts';

/**
 * What a service tells of itself in a backup: the settings that are written down for it, and with `withSecrets` its secrets, sealed with the
 * passphrase. Throws with one sentence when these are wanted and there is none.
 */
export function ownPart(
  service: ServiceName,
  table: SettingsTable,
  passphrase: string | null,
  made: readonly MadeSecret[] = [],
): (withSecrets: boolean) => Pick<PartHead, 'settings' | 'secrets'> {
  return (withSecrets) => {
    const sealing = withSecrets ? required(passphrase, 'BOUGH_BACKUP_PASSPHRASE', '--with-secrets was given') : null;
    return tellSettings(table, commandWritten(service, table, made), sealing);
  };
}
