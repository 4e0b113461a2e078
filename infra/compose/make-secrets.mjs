// Makes every secret of the stack, once, each into the volume of who uses it. What is there is never made anew.

import { createHash, randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const root = process.argv[2] ?? '/secrets';
const SERVICE = 10_001;
const ROOT = 0;
const MONGODB = 999;
const VALKEY = 999;

const key = () => randomBytes(32).toString('base64url');
/** One key for each service and one that calls it, known to these two alone. */
const tokenKeys = ['docstore:gateway', 'docstore:exporter', 'mailer:gateway', 'exporter:gateway'].map(
  (pair) => `${pair}:1:${key()}`,
);
const tokenKeysOf = (service) => tokenKeys.filter((entry) => entry.split(':').slice(0, 2).includes(service)).join(',');
/** Who serves a location has its root, docstore a user of its own there, and nobody else knows either. */
const location = (name) => ({
  'root-access-key': `root-${randomBytes(6).toString('hex')}`,
  'root-secret-key': key(),
  'access-key': `${name}-${randomBytes(6).toString('hex')}`,
  'secret-key': key(),
});
const [first, second] = [location('first'), location('second')];
const [gatewayPassword, mailerPassword, busPassword] = [key(), key(), key()];
const mongodbUrl = (user, password, database) => `mongodb://${user}:${password}@mongodb:27017/${database}`;

/** Anybody may ask whether it lives; the gateway says, hears, claims and counts what begins with `bough:`. */
const users = [
  'user default on nopass resetkeys resetchannels -@all +ping',
  `user gateway on #${createHash('sha256').update(busPassword).digest('hex')} resetkeys ~bough:* resetchannels &bough:* -@all ` +
    '+auth +hello +ping +quit +client|setname +publish +subscribe +unsubscribe +set +incr +multi +exec +discard',
].join('\n');

/** For each volume: who reads it, and its files. Every service gets the token keys of those it talks to. */
const volumes = {
  gateway: [
    SERVICE,
    {
      'cookie-keys': key(),
      'token-keys': tokenKeysOf('gateway'),
      'mongodb-url': mongodbUrl('gateway', gatewayPassword, 'bough'),
      'redis-url': `redis://gateway:${busPassword}@valkey:6379`,
    },
  ],
  docstore: [
    SERVICE,
    {
      'token-keys': tokenKeysOf('docstore'),
      'blobs-keys': `first-1:${key()}`,
      'first-access-key': first['access-key'],
      'first-secret-key': first['secret-key'],
      'second-blobs-keys': `second-1:${key()}`,
      'second-access-key': second['access-key'],
      'second-secret-key': second['secret-key'],
    },
  ],
  mailer: [
    SERVICE,
    { 'token-keys': tokenKeysOf('mailer'), 'mongodb-url': mongodbUrl('mailer', mailerPassword, 'bough-mail') },
  ],
  exporter: [SERVICE, { 'token-keys': tokenKeysOf('exporter') }],
  // On Kubernetes, where no volume keeps the key that a first backup makes.
  backup: [SERVICE, { 'backup-keys': `backup-1:${key()}` }],
  first: [ROOT, first],
  second: [ROOT, second],
  mongodb: [
    MONGODB,
    { 'mongodb-password': key(), 'gateway-password': gatewayPassword, 'mailer-password': mailerPassword },
  ],
  valkey: [VALKEY, { 'users.acl': users }],
};

/** Writes the file for its reader alone. */
function put(volume, name) {
  // A stack that has no such volume has nobody who reads it.
  if (!existsSync(`${root}/${volume}`)) return;
  const [owner, files] = volumes[volume];
  const path = `${root}/${volume}/${name}`;
  rmSync(path, { force: true });
  // On disk before anything is written with it.
  writeFileSync(path, `${files[name]}\n`, { mode: 0o400, flush: true });
  if (process.getuid() === ROOT) chownSync(path, owner, owner);
}

const talking = ['gateway', 'docstore', 'mailer', 'exporter'];
const tokenKeysFile = (service) => `${root}/${service}/token-keys`;

/** What a stack from before may lack, and how that is seen: each is made anew as a whole, so that who knew more than it needs knows it no more. */
const since = [
  // The exporter had the gateway's key for docstore. One that an operator removed is made anew, with all others.
  [
    () =>
      talking.every((service) => existsSync(tokenKeysFile(service))) &&
      readFileSync(tokenKeysFile('exporter'), 'utf8').includes('docstore:exporter:'),
    talking.map((service) => [service, 'token-keys']),
  ],
  // Gateway and mailer had the root of MongoDB. What stays is root's password: the database knows it.
  [
    () => existsSync(`${root}/mongodb/mailer-password`),
    [
      ...['gateway-password', 'mailer-password'].map((name) => ['mongodb', name]),
      ...['gateway', 'mailer'].map((service) => [service, 'mongodb-url']),
    ],
  ],
  // Docstore had the root of both locations.
  ...['first', 'second'].map((place) => [
    () => existsSync(`${root}/${place}/root-secret-key`),
    [
      ...['access-key', 'secret-key'].map((half) => ['docstore', `${place}-${half}`]),
      ...['access-key', 'secret-key', 'root-access-key', 'root-secret-key'].map((half) => [place, half]),
    ],
  ]),
  // Valkey asked nobody who they are.
  [
    () => existsSync(`${root}/valkey/users.acl`),
    [
      ['gateway', 'redis-url'],
      ['valkey', 'users.acl'],
    ],
  ],
  // Kubernetes made no backups.
  [() => existsSync(`${root}/backup/backup-keys`), [['backup', 'backup-keys']]],
];

const done = `${root}/gateway/.made`;
if (existsSync(done)) {
  for (const [isThere, files] of since) {
    if (!isThere()) for (const [volume, name] of files) put(volume, name);
  }
  console.log('The secrets are there.');
} else {
  for (const [volume, [, files]] of Object.entries(volumes)) {
    for (const name of Object.keys(files)) put(volume, name);
  }
  // Last: a run that was cut short is done again, whole.
  writeFileSync(done, '', { flush: true });
  console.log('The secrets were made.');
}

// The operator adds the cookie keys of a backup to the gateway's, as the user that all services run as.
if (process.getuid() === ROOT) chownSync(`${root}/gateway`, SERVICE, SERVICE);
