// What the launcher decides where nobody does (the address, the folder, keys) may stand in the file that BOUGH_CONFIG names, which only the
// services read whole. Those settings are taken from it into the environment before anything is decided: the services would otherwise be told
// otherwise, and commands would look for keys elsewhere.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from './data-folder.mjs';
import { SECRET_FILES } from './secrets.mjs';

const DECIDED = [
  'PORT',
  'BOUGH_DATA',
  'BOUGH_HOST',
  'BOUGH_PUBLIC_URL',
  'BOUGH_REGISTRATION',
  'BOUGH_SECOND',
  'BOUGH_BLOBS',
  'BOUGH_BLOBS_FOLDER',
  'BOUGH_DOCSTORE_URL',
  'BOUGH_MAILER_URL',
  'BOUGH_EXPORTER_URL',
];

/** Takes them; a file that cannot be read is left to the services, which say so. */
export function takeConfig(env = process.env) {
  if (!env.BOUGH_CONFIG) return;
  const file = settingsIn(env.BOUGH_CONFIG);
  const take = (name) => {
    if (!env[name] && file.has(name)) env[name] = file.get(name);
  };
  for (const name of DECIDED) take(name);
  const secrets = join(dataFolder(env), 'secrets');
  for (const [name, kept] of Object.entries(SECRET_FILES)) {
    if (env[name] || env[`${name}_FILE`]) continue;
    if (![name, `${name}_FILE`].some((each) => file.has(each))) continue;
    // What was made there before the file named a key has sealed something.
    if (existsSync(join(secrets, kept))) env[`${name}_FILE`] = join(secrets, kept);
    else for (const each of [name, `${name}_FILE`]) take(each);
  }
}

/** Its settings that stand on one line each. */
function settingsIn(path) {
  const found = new Map();
  for (const line of linesOf(path)) {
    const [, name, quoted, single, plain] =
      /^(PORT|BOUGH_\w+):[ \t]+(?:"([^"\\]*)"|'([^']*)'|([^\s"'|>[{&*!#%@`][^#]*?))[ \t]*(?:[ \t]#.*)?$/.exec(line) ??
      [];
    const value = quoted ?? single ?? plain;
    if (value) found.set(name, value);
  }
  return found;
}

function linesOf(path) {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/);
  } catch {
    return [];
  }
}
