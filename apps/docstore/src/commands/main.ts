import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '@bough/base';
import {
  docstoreSettings,
  everySetting,
  platformClock,
  platformIds,
  platformRandom,
  readSettings,
} from '@bough/service';
import { parse as parseYaml } from 'yaml';
import { firstLocation, logPorts, openLocation, secondLocation } from '../locations.ts';
import { commands } from './commands.ts';

// npm run bough -- NAME [arguments]: what an operator does with documents. It reads docstore's settings; where no key is set,
// the one that `npm start` made and keeps in the data folder.

const PORTS = { clock: platformClock, random: platformRandom, ids: platformIds };
const NO_TOKENS = `docstore:none:${'A'.repeat(43)}`;

async function main([name, ...args]: readonly string[]): Promise<number> {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    say('npm run bough -- NAME [arguments]');
    for (const each of commands) say(`  ${each.name.padEnd(18)}${each.does}`);
    return name === undefined ? 0 : 1;
  }
  const source = {
    environment: environment(),
    readFile: (path: string) => readFileSync(path, 'utf8'),
    readYaml: parseYaml,
  };
  const settings = readSettings(docstoreSettings, source, everySetting);
  if (!settings.ok) throw new Error(settings.error);
  const first = firstLocation(settings.value);
  const second = secondLocation(settings.value);
  const parts = {
    ports: logPorts(PORTS),
    first: await openLocation(PORTS, first),
    second: second && (await openLocation(PORTS, second)),
    openBackup: (folder: string) =>
      openLocation(PORTS, { ...first, kind: 'folder', folder: resolve(folder), s3: null }),
    trashDays: settings.value.BOUGH_TRASH_DAYS,
    newestKeys: { first: first.keys[0]?.kid ?? '', second: second?.keys[0]?.kid ?? null },
    say,
  };
  try {
    return await command.run(parts, args);
  } finally {
    parts.first.close();
    parts.second?.close();
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

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (failure: unknown) => {
    const hint = failure instanceof Failure ? (failure.hint ?? '') : '';
    process.stderr.write(`${failure instanceof Error ? failure.message : String(failure)} ${hint}\n`);
    process.exitCode = 1;
  },
);
