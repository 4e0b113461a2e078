import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@bough/house/servers';
import { expect, onTestFinished, test } from 'vitest';
import { freePortNear, Service } from './services.mjs';

const WAIT = { timeout: 45_000, interval: 100 };

test('a service whose folder goes away under it says so once, and serves again when it is back', async () => {
  const data = mkdtempSync(join(tmpdir(), 'bough-launch-'));
  const key = () => randomBytes(32).toString('base64url');
  const env = {
    PATH: process.env.PATH,
    PORT: String(await freePort()),
    BOUGH_STOP_WITH_STDIN: 'true',
    BOUGH_DATA: data,
    BOUGH_BLOBS_KEYS: `k1:${key()}`,
    BOUGH_TOKEN_KEYS: `docstore:k1:${key()}`,
  };
  const said = [];
  const docstore = new Service('docstore', { node: process.execPath, env, logs: data, say: (line) => said.push(line) });
  onTestFinished(async () => {
    await docstore.drain();
    rmSync(data, { recursive: true });
  });
  await docstore.start();
  docstore.watch(() => undefined);
  const folder = join(data, 'blobs', 'first');
  renameSync(folder, `${folder}-away`);
  await expect.poll(() => said.length, WAIT).toBe(2);
  expect(said[0]).toMatch(
    /^docstore: .*was removed, moved, replaced, or covered by a mount.*\nNothing that was confirmed is lost/,
  );
  expect(said[1]).toMatch(
    /^docstore ended unexpectedly \(1\): .*documents were kept in it.*mounted.*accept-loss first\nStarting/s,
  );
  // It has tried again several times since, and died of the same.
  await expect.poll(() => docstore.deaths, WAIT).toBeGreaterThan(3);
  expect(said.length).toBe(2);
  renameSync(`${folder}-away`, folder);
  const isReady = () =>
    fetch(`http://127.0.0.1:${env.PORT}/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, WAIT).toBe(true);
}, 120_000);

/** Something in the place of Node that ends at once, and says why a moment later: what reads its words is often as late. */
function lateProgram(data, words) {
  const node = join(data, 'node');
  writeFileSync(node, `#!/bin/sh\n(sleep 0.3; echo '${words}' >&2) & exit 3\n`, { mode: 0o700 });
  return node;
}

test('what a service says as it ends is told, also where its end is known before its words are read', async () => {
  const data = mkdtempSync(join(tmpdir(), 'bough-launch-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const node = lateProgram(data, 'its folder is away');
  const service = new Service('docstore', { node, env: { PATH: process.env.PATH }, logs: data, say: () => undefined });
  await expect(service.start()).rejects.toThrow(/^its folder is away$/);
  const said = [];
  const again = new Service('docstore', {
    node,
    env: { PATH: process.env.PATH },
    logs: data,
    say: (line) => said.push(line),
  });
  again.watch(() => undefined);
  await expect(again.start()).rejects.toThrow(/^its folder is away$/);
  await expect.poll(() => again.deaths, WAIT).toBeGreaterThan(2);
  await again.drain();
  expect(said).toEqual([
    expect.stringContaining('docstore ended unexpectedly (3): its folder is away\nStarting it again.'),
  ]);
});

test('[HOUSE-83] a service gets the port that is meant for it where it is free, and another where it is taken', async () => {
  const near = 20_000 + (process.pid % 10_000);
  const port = await freePortNear(near);
  const taken = createServer();
  taken.listen(port, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => taken.close());
  expect(await freePortNear(port)).not.toBe(port);
  // Of ports that the system gives out, none was meant.
  expect(await freePortNear(50_000)).not.toBe(50_000);
});
