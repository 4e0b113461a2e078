import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { exporterRoutes, PLAIN_EXPORT } from '@bough/contracts';
import { freePort } from '@bough/house/servers';
import { assert, makeIds, type MapId, parseMapId } from '@bough/base';
import { afterEach, describe, expect, test } from 'vitest';
import { createCaller } from '../caller/caller.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { platformClock, platformIds, platformRandom } from './platform.ts';
import { openContext } from '../context/request-context.ts';
import { silentLog } from '../log/logger.ts';
import { createTokenMinter } from '../tokens.ts';

const PROGRAM = fileURLToPath(new URL('../testing/fixture-service.ts', import.meta.url));
const KEY = platformRandom.bytes(32);
const KEY_TEXT = Buffer.from(KEY).toString('base64url');

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly error: string }>;
  /** Resolves when the output has this word. */
  readonly said: (word: string) => Promise<void>;
}

function run(environment: Record<string, string>): Running {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env['PATH'], BOUGH_TOKEN_KEYS: `exporter:k:${KEY_TEXT}`, ...environment },
  });
  children.push(child);
  let out = '';
  let error = '';
  const watchers = new Set<() => void>();
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    for (const watch of watchers) watch();
  });
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  return {
    child,
    ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, out, error }))),
    said: (word) =>
      new Promise((resolve) => {
        const watch = (): void => {
          if (out.includes(word)) resolve();
        };
        watchers.add(watch);
        watch();
      }),
  };
}

function call(port: number) {
  const parts = { clock: platformClock, ids: makeIds(platformClock, platformRandom) };
  const minter = createTokenMinter(
    { ...parts, keys: [{ audience: 'exporter', issuer: 'gateway', kid: 'k', key: KEY }] },
    'gateway',
  );
  const caller = createCaller(
    { clock: platformClock, minter, metrics: createMetrics('gateway') },
    { service: 'exporter', url: `http://127.0.0.1:${port}` },
  );
  const open = openContext({ service: 'gateway', ...parts, log: silentLog }, { deadlineMs: 5_000 });
  const params = { map: mapOf(), format: 'svg', ...PLAIN_EXPORT } as const;
  return caller.call(exporterRoutes.exportMap, { params }, open.context);
}

function mapOf(): MapId {
  const id = parseMapId(platformIds.long());
  assert(id !== null, 'a long id is a map id');
  return id;
}

describe('the life of a process', () => {
  test('[SVC-21] SIGTERM finishes what was accepted, ends the process with 0 and leaves nothing', async () => {
    const port = await freePort();
    // Two seconds: seen at work, it is at work still when it is told to end, also on a slow machine.
    const service = run({ PORT: String(port), BOUGH_DOCSTORE_URL: 'http://127.0.0.1:2000' });
    await service.said('"started"');
    const answer = call(port);
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
      .toMatch(/in_flight\{.*\} 1/);
    const askedAtMs = performance.now();
    service.child.kill('SIGTERM');
    expect(await answer).toMatchObject({ kind: 'bytes', type: 'image/svg+xml' });
    const { code, out } = await service.ended;
    expect(performance.now() - askedAtMs).toBeLessThan(5_000);
    expect([code, out.match(/(?<="msg":")\w+/g)]).toEqual([0, ['started', 'draining', 'stopped']]);
  });

  test('[SVC-22] a taken port, a wrong setting and a missing one are one sentence and exit code 1', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => void taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const cases: [Record<string, string>, string][] = [
      [
        { PORT: String(port) },
        `bough exporter: The port ${port} on 127.0.0.1 is taken by another program; set PORT to a free one.\n`,
      ],
      [{ PORT: 'x' }, 'bough exporter: The setting PORT is "x", which is not a port (0 to 65535).\n'],
      [{ BOUGH_HSOT: 'x' }, 'bough exporter: There is no setting BOUGH_HSOT; did you mean BOUGH_HOST.\n'],
    ];
    const results = await Promise.all(cases.map(([environment]) => run(environment).ended));
    taken.close();
    for (const [at, [, sentence]] of cases.entries()) {
      expect(results[at]).toMatchObject({ code: 1, error: sentence, out: '' });
    }
  });
});
