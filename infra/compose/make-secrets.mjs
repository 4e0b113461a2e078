// Makes every secret of the stack, once, each into the volume of who uses it. What is there is never made anew.

import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const root = process.argv[2] ?? '/secrets';
const SERVICE = 10_001;
const ROOT = 0;
const MONGODB = 999;

const key = () => randomBytes(32).toString('base64url');
const tokenKeys = Object.fromEntries(
  ['docstore', 'mailer', 'exporter'].map((audience) => [audience, `${audience}:1:${key()}`]),
);
const password = key();
const mongodbUrl = `mongodb://bough:${password}@mongodb:27017/bough?authSource=admin`;
const first = { access: `first-${randomBytes(6).toString('hex')}`, secret: key() };
const second = { access: `second-${randomBytes(6).toString('hex')}`, secret: key() };

/** For each volume: who reads it, and its files. Every service gets the token keys of those it talks to, and its own. */
const volumes = {
  gateway: [
    SERVICE,
    {
      'cookie-keys': key(),
      'token-keys': Object.values(tokenKeys).join(','),
      'mongodb-url': mongodbUrl,
    },
  ],
  docstore: [
    SERVICE,
    {
      'token-keys': tokenKeys.docstore,
      'blobs-keys': `first-1:${key()}`,
      'first-access-key': first.access,
      'first-secret-key': first.secret,
      'second-blobs-keys': `second-1:${key()}`,
      'second-access-key': second.access,
      'second-secret-key': second.secret,
    },
  ],
  mailer: [SERVICE, { 'token-keys': tokenKeys.mailer, 'mongodb-url': mongodbUrl }],
  exporter: [SERVICE, { 'token-keys': `${tokenKeys.exporter},${tokenKeys.docstore}` }],
  first: [ROOT, { 'access-key': first.access, 'secret-key': first.secret }],
  second: [ROOT, { 'access-key': second.access, 'secret-key': second.secret }],
  mongodb: [MONGODB, { 'mongodb-password': password }],
};

/** Writes the file for its reader alone. */
function put(volume, name, value) {
  const [owner] = volumes[volume];
  const path = `${root}/${volume}/${name}`;
  rmSync(path, { force: true });
  // On disk before anything is written with it.
  writeFileSync(path, `${value}\n`, { mode: 0o400, flush: true });
  if (process.getuid() === ROOT) chownSync(path, owner, owner);
}

const done = `${root}/gateway/.made`;
if (existsSync(done)) {
  // Stacks that were made before mailer kept its outbox in the database have its address in one place only.
  const url = readFileSync(`${root}/gateway/mongodb-url`, 'utf8').trim();
  if (!existsSync(`${root}/mailer/mongodb-url`)) put('mailer', 'mongodb-url', url);
  console.log('The secrets are there.');
} else {
  for (const [volume, [, files]] of Object.entries(volumes)) {
    for (const [name, value] of Object.entries(files)) put(volume, name, value);
  }
  // Last: a run that was cut short is done again, whole.
  writeFileSync(done, '', { flush: true });
  console.log('The secrets were made.');
}
