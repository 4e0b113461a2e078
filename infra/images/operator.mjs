// What the image `operator` runs: backups of Bough in containers, by the same programs as `npm run bough -- backup` (infra/launch/backup.mjs).
// Its container has the settings of docstore, gateway and mailer as theirs have them, and what is /data and /secrets in each of theirs
// is /data/SERVICE and /secrets/SERVICE here. /operator keeps the key of backups, /backups is a folder of the host. On Kubernetes neither is there
// (infra/kubernetes/base/backup.yaml): the key is given, and secrets are read-only.

import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ABOUT_BACKUPS, HOW, inFront, mayWriteIn, runAboutBackups } from '../launch/backup.mjs';
import { Unmet } from '../launch/outside.mjs';
import { SECRET_FILES } from '../launch/secrets.mjs';

const bough = import.meta.dirname;
/** The top of the container. */
const top = dirname(bough);
const BACKUPS = join(top, 'backups');
const USAGE = `docker compose run --rm operator NAME [PLACE] ...
PLACE is the folder of the host that BOUGH_BACKUPS names, or s3://BUCKET/FOLDER where that is written. With BOUGH_BACKUP_PASSPHRASE the secrets go into each
backup, and come back with it.
${HOW}
  verify                      Reads every document here, and says what is damaged.`;

/** What is set, without what compose leaves empty. */
const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
const isSet = (name) => env[name] !== undefined || env[`${name}_FILE`] !== undefined;

/** The settings of one service, with paths as they are here; `documents` are docstore's commands. */
function settingsOf(what) {
  const service = what === 'documents' ? 'docstore' : what;
  const here = ([name, value]) => [name, value.replace(/^\/(data|secrets)(?=\/|$)/, join(top, '$1', service))];
  return { ...Object.fromEntries(Object.entries(env).map(here)), BOUGH_DATA: join(top, 'data', service) };
}

/** The file that this machine keeps a secret in: cookie keys where the gateway finds them, what nobody set in /operator. */
function fileOf(name) {
  if (env[name] !== undefined) return null;
  if (name === 'BOUGH_COOKIE_KEYS' && env.BOUGH_COOKIE_KEYS_FILE !== undefined)
    return settingsOf('gateway').BOUGH_COOKIE_KEYS_FILE;
  return env[`${name}_FILE`] === undefined ? join(top, 'operator/secrets', SECRET_FILES[name] ?? name) : null;
}

/** The words behind a command's name with the place of backups and the secrets, as containers have them. */
function wholeWords(command, words) {
  if (words.some((word) => word === '--help' || word === '-h')) return words;
  const isNamed = words[0] !== undefined && !words[0].startsWith('-');
  const [place, ...options] = isNamed ? words : [BACKUPS, ...words];
  if (place === BACKUPS)
    mustBeUsable(command === 'backup' || (command === 'forget-backups' && options.includes('--yes')));
  else if (!place.startsWith('s3://'))
    throw new Unmet(
      `${place} is a place that this container does not have: name the folder of the host in BOUGH_BACKUPS, or write s3://BUCKET/FOLDER.`,
    );
  const all = [...options, ...(takesSecrets(command, options) ? ['--with-secrets'] : [])];
  if (command === 'restore' && all.includes('--with-secrets')) mustTakeSecrets();
  return [place, ...all];
}

/** Each backup has the secrets. They come back with everything, unless the backup is opened by a key that was given for it. */
function takesSecrets(command, options) {
  const isPart = options.includes('--map') || options.includes('--person');
  const isWanted = command === 'backup' || (command === 'restore' && !isPart && !isSet('BOUGH_BACKUP_KEYS'));
  return isWanted && isSet('BOUGH_BACKUP_PASSPHRASE') && !options.includes('--with-secrets');
}

/** Cookie keys come back beside those that the gateway has, or it never finds them. */
function mustTakeSecrets() {
  const { BOUGH_COOKIE_KEYS_FILE: file } = settingsOf('gateway');
  if (file === undefined || mayWriteIn(dirname(file))) return;
  throw new Unmet(
    `${dirname(file)} cannot be written to here, as on Kubernetes, so that no secret comes back from a backup: bring the secrets back from ` +
      'your copy of them, and restore without --with-secrets and with BOUGH_BACKUP_KEYS.',
  );
}

function mustBeUsable(isWritten) {
  if (!existsSync(BACKUPS))
    throw new Unmet(`${BACKUPS} is not there: mount a folder of the host there, which compose finds in BOUGH_BACKUPS.`);
  try {
    accessSync(BACKUPS, constants.R_OK | constants.X_OK | (isWritten ? constants.W_OK : 0));
  } catch {
    const way = isWritten ? 'written to' : 'read';
    throw new Unmet(
      `The folder of backups cannot be ${way} by the user ${process.getuid()}, as which this runs. On the host, for the folder that BOUGH_BACKUPS names: chown ${process.getuid()} FOLDER`,
    );
  }
}

/** What opens a backup once the volumes of this machine are gone must not be in these volumes alone. */
function mustBeOpenedElsewhere() {
  if (isSet('BOUGH_BACKUP_PASSPHRASE') || isSet('BOUGH_BACKUP_KEYS')) return;
  throw new Unmet(
    'BOUGH_BACKUP_PASSPHRASE is not set: it puts the secrets into each backup, and without them nobody opens one when the volumes of this ' +
      'machine are gone. Set it, in `.env` beside the compose file for example, and keep a copy of it elsewhere.',
  );
}

async function runNamed([name, ...words]) {
  const isFrom = name === 'repair' && words[0] === '--from';
  const [command, given] = isFrom ? ['repair --from', words.slice(1)] : [name, words];
  if (command === 'verify') process.exitCode = await inFront(services, 'documents', ['verify', ...words]);
  else if (ABOUT_BACKUPS.includes(command)) {
    if (command === 'backup') mustBeOpenedElsewhere();
    await runAboutBackups([command, ...wholeWords(command, given)], services);
  } else {
    console.log(command === undefined ? USAGE : `The operator has no command ${command}.\n${USAGE}`);
    process.exitCode = command === undefined ? 0 : 2;
  }
}

const services = {
  ...{ node: process.execPath, env, data: join(top, 'operator'), documents: join(top, 'data/docstore'), folder: bough },
  programOf: (what) => join(bough, `${what}.mjs`),
  ...{ settingsOf, fileOf },
};
// Where the key of backups is made.
process.env.BOUGH_DATA = services.data;
try {
  await runNamed(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Unmet)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
