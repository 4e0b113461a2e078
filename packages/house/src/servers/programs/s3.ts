import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { installWithGo, whyNoGo } from '../install/go.ts';
import { cacheFolder, isProgram, onPath } from '../places.ts';
import type { Found, S3Running, Server } from '../server.ts';
import { answersHttp, answersTcp, startProgram, type Recipe } from '../started.ts';

const REGION = 'us-east-1';
const ACCESS_KEY = 'bough-test';
const SECRET_KEY = 'bough-test-secret';

/** It closes every connection after one answer unless told otherwise; Amazon's S3 does not. */
const AS_S3 = ['--keep-alive', '--quiet'];

/** The first store: versitygw over a folder, with correct conditional writes. */
export const versitygw: Server<S3Running> = goServer({
  name: 'versitygw',
  module: 'github.com/versity/versitygw/cmd/versitygw@v1.8.0',
  recipe: (command) => ({
    name: 'versitygw',
    command,
    folders: ['iam', 'versions', 'data'],
    env: { ROOT_ACCESS_KEY: ACCESS_KEY, ROOT_SECRET_KEY: SECRET_KEY },
    args: ({ folder, port }) => {
      const gateway = ['--port', `127.0.0.1:${port}`, '--region', REGION, '--health', '/health', ...AS_S3];
      const storage = ['posix', '--versioning-dir', join(folder, 'versions'), join(folder, 'data')];
      return [...gateway, '--iam-dir', join(folder, 'iam'), ...storage];
    },
    isReady: ({ port }) => answersHttp(port, '/health'),
  }),
});

/** The second store, another program with the same protocol; or the one that the environment names. */
export const minio: Server<S3Running> = goServer({
  name: 'minio',
  module: 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c',
  variable: 'BOUGH_TEST_S3_ENDPOINT',
  recipe: (command) => ({
    name: 'minio',
    command,
    folders: ['data'],
    env: { MINIO_ROOT_USER: ACCESS_KEY, MINIO_ROOT_PASSWORD: SECRET_KEY, MINIO_UPDATE: 'off', MINIO_REGION: REGION },
    args: ({ port, secondPort }) => {
      return ['server', 'data', '--address', `127.0.0.1:${port}`, '--console-address', `127.0.0.1:${secondPort}`];
    },
    isReady: ({ port }) => answersHttp(port, '/minio/health/ready'),
  }),
});

/** A store that lies: it accepts conditional writes and ignores the conditions in silence. */
export const s3rver: Server<S3Running> = {
  name: 's3rver',
  find: () => {
    const folder = dirname(createRequire(import.meta.url).resolve('s3rver/package.json'));
    const recipe: Recipe = {
      name: 's3rver',
      command: process.execPath,
      folders: ['data'],
      args: ({ port }) => {
        const program = join(folder, 'bin', 's3rver.js');
        return ['--no-deprecation', program, '-d', 'data', '-a', '127.0.0.1', '-p', String(port), '--silent'];
      },
      isReady: ({ port }) => answersTcp(port),
    };
    return { kind: 'ready', from: 'npm', start: () => startS3(recipe, 'S3RVER', 'S3RVER') };
  },
  install: () => Promise.resolve(null),
};

interface GoServer {
  readonly name: 'versitygw' | 'minio';
  readonly module: string;
  /** The environment variable that names a store to use instead. */
  readonly variable?: string;
  readonly recipe: (command: string) => Recipe;
}

function goServer({ name, module, variable, recipe }: GoServer): Server<S3Running> {
  const find = (): Found<S3Running> => {
    const given = variable === undefined ? undefined : process.env[variable];
    if (given !== undefined)
      return { kind: 'ready', from: `${variable}`, start: () => Promise.resolve(givenS3(given)) };
    const kept = cacheFolder('go', name);
    const command = isProgram(kept) ? kept : onPath(name);
    if (command === null) return { kind: 'missing', ...whyNoGo(name) };
    return { kind: 'ready', from: command, start: () => startS3(recipe(command), ACCESS_KEY, SECRET_KEY) };
  };
  return { name, find, install: (say) => installWithGo(name, module, say) };
}

function givenS3(endpoint: string): S3Running {
  return {
    endpoint,
    region: process.env['BOUGH_TEST_S3_REGION'] ?? REGION,
    accessKey: process.env['BOUGH_TEST_S3_ACCESS_KEY'] ?? '',
    secretKey: process.env['BOUGH_TEST_S3_SECRET_KEY'] ?? '',
    folder: null,
    stop: () => Promise.resolve(),
  };
}

async function startS3(recipe: Recipe, accessKey: string, secretKey: string): Promise<S3Running> {
  const { place, stop } = await startProgram(recipe);
  const { folder, port } = place;
  return { endpoint: `http://127.0.0.1:${port}`, region: REGION, accessKey, secretKey, folder, stop };
}
