// The one folder in which everything lives when Bough runs by `npm start`: maps, people, mail, logs, and the secrets that
// were made at the first start. Losing `secrets/blobs-keys` loses the maps: it belongs in the backup.

import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { makeFolder, Unmet } from './outside.mjs';
import { keptSecret, key, mustNotBeLost, noteSecrets, replaceSecret, sealingKey, SECRET_FILES } from './secrets.mjs';
import { root } from './toolchain.mjs';

/** Where the settings have it. */
export function dataFolder(env = process.env) {
  const setting = env.BOUGH_DATA || './data';
  return isAbsolute(setting) ? setting : resolve(root, setting);
}

/** The folder, there and writable, with its secrets; those that are not there are made unless `makes` is false. */
export function openDataFolder(makes = true) {
  const folder = dataFolder();
  try {
    makeFolder(folder, 0o700);
  } catch (error) {
    if (!(error instanceof Unmet)) throw error;
    throw new Unmet(`${error.message} Choose another with BOUGH_DATA.`);
  }
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    writeFileSync(probe, '', { mode: 0o600 });
    rmSync(probe);
  } catch (error) {
    throw new Unmet(
      `The data folder ${folder} cannot be written to: ${error.message}. Choose another with BOUGH_DATA.`,
    );
  }
  if (makes) mustHaveSealingKeys(folder);
  const secrets = join(folder, 'secrets');
  makeFolder(secrets, 0o700);
  chmodSync(secrets, 0o700);
  const logs = join(folder, 'logs');
  makeFolder(logs, 0o700);
  if (!makes) return { folder, logs, secretFiles: {} };
  noteSecrets(folder);
  const sealing = { ...made(folder, 'BOUGH_BLOBS_KEYS', () => sealingKey()), ...secondKeys(folder) };
  const cookies = made(folder, 'BOUGH_COOKIE_KEYS', key);
  return { folder, logs, secretFiles: { ...cookies, ...tokenKeys(folder), ...sealing } };
}

/** Before anything is made: where one of them is gone, what is left stays as it is. */
function mustHaveSealingKeys(folder) {
  const { BOUGH_SECOND = 'none' } = process.env;
  if (!isGiven('BOUGH_BLOBS_KEYS')) mustNotBeLost(folder, SECRET_FILES.BOUGH_BLOBS_KEYS);
  const hasSecond = BOUGH_SECOND !== 'none' && BOUGH_SECOND !== '';
  if (hasSecond && !isGiven('BOUGH_SECOND_BLOBS_KEYS')) mustNotBeLost(folder, SECRET_FILES.BOUGH_SECOND_BLOBS_KEYS);
}

/** The secret's file under the name of its setting, unless that is given otherwise. */
function made(folder, setting, make) {
  if (isGiven(setting)) return {};
  return { [`${setting}_FILE`]: keptSecret(folder, SECRET_FILES[setting], make) };
}

function isGiven(setting) {
  return [setting, `${setting}_FILE`].some((name) => (process.env[name] ?? '') !== '');
}

/** A key for each pair of services that talk. Folders from before each caller had its own have none of the exporter for docstore. */
function tokenKeys(folder) {
  const pairs = ['docstore:gateway', 'mailer:gateway', 'exporter:gateway', 'docstore:exporter'];
  const make = () => pairs.map((pair) => `${pair}:1:${key()}`).join(',');
  const file = made(folder, 'BOUGH_TOKEN_KEYS', make);
  const path = file.BOUGH_TOKEN_KEYS_FILE;
  if (path === undefined) return file;
  const kept = readFileSync(path, 'utf8').trim();
  if (!/(^|,)docstore:exporter:/.test(kept)) replaceSecret(path, `${kept},docstore:exporter:1:${key()}`);
  return file;
}

/** Where there is a second location it has a key of its own, which no other opens. */
function secondKeys(folder) {
  const { BOUGH_SECOND = 'none' } = process.env;
  if (BOUGH_SECOND === 'none' || BOUGH_SECOND === '') return {};
  return made(folder, 'BOUGH_SECOND_BLOBS_KEYS', () => sealingKey('second'));
}

const RUNNING = 'running.json';

/** Ends in a sentence when another Bough works in this folder: its note is there and it still answers. */
export async function mustBeOurs({ folder }) {
  const path = join(folder, RUNNING);
  if (!existsSync(path)) return;
  try {
    const { port } = JSON.parse(readFileSync(path, 'utf8'));
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2_000) });
    if (!answer.ok) return;
    throw new Unmet(`Bough already runs on ${folder}: http://localhost:${port}`);
  } catch (error) {
    // No answer: whoever wrote the note is gone, and was killed before it could take the note away.
    if (error instanceof Unmet) throw error;
  }
}

/**
 * The address of the page as a setting for a command, where nothing else says it: at the port that the note of what runs has, else at PORT,
 * as `npm start` would have it.
 */
export function addressHere(env) {
  const isSaid = ['BOUGH_PUBLIC_URL', 'BOUGH_PUBLIC_URL_FILE'].some((name) => (env[name] ?? '') !== '');
  const port = portOf(env.PORT);
  return isSaid || port === null ? {} : { BOUGH_PUBLIC_URL: `http://localhost:${port}` };
}

function portOf(given) {
  try {
    return JSON.parse(readFileSync(join(dataFolder(), RUNNING), 'utf8')).port;
  } catch {
    // Nobody runs here, or the note is half of one.
    return /^\d{1,5}$/.test(given ?? '') && given >= 1 && given <= 65_535 ? Number(given) : null;
  }
}

/** Notes which processes work in the folder, for whoever looks and for `mustBeOurs`. */
export function tellRunning({ folder }, port, services) {
  const pids = Object.fromEntries(services.map((service) => [service.name, service.pid]));
  try {
    const ports = Object.fromEntries(services.map((service) => [service.name, Number(service.env.PORT)]));
    const note = `${JSON.stringify({ port, pid: process.pid, services: pids, ports }, null, 2)}\n`;
    writeFileSync(join(folder, RUNNING), note, { mode: 0o600 });
  } catch (error) {
    // Without the note Bough serves all the same, and so it does on a full disk.
    console.error(`The note of what runs could not be written in ${folder}: ${error.message}.`);
  }
}

/** Takes the note away: nobody works in the folder any more. */
export function forgetRunning({ folder }) {
  rmSync(join(folder, RUNNING), { force: true });
}
