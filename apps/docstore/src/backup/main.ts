import { Failure, must } from '@bough/base';
import {
  backupSettings,
  commandProgram,
  commandSettings,
  commandWritten,
  docstoreSettings,
  type NamedKey,
  pipedLines,
  platformClock,
  platformIds,
  platformRandom,
  readSettings,
  required,
  runCommand,
  tellSettings,
  writeLine,
} from '@bough/service';
import { firstLocation, logPorts, openLocation, secondLocation } from '../locations.ts';
import type { BackupPlace } from './back-up.ts';
import { backupCommands, type BackupCommandParts } from './commands.ts';
import { openPlace, openRaw, parseTarget, type Target } from './open-place.ts';
import { readSecrets } from './secrets.ts';

// Docstore's part of `npm run bough -- backup` and `restore`. It reads docstore's settings, and those of backups.

const PORTS = { clock: platformClock, random: platformRandom, ids: platformIds };
const MADE = { setting: 'BOUGH_BLOBS_KEYS', file: 'blobs-keys' };
const { BOUGH_DATA } = docstoreSettings;

function mustTarget(words: string): Target {
  const target = parseTarget(words);
  if (target === null) throw new Error(`${JSON.stringify(words)} is neither a folder nor s3://BUCKET/FOLDER.`);
  return target;
}

await commandProgram((words, say) =>
  runCommand(backupCommands, words, say, async () => {
    const settings = commandSettings('docstore', { BOUGH_DATA, ...backupSettings });
    const closing: (() => void)[] = [];
    const closed = <T extends { close(): void }>(opened: T): T => {
      closing.push(() => opened.close());
      return opened;
    };
    const passphrase = settings.BOUGH_BACKUP_PASSPHRASE;
    const secretsAt = async (target: string, id: string | null): Promise<ReadonlyMap<string, string>> => {
      const because = 'the secrets of a backup are sealed with it';
      const { raw } = closed(await openRaw(PORTS, settings, mustTarget(target), 'there'));
      return await readSecrets(raw, required(passphrase, 'BOUGH_BACKUP_PASSPHRASE', because), id);
    };
    const keysFor = async (target: string): Promise<readonly NamedKey[]> => {
      if (settings.BOUGH_BACKUP_KEYS !== null) return settings.BOUGH_BACKUP_KEYS;
      const because =
        'a backup is sealed with a key of its own (and no BOUGH_BACKUP_PASSPHRASE opens one that is in it)';
      if (passphrase === null) return required<readonly NamedKey[]>(null, 'BOUGH_BACKUP_KEYS', because);
      const found = (await secretsAt(target, null)).get('BOUGH_BACKUP_KEYS') ?? '';
      const source = { environment: { BOUGH_BACKUP_KEYS: found }, readFile: () => '', readYaml: () => null };
      return required(must(readSettings(backupSettings, source)).BOUGH_BACKUP_KEYS, 'BOUGH_BACKUP_KEYS', because);
    };
    const place = async (target: string, how: 'new' | 'there'): Promise<BackupPlace> =>
      closed(await openPlace(PORTS, settings, { target: mustTarget(target), keys: await keysFor(target), how }));
    const parts: BackupCommandParts = {
      ports: logPorts(PORTS),
      place,
      locations: async () => {
        const all = commandSettings('docstore', docstoreSettings, MADE);
        const second = secondLocation(all);
        const first = closed(await openLocation(PORTS, 'first', firstLocation(all)));
        return {
          first,
          second: second === null ? null : await openSecond(openLocation(PORTS, 'second', second), closed, say),
        };
      },
      secrets: secretsAt,
      own: (withSecrets) => {
        const table = { ...docstoreSettings, ...backupSettings };
        const because = '--with-secrets was given';
        const sealing = withSecrets ? required(passphrase, 'BOUGH_BACKUP_PASSPHRASE', because) : null;
        return tellSettings(table, commandWritten('docstore', table, MADE), sealing);
      },
      lines: pipedLines,
      write: writeLine,
      say,
    };
    return { ...parts, close: () => closing.forEach((close) => close()) };
  }),
);

/** The first location is enough to make a backup of, and to restore to. */
async function openSecond<T extends { close(): void }>(
  opening: Promise<T>,
  closed: (opened: T) => T,
  say: (line: string) => void,
): Promise<T | null> {
  try {
    return closed(await opening);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    say(`The second location is left out: ${failure.message}`);
    return null;
  }
}
