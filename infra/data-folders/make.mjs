// node infra/data-folders/make.mjs CHECKOUT VERSION: the data folder that a release leaves behind, as VERSION.tar.gz beside this file, and
// what stood in it, as VERSION.json. CHECKOUT is that release with its packages installed. It is used by its public doors alone,
// so that any release can be asked. Its services are killed, not stopped: what they had not tidied up yet is in the folder, too.
// apps/gateway/src/backup/upgrade.test.ts opens every such folder with the present version. The secrets in them are for tests alone.

import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PUBLIC_URL = 'http://localhost:8080';
const PASSWORD = 'a wet garden in may';
// The smallest picture: one transparent pixel.
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const key = () => randomBytes(32).toString('base64url');

function freePort() {
  return new Promise((done, failed) => {
    const server = createServer().once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

async function start(checkout, name, port, environment) {
  const main = join(checkout, 'apps', name, 'src/main.ts');
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...environment, PORT: String(port) };
  const child = spawn(process.execPath, [main], { env, stdio: ['pipe', 'ignore', 'inherit'] });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null);
    if (answer?.ok) return child;
    if (child.exitCode !== null) throw new Error(`${name} does not start`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Somebody's browser. */
class Browser {
  cookies = new Map();
  csrf = '';

  constructor(url) {
    this.url = url;
  }

  async ask(method, path, body) {
    const isBytes = body instanceof Uint8Array;
    const cookie = [...this.cookies].map((each) => each.join('=')).join('; ');
    const own = { origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin', 'bough-csrf': this.csrf };
    const type = body === undefined ? {} : { 'content-type': isBytes ? 'image/gif' : 'application/json' };
    const headers = { ...(method === 'GET' ? {} : own), ...type, ...(cookie === '' ? {} : { cookie }) };
    const sent = body === undefined || isBytes ? body : JSON.stringify(body);
    const answer = await fetch(this.url + path, { method, headers, body: sent });
    for (const line of answer.headers.getSetCookie()) {
      const [pair] = line.split(';');
      this.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    const json = text === '' ? null : JSON.parse(text);
    this.csrf = json?.csrf ?? json?.session?.csrf ?? this.csrf;
    return json;
  }

  async signIn(email) {
    await this.ask('GET', '/api/session');
    await this.ask('POST', '/api/session/sign-in', { email });
    const { mails } = await this.ask('GET', '/api/outbox?limit=50');
    const [, secret] = /#secret=([\w-]+)/.exec(mails.find(({ to }) => to === email).text);
    await this.ask('POST', '/api/session/sign-in/confirm', { secret });
    return this;
  }
}

async function change(url, token, map, ops) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify({ ops }) };
  const answer = await fetch(`${url}/api/v1/maps/${map}/changes`, sent);
  if (!answer.ok) throw new Error(await answer.text());
}

/** Something of everything that is kept. */
async function fill(url) {
  const [annAt, boAt] = ['ann@example.test', 'bo@example.test'];
  const ann = await new Browser(url).signIn(annAt);
  const bo = await new Browser(url).signIn(boAt);
  await ann.ask('PUT', '/api/account/password', { password: PASSWORD, proof: null });
  await ann.ask('PUT', '/api/account', { name: 'Ann Lee', hue: 3 });
  const { secret: token } = await ann.ask('POST', '/api/tokens', {
    name: 'a program',
    scopes: ['maps:read', 'maps:write', 'sharing'],
  });
  const { id: map } = await ann.ask('POST', '/api/maps', { title: 'Garden' });
  const { id: trashed } = await ann.ask('POST', '/api/maps', { title: 'Weeds' });
  const { id: small } = await bo.ask('POST', '/api/maps', { title: 'Shed' });
  const item = 'item-roses--';
  await change(url, token, map, [{ kind: 'add', id: item, parent: null, order: 'a1', fields: { text: 'roses' } }]);
  // A few changes with words that no compression makes small, so that a short history has a segment and a keyframe; then many small ones.
  const add = (name, fields) => ({ kind: 'add', id: name.padEnd(12, '-'), parent: item, order: 'a0', fields });
  for (let n = 0; n < 3; n++) {
    const noise = (at) => createHash('shake256', { outputLength: 3_000 }).update(`${n} ${at}`).digest('base64');
    await change(
      url,
      token,
      map,
      [0, 1, 2, 3, 4, 5, 6].map((at) => add(`long-${n}-${at}`, { text: 'long', note: noise(at) })),
    );
  }
  for (let n = 0; n < 20; n++) await change(url, token, map, [add(`bed-${n}`, { text: `bed ${n}` })]);
  await change(url, token, map, [
    { kind: 'comment', thread: 'thread------', id: 'comment-----', item, text: '@Ann the roses' },
  ]);
  const { hash } = await ann.ask('POST', `/api/maps/${map}/assets`, new Uint8Array(GIF));
  await ann.ask('POST', `/api/maps/${map}/versions`, { seq: 3, name: 'In May' });
  const { id: folder } = await ann.ask('POST', '/api/folders', { name: 'Outside', parent: null });
  await ann.ask('PUT', `/api/maps/${map}/folder`, { folder });
  await ann.ask('PUT', `/api/maps/${map}/tags`, { tags: ['green'] });
  await ann.ask('POST', `/api/maps/${map}/invitations`, { email: boAt, role: 'edit' });
  await bo.ask('GET', '/api/maps');
  await ann.ask('POST', `/api/maps/${map}/invitations`, { email: 'later@example.test', role: 'view' });
  const { secret: link } = await ann.ask('POST', `/api/maps/${map}/links`, { role: 'edit' });
  await ann.ask('POST', `/api/maps/${trashed}/trash`);
  const guest = new Browser(url);
  await guest.ask('GET', '/api/session');
  await guest.ask('POST', '/api/session/guest', { name: 'Visitor' });
  await guest.ask('POST', '/api/join', { secret: link });
  const facts = await ann.ask('GET', `/api/maps/${map}`);
  return { annAt, boAt, password: PASSWORD, token, map, trashed, small, hash, folder, link, facts };
}

const [checkout = '', version = ''] = process.argv.slice(2);
const here = fileURLToPath(new URL('.', import.meta.url));
const top = mkdtempSync(join(tmpdir(), 'bough-data-folder-'));
const data = join(top, 'data');
mkdirSync(join(data, 'secrets'), { recursive: true });
const secrets = { 'cookie-keys': key(), 'blobs-keys': `1:${key()}` };
for (const [name, value] of Object.entries(secrets)) writeFileSync(join(data, 'secrets', name), `${value}\n`);
const [docstore, mailer, gateway] = [await freePort(), await freePort(), await freePort()];
const environment = {
  BOUGH_DATA: data,
  BOUGH_PUBLIC_URL: PUBLIC_URL,
  BOUGH_LOG_LEVEL: 'warn',
  BOUGH_LIMITS_FACTOR: '1000',
  BOUGH_TOKEN_KEYS: ['docstore', 'mailer', 'exporter', 'gateway'].map((name) => `${name}:1:${key()}`).join(','),
  BOUGH_BLOBS_KEYS: secrets['blobs-keys'],
  BOUGH_COOKIE_KEYS: secrets['cookie-keys'],
  BOUGH_DOCSTORE_URL: `http://127.0.0.1:${docstore}`,
  BOUGH_MAILER_URL: `http://127.0.0.1:${mailer}`,
  BOUGH_PAGE: join(top, 'no-page'),
};
const from = resolve(checkout);
const children = [];
try {
  children.push(await start(from, 'docstore', docstore, environment));
  children.push(await start(from, 'mailer', mailer, environment));
  children.push(await start(from, 'gateway', gateway, environment));
  const kept = await fill(`http://127.0.0.1:${gateway}`);
  for (const child of children) child.kill('SIGKILL');
  writeFileSync(join(here, `${version}.json`), `${JSON.stringify(kept, null, 2)}\n`);
  const archive = join(here, `${version}.tar.gz`);
  const packed = spawnSync('tar', ['--owner=0', '--group=0', '-czf', archive, '-C', top, 'data'], { stdio: 'inherit' });
  if (packed.status !== 0) throw new Error('tar failed');
  console.log(`${archive}: ${readFileSync(archive).length} bytes`);
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(top, { recursive: true, force: true });
}
