import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '@bough/base';
import {
  commandProgram,
  commandSettings,
  migrateCommand,
  platformPorts,
  runCommand as runServiceCommand,
  sharedSettings,
} from '@bough/service';
import {
  firstLocation,
  type Location,
  type LocationSettings,
  logPorts,
  MADE_KEYS,
  openLocation,
  openToLookAt,
  placeOf,
  secondLocation,
  type Which,
} from '../locations/locations.ts';
import { NOWHERE } from '../locations/nowhere.ts';
import { countTraffic } from '../migration/cost.ts';
import { openOldPlace } from '../migration/open-old-place.ts';
import { lossesOf } from './losses.ts';
import type { Command, CommandParts } from './command.ts';
import type { Addresses } from './doctor.ts';
import { runningPorts } from './running-ports.ts';
import { runCommand } from './commands.ts';
import { migrateDocuments } from '../moving/migrate-documents.ts';
import { docstoreSettings } from '../settings.ts';

// npm run bough -- NAME [arguments]: what an operator does with documents. It reads docstore's settings.

/** What doctor reads besides docstore's own settings. */
const AROUND = {
  BOUGH_PUBLIC_URL: sharedSettings.BOUGH_PUBLIC_URL,
  BOUGH_MAILER_URL: sharedSettings.BOUGH_MAILER_URL,
};

async function open(command: Command, say: (line: string) => void): Promise<CommandParts & { close(): void }> {
  const settings = commandSettings('docstore', { ...docstoreSettings, ...AROUND }, MADE_KEYS);
  const first = firstLocation(settings);
  const second = secondLocation(settings);
  const { meter, traffic } = countTraffic();
  const { BOUGH_MIGRATE_FROM: from } = settings;
  const openOne: OpenOne = (which, location) =>
    command.onlyReads === true
      ? openToLookAt(platformPorts, which, location, say)
      : openLocation(platformPorts, which, location, meter);
  const opening = command.first === 'left alone' ? LEFT_ALONE : await openOne('first', first);
  const locations = { first: opening, ...(await opened(second, openOne)) };
  return {
    ...locations,
    ports: logPorts(platformPorts),
    openBackup: (folder) => {
      const path = resolve(folder);
      if (!existsSync(join(path, 'heads'))) throw new Error(`There is no backup in ${path}.`);
      // Without the note: it is no place where documents are kept.
      return openLocation(platformPorts, 'first', { kind: 'folder', folder: path, s3: null, keys: first.keys });
    },
    trashDays: settings.BOUGH_TRASH_DAYS,
    addresses: addressesOf(settings),
    newestKeys: { first: first.keys[0]?.kid ?? '', second: second?.keys[0]?.kid ?? null },
    losses: lossesOf(platformPorts, { first, second }),
    ...(second === null ? {} : { secondPlace: placeOf(second) }),
    ...(from === null ? {} : { openOldPlace: () => openOldPlace(from) }),
    traffic,
    say,
    close: () => {
      locations.first.close();
      locations.second?.close();
    },
  };
}

/** Where nothing says otherwise, a Bough that `npm start` runs has noted its ports in the data folder. */
function addressesOf(settings: {
  readonly BOUGH_DATA: string;
  readonly BOUGH_PUBLIC_URL: string;
  readonly BOUGH_MAILER_URL: string;
}): Addresses {
  const ports = runningPorts(settings.BOUGH_DATA);
  const isGiven = (name: string): boolean => process.env[name] !== undefined;
  const at = (port: number | undefined, name: string, setting: string): string =>
    port === undefined || isGiven(name) ? setting : `http://127.0.0.1:${port}`;
  const port = ports.get('gateway');
  return {
    // By the name that `npm start` gives it: the gateway takes no other from a browser.
    page: port === undefined || isGiven('BOUGH_PUBLIC_URL') ? settings.BOUGH_PUBLIC_URL : `http://localhost:${port}`,
    gateway: port === undefined ? null : `http://127.0.0.1:${port}`,
    mailer: at(ports.get('mailer'), 'BOUGH_MAILER_URL', settings.BOUGH_MAILER_URL),
  };
}

type OpenOne = (which: Which, location: LocationSettings) => Promise<Location>;

/** The first location to a command that does not need it, and must run where it is broken or gone. */
const LEFT_ALONE: Location = { store: NOWHERE, raw: NOWHERE, mustStand: () => undefined, close: () => undefined };

/** The second location, or why it cannot be reached: some commands go on without it. */
async function opened(
  settings: LocationSettings | null,
  openOne: OpenOne,
): Promise<Pick<CommandParts, 'second' | 'secondTrouble'>> {
  if (settings === null) return { second: null };
  try {
    return { second: await openOne('second', settings) };
  } catch (failure) {
    if (failure instanceof Failure && failure.kind !== 'invalid') return { second: null, secondTrouble: failure };
    throw failure;
  }
}

/** It opens two first locations, of which the settings name one. */
const MIGRATE = migrateCommand(migrateDocuments);

await commandProgram(async ([name, ...args], say) => {
  if (name === MIGRATE.name)
    return await runServiceCommand([MIGRATE], [name, ...args], say, async () => ({ say, close: () => undefined }));
  return await runCommand(name, args, (command) => open(command, say), say);
});
