import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inSentences } from '@bough/base';
import {
  docstoreSettings,
  everySetting,
  gatewaySettings,
  platformClock,
  platformIds,
  platformRandom,
  readSettings,
} from '@bough/service';
import { parse as parseYaml } from 'yaml';
import { firstLocation, type Location, logPorts, openLocation, secondLocation } from '../locations.ts';
import { type CommandParts, runCommand } from './commands.ts';

// npm run bough -- NAME [arguments]: what an operator does with documents. It reads docstore's settings; where no key is set,
// the one that `npm start` made and keeps in the data folder.

const PORTS = { clock: platformClock, random: platformRandom, ids: platformIds };
/** What doctor reads besides docstore's own settings. */
const AROUND = {
  BOUGH_PUBLIC_URL: gatewaySettings.BOUGH_PUBLIC_URL,
  BOUGH_MAILER_URL: gatewaySettings.BOUGH_MAILER_URL,
};
const NO_TOKENS = `docstore:none:${'A'.repeat(43)}`;

async function open(): Promise<CommandParts & { close(): void }> {
  const source = {
    environment: environment(),
    readFile: (path: string) => readFileSync(path, 'utf8'),
    readYaml: parseYaml,
  };
  const settings = readSettings({ ...docstoreSettings, ...AROUND }, source, everySetting);
  if (!settings.ok) throw new Error(settings.error);
  const first = firstLocation(settings.value);
  const second = secondLocation(settings.value);
  const locations = {
    first: await opened('first', openLocation(PORTS, first)),
    second: second && (await opened('second', openLocation(PORTS, second))),
  };
  return {
    ...locations,
    ports: logPorts(PORTS),
    openBackup: (folder, how) => {
      const path = resolve(folder);
      if (how === 'there' && !existsSync(join(path, 'heads'))) throw new Error(`There is no backup in ${path}.`);
      return openLocation(PORTS, { ...first, kind: 'folder', folder: path, s3: null });
    },
    trashDays: settings.value.BOUGH_TRASH_DAYS,
    addresses: { page: settings.value.BOUGH_PUBLIC_URL, mailer: settings.value.BOUGH_MAILER_URL },
    newestKeys: { first: first.keys[0]?.kid ?? '', second: second?.keys[0]?.kid ?? null },
    say,
    close: () => {
      locations.first.close();
      locations.second?.close();
    },
  };
}

/** The location, or a failure that says which one it is. */
async function opened(which: string, location: Promise<Location>): Promise<Location> {
  try {
    return await location;
  } catch (failure) {
    throw new Error(`${which} location: ${inSentences(failure)}`, { cause: failure });
  }
}

/** The environment, with the key that `npm start` made where none is given. */
function environment(): Record<string, string | undefined> {
  const { BOUGH_DATA = './data' } = process.env;
  const made = join(BOUGH_DATA, 'secrets', 'blobs-keys');
  const isGiven = ['BOUGH_BLOBS_KEYS', 'BOUGH_BLOBS_KEYS_FILE', 'BOUGH_CONFIG'].some(
    (each) => process.env[each] !== undefined,
  );
  const key = !isGiven && existsSync(made) ? { BOUGH_BLOBS_KEYS_FILE: made } : {};
  return { BOUGH_TOKEN_KEYS: NO_TOKENS, ...process.env, ...key };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

// Whoever reads only the beginning (`| head`) has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

const [name, ...args] = process.argv.slice(2);
// The platform's timers let a process end; while a store is waited for, this one must not.
const staying = setInterval(() => undefined, 60_000);
runCommand(name, args, open, say)
  .then(
    (code) => {
      process.exitCode = code;
    },
    (failure: unknown) => {
      process.stderr.write(`${inSentences(failure)}\n`);
      process.exitCode = 1;
    },
  )
  .finally(() => clearInterval(staying));
