// The secrets of a data folder: made at the first start, and never again where losing one makes something unreadable. A key that is made
// beside what another one sealed opens nothing of it, and what it seals is lost when the old one is brought back: so it is refused.
// `known-secrets.json` beside them names those that the folder has had.

import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Unmet } from './outside.mjs';

/** The settings whose secrets Bough makes where nobody sets them, and the file of each in the folder `secrets` of the data. */
export const SECRET_FILES = {
  BOUGH_COOKIE_KEYS: 'cookie-keys',
  BOUGH_TOKEN_KEYS: 'token-keys',
  BOUGH_BLOBS_KEYS: 'blobs-keys',
  BOUGH_SECOND_BLOBS_KEYS: 'second-blobs-keys',
  BOUGH_BACKUP_KEYS: 'backup-keys',
};
const KNOWN = 'known-secrets.json';
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);
/** EDQUOT, which the platform gives no name. */
const OVER_QUOTA = -122;

/** What is lost with each secret that is never made anew by itself. */
const LOST_WITH = {
  'blobs-keys': 'the maps',
  'second-blobs-keys': 'the second location',
  'backup-keys': 'the backups',
};
const HOW_ANEW = {
  'blobs-keys': 'To begin anew without the old maps, name another folder in BOUGH_DATA, or move this one away.',
  'second-blobs-keys':
    'To begin a new second location, move the old one away, and `second-blobs-keys` out of `known-secrets.json` and `second-location.json` with it.',
  'backup-keys': 'To begin new backups in another place, set BOUGH_BACKUP_KEYS to a new key.',
};
const MEANS = {
  'cookie-keys': 'everybody signs in again, and who has no address cannot come back as who they were',
  'token-keys': 'nothing else is needed',
};

/** A new key of 32 bytes. */
export function key() {
  return randomBytes(32).toString('base64url');
}

/** A new key that seals, under a name that no other one has: two of them can stand in one list, whichever came first. */
export function sealingKey(what = '') {
  const day = new Date().toISOString().slice(0, 10);
  return `${what === '' ? '' : `${what}-`}${day}-${randomBytes(4).toString('hex')}:${key()}`;
}

/**
 * The file of a secret of this data folder, which is made where there is none; ends in a sentence instead where something was sealed with
 * the one that is gone. One that may be made anew is said.
 */
export function keptSecret(data, name, make, say = (line) => console.log(line)) {
  const path = join(data, 'secrets', name);
  if (existsSync(path) && !statSync(path).isFile()) {
    throw new Unmet(`${path} is not a file: move it away, and bring the secret back from a copy.`);
  }
  if (!hasWords(path)) {
    mustNotBeLost(data, name);
    const isAnew = isKnown(data, name) || isUsed(data, name);
    keepSecret(path, make());
    if (isAnew) say(`${path} was gone and is made anew: ${MEANS[name] ?? 'what it sealed is not opened any more'}.`);
  }
  chmodSync(path, 0o600);
  remember(data, name);
  return path;
}

/** Ends in a sentence where the secret is gone, and what it sealed is not. */
export function mustNotBeLost(data, name) {
  const path = join(data, 'secrets', name);
  if (LOST_WITH[name] === undefined || hasWords(path) || !(isKnown(data, name) || isUsed(data, name))) return;
  throw new Unmet(
    `${path} is gone, and without it ${LOST_WITH[name]} cannot be read: nothing was started or made. Bring ${join(data, 'secrets')} back from a copy, ` +
      `or from a backup made --with-secrets (npm run bough -- restore PLACE --with-secrets --yes). ${HOW_ANEW[name]}`,
  );
}

/** What was written before there was `known-secrets.json` says so by itself. */
function isUsed(data, name) {
  const second = ['second-location.json', 'blobs/second'];
  const signs = name === 'backup-keys' ? [] : name === 'second-blobs-keys' ? second : ['first-location.json', 'blobs'];
  return signs.some((sign) => existsSync(join(data, sign)));
}

function known(data) {
  try {
    const { made } = JSON.parse(readFileSync(join(data, KNOWN), 'utf8'));
    return Array.isArray(made) ? made : [];
  } catch {
    // There is none, or a part of one: then what is there says it.
    return [];
  }
}

/** Notes which of those that nothing replaces are there: folders from before the note have none. */
export function noteSecrets(data) {
  for (const name of Object.keys(LOST_WITH)) if (hasWords(join(data, 'secrets', name))) remember(data, name);
}

function isKnown(data, name) {
  return known(data).includes(name);
}

function remember(data, name) {
  if (isKnown(data, name)) return;
  replaceSecret(join(data, KNOWN), JSON.stringify({ made: [...known(data), name] }));
}

/** Whether the secret is there. An empty file is none: a full disk left it in an earlier version. */
export function hasWords(path) {
  return existsSync(path) && statSync(path).size > 0;
}

/** Writes a secret, unless it is there: of several that are made at once the first stays, whole and on disk, and is everybody's. */
export function keepSecret(path, value) {
  if (hasWords(path)) return;
  const made = writeAside(path, value);
  try {
    setEmptyAside(path);
    linkSync(made, path);
  } catch (error) {
    if (error.code !== 'EEXIST') throw cannotBeKept(path, error);
  } finally {
    rmSync(made, { force: true });
  }
  flush(dirname(path));
}

/** Puts another secret in the place of one, whole or not at all. */
export function replaceSecret(path, value) {
  const made = writeAside(path, value);
  try {
    renameSync(made, path);
  } catch (error) {
    rmSync(made, { force: true });
    throw cannotBeKept(path, error);
  }
  flush(dirname(path));
}

function writeAside(path, value) {
  const made = join(dirname(path), `.${basename(path)}-${process.pid}-${randomBytes(6).toString('hex')}`);
  try {
    const file = openSync(made, 'wx', 0o600);
    try {
      writeSync(file, `${value}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    rmSync(made, { force: true });
    throw cannotBeKept(path, error);
  }
  return made;
}

/** It is moved and looked at again before it goes: another start may have put its secret there meanwhile. */
function setEmptyAside(path) {
  if (!existsSync(path) || hasWords(path)) return;
  const aside = `${path}.empty-${process.pid}`;
  renameSync(path, aside);
  try {
    if (hasWords(aside)) linkSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

function flush(folder) {
  // Windows opens no folder, and keeps names by itself.
  if (process.platform === 'win32') return;
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

function cannotBeKept(path, error) {
  if (error.code === undefined) return error;
  return new Unmet(
    NO_ROOM.has(error.code) || error.errno === OVER_QUOTA
      ? `There is no room left on the disk for ${path}: make room, and do it again. Nothing half-made stays.`
      : `${path} cannot be written: ${error.message}.`,
  );
}
