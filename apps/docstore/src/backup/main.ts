import { Failure, inSentences, must } from '@bough/base';
import {
  backupSettings,
  commandProgram,
  commandSettings,
  type NamedKey,
  ownPart,
  pipedLines,
  platformPorts,
  readSettings,
  required,
  runCommand,
  type Settings,
  writeLine,
} from '@bough/service';
import {
  firstLocation,
  type Location,
  type LocationSettings,
  logPorts,
  MADE_KEYS,
  openLocation,
  openLocationToRead,
  openToLookAt,
  secondLocation,
  type Which,
} from '../locations/locations.ts';
import { mustBeApart } from './apart.ts';
import type { BackupPlace } from './write/back-up.ts';
import { backupCommands, type BackupCommandParts, type Sources } from './commands.ts';
import { openPlace, openRaw, parseTarget, type PlaceUse, type Target } from './place/open-place.ts';
import { readSecrets } from './place/secrets.ts';
import { docstoreSettings } from '../settings.ts';

// Docstore's part of `npm run bough -- backup` and `restore`. It reads docstore's settings, and those of backups.

const { BOUGH_DATA } = docstoreSettings;
const NO_KEY =
  'There is no key of backups on this machine. Bring secrets/backup-keys of the data folder back from its copy, or set BOUGH_BACKUP_KEYS to it; where backups were made --with-secrets, set BOUGH_BACKUP_PASSPHRASE.';

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
      const { raw } = closed(await openRaw(platformPorts, settings, mustTarget(target), 'there'));
      return await readSecrets(raw, required(passphrase, 'BOUGH_BACKUP_PASSPHRASE', because), id);
    };
    const keysFor = async (where: string, how: PlaceUse): Promise<readonly NamedKey[]> => {
      if (settings.BOUGH_BACKUP_KEYS !== null) return settings.BOUGH_BACKUP_KEYS;
      // A place that is not there needs no key.
      if (passphrase === null && how !== 'new')
        closed(await openRaw(platformPorts, settings, mustTarget(where), 'there'));
      if (passphrase === null) throw new Error(NO_KEY);
      const found = (await secretsAt(where, null)).get('BOUGH_BACKUP_KEYS') ?? '';
      const source = { environment: { BOUGH_BACKUP_KEYS: found }, readFile: () => '', readYaml: () => null };
      const keys = must(readSettings(backupSettings, source)).BOUGH_BACKUP_KEYS;
      if (keys === null) throw new Error(NO_KEY);
      return keys;
    };
    const place = async (where: string, how: PlaceUse): Promise<BackupPlace> => {
      const target = mustTarget(where);
      if (how === 'new') mustBeApart(target, foldersOf(commandSettings('docstore', docstoreSettings, MADE_KEYS)));
      return closed(await openPlace(platformPorts, settings, { target, keys: await keysFor(where, how), how }));
    };
    const parts: BackupCommandParts = {
      ports: logPorts(platformPorts),
      place,
      locations: (how) => locationsFor(how, closed, say),
      sources: () => sourcesFor(closed, say),
      secrets: secretsAt,
      own: ownPart('docstore', { ...docstoreSettings, ...backupSettings }, passphrase, MADE_KEYS),
      lines: pipedLines,
      write: writeLine,
      say,
    };
    return { ...parts, close: () => closing.forEach((close) => close()) };
  }),
);

type Closed = (opened: Location) => Location;
type Say = (line: string) => void;

/** The locations to restore to, or to be looked at alone. */
async function locationsFor(
  how: 'write' | 'look',
  closed: Closed,
  say: Say,
): Promise<{ readonly first: Location; readonly second: Location | null }> {
  const { first, second } = locationSettings();
  const open = how === 'look' ? openLocationToRead : openLocation;
  return {
    first: closed(await open(platformPorts, 'first', first)),
    second: second === null ? null : await orSay('second', closed, say, () => open(platformPorts, 'second', second)),
  };
}

/** The locations that a backup is made of. */
async function sourcesFor(closed: Closed, say: Say): Promise<Sources> {
  const { first: wanted, second } = locationSettings();
  const open = (which: Which, location: LocationSettings): Promise<Location> =>
    openToLookAt(platformPorts, which, location, say);
  if (second === null) return { first: closed(await open('first', wanted)), second: null, isAll: true };
  const first = await orSay('first', closed, say, () => open('first', wanted));
  if (first === null) return { first: closed(await open('second', second)), second: null, isAll: false };
  return { first, second: await orSay('second', closed, say, () => open('second', second)), isAll: true };
}

/** The folders that a backup is of. */
function foldersOf(settings: Settings<typeof docstoreSettings>): readonly string[] {
  const { BOUGH_DATA: data, BOUGH_BLOBS, BOUGH_BLOBS_FOLDER, BOUGH_SECOND, BOUGH_SECOND_BLOBS_FOLDER } = settings;
  const first = BOUGH_BLOBS === 'folder' ? [BOUGH_BLOBS_FOLDER] : [];
  const second = BOUGH_SECOND === 'folder' ? [BOUGH_SECOND_BLOBS_FOLDER] : [];
  return [data, ...first, ...second];
}

function locationSettings(): { readonly first: LocationSettings; readonly second: LocationSettings | null } {
  const all = commandSettings('docstore', docstoreSettings, MADE_KEYS);
  return { first: firstLocation(all), second: secondLocation(all) };
}

/** The location; null where it cannot be used, which is said: one of the two is enough to make a backup of, and the first to restore to. */
async function orSay(which: Which, closed: Closed, say: Say, open: () => Promise<Location>): Promise<Location | null> {
  try {
    return closed(await open());
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    say(`The ${which} location is left out: ${inSentences(failure)}`);
    return null;
  }
}
