import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@bough/house/servers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle, type ImageName, SERVICES } from './bundle.ts';

// The very files that images hold, each started once in a folder of its own, far from the project and its node_modules.

const folder = mkdtempSync(join(tmpdir(), 'bough-bundles-'));
const key = (): string => randomBytes(32).toString('base64url');
const settings = {
  PATH: process.env['PATH'],
  BOUGH_COOKIE_KEYS: key(),
  BOUGH_TOKEN_KEYS: [...SERVICES, 'docstore:exporter'].map((pair) => `${pair}:1:${key()}`).join(','),
  BOUGH_BLOBS_KEYS: `1:${key()}`,
};

beforeAll(async () => {
  for (const name of SERVICES) await bundle(name, join(folder, name));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(SERVICES)('the bundle of %s starts, is ready, and ends well', async (name) => {
  const port = await freePort();
  const service = start(name, port);
  try {
    await isReady(port, service);
    service.kill('SIGTERM');
    const [code] = await once(service, 'exit');
    expect(code).toBe(0);
  } finally {
    service.kill('SIGKILL');
  }
});

test.each([
  ['docstore', 'verify', '0 documents read, 0 findings', 0],
  ['docstore', 'nothing-of-that-name', 'There is no command', 3],
  ['gateway', 'people', '', 0],
  ['mailer', 'mail', '0 sent, 0 waiting, 0 failed', 0],
  ['exporter', 'verify', 'This service has no commands.', 2],
] as const)('[HOUSE-88] the image of %s does `%s` for operators', async (name, command, says, code) => {
  const entry = readFileSync(join(folder, name, 'entrypoint.sh'), 'utf8').replaceAll(
    '/bough/',
    `${join(folder, name)}/`,
  );
  const env = {
    ...settings,
    PATH: `${dirname(process.execPath)}:${settings.PATH}`,
    BOUGH_DATA: join(folder, `${name}-data`),
  };
  const child = spawn('sh', ['-c', entry, 'entrypoint.sh', command], { cwd: join(folder, name), env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  expect(said).toContain(says);
  expect(child.exitCode, said).toBe(code);
});

test('the bundle of docstore has with it what decodes images', async () => {
  const program = `
    const { default: sharp } = await import('sharp');
    const create = { width: 9, height: 9, channels: 3, background: 'red' };
    console.log((await sharp({ create }).webp().toBuffer()).subarray(8, 12).toString());`;
  const options = { cwd: join(folder, 'docstore') };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], options);
  expect(stdout).toBe('WEBP\n');
});

test('the bundle of exporter has with it what draws PDF and PNG, faces included', async () => {
  const columns = { ids: ['AAAAAAAAAAAA'], orders: ['a0'], texts: ['Hello'], levels: [1], rest: [] };
  const none = { ids: [], orders: [], texts: [], levels: [], rest: [] };
  const map = { format: 'bough-map', version: 1, settings: {}, items: columns, links: [], threads: [] };
  const document = JSON.stringify({ ...map, removed: { items: none, log: [] } });
  const program = `
    const { spawn } = await import('node:child_process');
    const { deserialize, serialize } = await import('node:v8');
    const child = spawn(process.execPath, ['--permission', '--allow-fs-read=*', '--allow-addons', 'main.mjs', 'draw'], { stdio: ['pipe', 'pipe', 'inherit'] });
    for (const format of ['pdf', 'png']) {
      const body = serialize({ document: new TextEncoder().encode(${JSON.stringify(document)}), theme: 'light', part: 'whole', format });
      const head = Buffer.alloc(4);
      head.writeUInt32BE(body.length);
      child.stdin.write(Buffer.concat([head, body]));
      let all = Buffer.alloc(0);
      while (all.length < 4 || all.length < 4 + all.readUInt32BE(0)) {
        await new Promise((resolve) => child.stdout.once('readable', resolve));
        all = Buffer.concat([all, child.stdout.read() ?? Buffer.alloc(0)]);
      }
      const answer = deserialize(all.subarray(4));
      console.log(Buffer.from(answer.value.bytes.subarray(0, 4)).toString('latin1').replace('\\x89', ''));
    }
    child.kill();`;
  const options = { cwd: join(folder, 'exporter') };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], options);
  expect(stdout).toBe('%PDF\nPNG\n');
});

function start(name: ImageName, port: number): ChildProcess {
  return spawn(process.execPath, ['main.mjs'], {
    cwd: join(folder, name),
    env: {
      ...settings,
      PORT: String(port),
      BOUGH_DATA: join(folder, `${name}-data`),
      BOUGH_PAGE: join(folder, 'gateway/page'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Resolves when the service says so; rejects with its last words when it ends before. */
async function isReady(port: number, service: ChildProcess): Promise<void> {
  let said = '';
  service.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  for (let tries = 0; tries < 400 && service.exitCode === null; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => null);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`not ready: ${said}`);
}
