// The one folder in which everything lives when Bough runs by `npm start`: maps, people, mail, logs, and the secrets that
// were made at the first start. Losing `secrets/blobs-keys` loses the maps: it belongs in the backup.

import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { makeFolder, Unmet } from './outside.mjs';
import { root } from './toolchain.mjs';

/** The folder, there and writable, with its secrets; those that are not there are made unless `makes` is false. */
export function openDataFolder(makes = true) {
  const setting = process.env.BOUGH_DATA || './data';
  const folder = isAbsolute(setting) ? setting : resolve(root, setting);
  try {
    makeFolder(folder);
  } catch (error) {
    if (!(error instanceof Unmet)) throw error;
    throw new Unmet(`${error.message} Choose another with BOUGH_DATA.`);
  }
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new Unmet(
      `The data folder ${folder} cannot be written to: ${error.message}. Choose another with BOUGH_DATA.`,
    );
  }
  const secrets = join(folder, 'secrets');
  makeFolder(secrets, 0o700);
  chmodSync(secrets, 0o700);
  const logs = join(folder, 'logs');
  makeFolder(logs);
  if (!makes) return { folder, logs, secretFiles: {} };
  return {
    folder,
    logs,
    secretFiles: {
      BOUGH_COOKIE_KEYS_FILE: keep(secrets, 'cookie-keys', () => key()),
      BOUGH_TOKEN_KEYS_FILE: keep(secrets, 'token-keys', () =>
        ['docstore', 'mailer', 'exporter', 'gateway'].map((audience) => `${audience}:1:${key()}`).join(','),
      ),
      BOUGH_BLOBS_KEYS_FILE: keep(secrets, 'blobs-keys', () => `1:${key()}`),
    },
  };
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

/** Notes which processes work in the folder, for whoever looks and for `mustBeOurs`. */
export function tellRunning({ folder }, port, services) {
  const pids = Object.fromEntries(services.map((service) => [service.name, service.pid]));
  try {
    writeFileSync(join(folder, RUNNING), `${JSON.stringify({ port, pid: process.pid, services: pids }, null, 2)}\n`);
  } catch (error) {
    // Without the note Bough serves all the same, and so it does on a full disk.
    console.error(`The note of what runs could not be written in ${folder}: ${error.message}.`);
  }
}

/** Takes the note away: nobody works in the folder any more. */
export function forgetRunning({ folder }) {
  rmSync(join(folder, RUNNING), { force: true });
}

function key() {
  return randomBytes(32).toString('base64url');
}

/** The secret's file, made once: readable by its owner alone, on disk before anything is written with it. */
function keep(folder, name, make) {
  const path = join(folder, name);
  if (!existsSync(path)) keepSecret(path, make());
  chmodSync(path, 0o600);
  return path;
}

/** Writes a secret, unless the file is there. */
export function keepSecret(path, value) {
  if (existsSync(path)) return;
  const file = openSync(path, 'wx', 0o600);
  writeSync(file, `${value}\n`);
  fsyncSync(file);
  closeSync(file);
}
