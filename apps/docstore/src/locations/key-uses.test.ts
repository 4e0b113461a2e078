import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utf8Encode } from '@bough/base';
import { HEADS } from '@bough/bloblog';
import { MemoryStore, virtualPorts } from '@bough/bloblog/testing';
import { openFolderStore } from '@bough/blobs';
import { docstoreRoutes } from '@bough/contracts';
import { platformClock, platformRandom } from '@bough/service';
import { expect, onTestFinished, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { openKeyUses, USES_AT_ONCE } from './key-uses.ts';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { add, ANN, mapNamed } from '../testing/test-maps.ts';

const LONG_MS = 60_000;
const MAP = mapNamed('counted');

async function processWith(keys: string) {
  const data = mkdtempSync(join(tmpdir(), 'bough-uses-'));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  return { data, start: async (more = keys) => await started(data, more) };
}

async function started(data: string, keys: string): Promise<DocstoreProcess> {
  const docstore = await DocstoreProcess.make({ BOUGH_DATA: data, BOUGH_BLOBS_KEYS: keys, BOUGH_LOG_LEVEL: 'warn' });
  onTestFinished(() => docstore.stop());
  await docstore.start();
  return docstore;
}

test(
  '[DOC-206] docstore counts what a key has sealed, and no kill makes it forget any of it',
  async () => {
    const { start } = await processWith(newKeys('k1'));
    const first = await start();
    await first.call(docstoreRoutes.createDocument, {
      params: {},
      body: { map: MAP, by: ANN, ops: parsed(add('root', 'Bough', null)) },
    });
    const before = await first.metric('bough_key_uses', 'first');
    expect(before).toBeGreaterThan(3);
    await first.end('SIGKILL');
    const second = await start();
    expect(await second.metric('bough_key_uses', 'first')).toBeGreaterThanOrEqual(before);
  },
  LONG_MS,
);

test(
  '[DOC-207] long before a key has sealed too much the log and upkeep say that it is to be rotated, until it was',
  async () => {
    const [worn, fresh] = [newKeys('k1'), newKeys('k2')];
    const { data, start } = await processWith(worn);
    const store = await openFolderStore(
      { clock: platformClock, random: platformRandom },
      { folder: join(data, 'blobs/first') },
    );
    await store.put('key-uses/k1', utf8Encode(String(2 ** 30)));
    store.close();
    const docstore = await start();
    await expect.poll(() => docstore.said).toMatch(/"level":"warn".*key.*rotate-keys/);
    const told = () => docstore.call(docstoreRoutes.readUpkeep, { params: {} });
    expect(await told()).toMatchObject({ wornKeys: ['first'] });
    await docstore.stop();
    const rotated = await start(`${fresh},${worn}`);
    expect(await rotated.call(docstoreRoutes.readUpkeep, { params: {} })).toMatchObject({ wornKeys: [] });
    await rotated.stop();
    expect(rotated.said).not.toContain('rotate-keys');
  },
  LONG_MS,
);

test('[DOC-206] what processes that were killed have sealed is counted, however many seal at once, at a write for thousands', async () => {
  const { clock } = virtualPorts(1);
  const asked: string[] = [];
  const store = watched(new MemoryStore(clock), (call) => void asked.push(call));
  let sealed = 0;
  for (let life = 0; life < 20; life++) {
    const both = await Promise.all([openKeyUses(store, 'k1'), openKeyUses(store, 'k1')]);
    asked.length = 0;
    for (const uses of both) {
      for (let each = 0; each < 3_000 * life; each++) {
        uses.note();
        sealed++;
        if (each % 1_000 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      expect(uses.count()).toBeGreaterThanOrEqual(3_000 * life);
    }
    expect(asked.length).toBeLessThanOrEqual(8 * Math.ceil((2 * 3_000 * life) / USES_AT_ONCE) + 8);
  }
  const last = await openKeyUses(store, 'k1');
  expect(last.count()).toBeGreaterThanOrEqual(sealed);
  expect(last.count()).toBeLessThan(sealed + 50 * USES_AT_ONCE);
});

test('[DOC-206] where nobody counted a key begins with more than it can have sealed, in a new place with nothing', async () => {
  const store = new MemoryStore(virtualPorts(1).clock);
  expect((await openKeyUses(store, 'new')).count()).toBe(USES_AT_ONCE);
  const older = new MemoryStore(virtualPorts(1).clock);
  await older.put(`${HEADS}m`, new Uint8Array(1));
  expect((await openKeyUses(older, 'k1')).count()).toBe(2 ** 28 + USES_AT_ONCE);
  await older.put('key-uses/k1', utf8Encode('no number'));
  expect((await openKeyUses(older, 'k1')).count()).toBe(2 ** 28 + USES_AT_ONCE);
});

test('[DOC-206] while storage takes no note the count goes on in memory, and is noted when it does', async () => {
  const store = new MemoryStore(virtualPorts(1).clock);
  let isAway = true;
  const away = watched(store, () => void (isAway && expect.fail('away')));
  const uses = await openKeyUses(away, 'k1');
  for (let each = 0; each < 500; each++) uses.note();
  expect(uses.count()).toBe(500);
  await new Promise((resolve) => setImmediate(resolve));
  isAway = false;
  for (let each = 0; each < 500; each++) uses.note();
  await expect.poll(async () => (await store.get('key-uses/k1')) !== null).toBe(true);
  expect((await openKeyUses(store, 'k1')).count()).toBeGreaterThanOrEqual(1_000 + USES_AT_ONCE);
});

/** The store as key uses see it; `look` is told of each call before it is made. */
function watched(store: MemoryStore, look: (call: string) => void): Parameters<typeof openKeyUses>[0] {
  return {
    get: async (...call) => (look('get'), await store.get(...call)),
    list: async (prefix, options) => (look('list'), await store.list(prefix, options)),
    createIfAbsent: async (key, bytes) => (look('createIfAbsent'), await store.createIfAbsent(key, bytes)),
    replaceIf: async (key, etag, bytes) => (look('replaceIf'), await store.replaceIf(key, etag, bytes)),
  };
}
