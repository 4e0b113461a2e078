// npm run bough -- add-key NAME: a new key before those of a list in `secrets` of the data folder. What the old ones sealed or signed stays
// good; the services take the new one when they start again.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from './data-folder.mjs';
import { NotUnderstood, Unmet } from './outside.mjs';
import { key, replaceSecret, sealingKey } from './secrets.mjs';

/** How it is written, with what it does. */
export const HOW_TO_ADD =
  '  add-key NAME                Puts a new key first in secrets/NAME: cookie-keys, blobs-keys, second-blobs-keys or backup-keys. The old ones stay.';

/** What a new key of each list is, and what is left to do with it. */
const LISTS = {
  'cookie-keys': { make: key, isLeft: 'Start Bough again.' },
  'blobs-keys': { make: () => sealingKey(), isLeft: 'Start Bough again, then: npm run bough -- rotate-keys' },
  'second-blobs-keys': {
    make: () => sealingKey('second'),
    isLeft: 'Start Bough again, then: npm run bough -- rotate-keys',
  },
  'backup-keys': { make: () => sealingKey('backup'), isLeft: 'The next backup uses it.' },
};

function wrongWith(name, [more]) {
  if (name === undefined) return 'Name one list of keys.';
  if (!Object.hasOwn(LISTS, name)) return `${JSON.stringify(name)} is no list that takes a key.`;
  return more === undefined ? null : `${JSON.stringify(more)} means nothing here.`;
}

/** Adds one; answers what is left to do. */
export function addKey(words) {
  const [name, ...more] = words;
  const wrong = wrongWith(name, more);
  if (wrong !== null) throw new NotUnderstood(`${wrong}\n${HOW_TO_ADD.trim()}`);
  const setting = `BOUGH_${name.toUpperCase().replaceAll('-', '_')}`;
  if ([setting, `${setting}_FILE`].some((each) => (process.env[each] ?? '') !== ''))
    throw new Unmet(`These keys are set by ${setting}: put the new one first there.`);
  const path = join(dataFolder(), 'secrets', name);
  const old = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (old === '') throw new Unmet(`There is no ${path} yet: what needs it makes it.`);
  replaceSecret(path, `${LISTS[name].make()},${old}`);
  return `${path} has a new key, and keeps the ${old.split(',').length} from before. ${LISTS[name].isLeft}`;
}
