import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '@bough/base';
import {
  commandProgram,
  commandSettings,
  docstoreSettings,
  gatewaySettings,
  platformClock,
  platformIds,
  platformRandom,
} from '@bough/service';
import { firstLocation, type LocationSettings, logPorts, openLocation, secondLocation } from '../locations.ts';
import type { CommandParts } from './command.ts';
import { runCommand } from './commands.ts';

// npm run bough -- NAME [arguments]: what an operator does with documents. It reads docstore's settings.

const PORTS = { clock: platformClock, random: platformRandom, ids: platformIds };
/** What doctor reads besides docstore's own settings. */
const AROUND = {
  BOUGH_PUBLIC_URL: gatewaySettings.BOUGH_PUBLIC_URL,
  BOUGH_MAILER_URL: gatewaySettings.BOUGH_MAILER_URL,
};
/** The key that `npm start` makes. */
const MADE = { setting: 'BOUGH_BLOBS_KEYS', file: 'blobs-keys' };

async function open(say: (line: string) => void): Promise<CommandParts & { close(): void }> {
  const settings = commandSettings('docstore', { ...docstoreSettings, ...AROUND }, MADE);
  const first = firstLocation(settings);
  const second = secondLocation(settings);
  const locations = { first: await openLocation(PORTS, 'first', first), ...(await opened(second)) };
  return {
    ...locations,
    ports: logPorts(PORTS),
    openBackup: (folder) => {
      const path = resolve(folder);
      if (!existsSync(join(path, 'heads'))) throw new Error(`There is no backup in ${path}.`);
      return openLocation(PORTS, 'first', { ...first, kind: 'folder', folder: path, s3: null });
    },
    trashDays: settings.BOUGH_TRASH_DAYS,
    addresses: { page: settings.BOUGH_PUBLIC_URL, mailer: settings.BOUGH_MAILER_URL },
    newestKeys: { first: first.keys[0]?.kid ?? '', second: second?.keys[0]?.kid ?? null },
    say,
    close: () => {
      locations.first.close();
      locations.second?.close();
    },
  };
}

/** The second location, or why it cannot be reached: some commands go on without it. */
async function opened(settings: LocationSettings | null): Promise<Pick<CommandParts, 'second' | 'secondTrouble'>> {
  if (settings === null) return { second: null };
  try {
    return { second: await openLocation(PORTS, 'second', settings) };
  } catch (failure) {
    if (failure instanceof Failure && failure.kind !== 'invalid') return { second: null, secondTrouble: failure };
    throw failure;
  }
}

await commandProgram(([name, ...args], say) => runCommand(name, args, () => open(say), say));
