import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inSentences } from '@bough/base';
import {
  everySetting,
  gatewaySettings,
  platformClock,
  platformIds,
  platformRandom,
  readSettings,
} from '@bough/service';
import { parse as parseYaml } from 'yaml';
import { openMetadata } from '../open-metadata.ts';
import { deriveKeys } from '../session/keys.ts';
import { setUpLink } from '../set-up.ts';
import { commands } from './commands.ts';

// npm run bough -- NAME [arguments]: what an operator does with people. It reads the gateway's settings; where no key is set, the one
// that `npm start` made and keeps in the data folder.

const NO_TOKENS = `gateway:none:${'A'.repeat(43)}`;

async function main([name, ...args]: readonly string[]): Promise<number> {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    for (const each of commands) say(`  ${`${each.name} ${each.takes}`.padEnd(28)}${each.does}`);
    return name === undefined ? 0 : 1;
  }
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    say(`npm run bough -- ${command.name} ${command.takes}`);
    say(command.does);
    return 0;
  }
  const source = {
    environment: environment(),
    readFile: (path: string) => readFileSync(path, 'utf8'),
    readYaml: parseYaml,
  };
  const settings = readSettings(gatewaySettings, source, everySetting);
  if (!settings.ok) throw new Error(settings.error);
  const { BOUGH_PUBLIC_URL, BOUGH_COOKIE_KEYS } = settings.value;
  const metadata = await openMetadata(settings.value);
  const parts = {
    clock: platformClock,
    ids: platformIds,
    random: platformRandom,
    metadata,
    setUpLink: setUpLink(BOUGH_PUBLIC_URL, deriveKeys(BOUGH_COOKIE_KEYS).setUp),
    say,
  };
  try {
    return await command.run(parts, args);
  } finally {
    await metadata.close();
  }
}

/** The environment, with the key that `npm start` made where none is given. */
function environment(): Record<string, string | undefined> {
  const { BOUGH_DATA = './data' } = process.env;
  const made = join(BOUGH_DATA, 'secrets', 'cookie-keys');
  const isGiven = ['BOUGH_COOKIE_KEYS', 'BOUGH_COOKIE_KEYS_FILE', 'BOUGH_CONFIG'].some(
    (each) => process.env[each] !== undefined,
  );
  const key = !isGiven && existsSync(made) ? { BOUGH_COOKIE_KEYS_FILE: made } : {};
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
    process.stderr.write(`${inSentences(failure)}\n`);
    process.exitCode = 1;
  },
);
