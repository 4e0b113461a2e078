import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { docstoreRoutes } from '@bough/contracts';
import {
  type BlobStore,
  DEFAULT_BACKOFF,
  logNames,
  readChanges,
  readHead,
  retryingStore,
  sealedStore,
  verifyLog,
} from '@bough/bloblog';
import { nodeCiphers, openFolderStore } from '@bough/blobs';
import { MemoryStore } from '@bough/bloblog/testing';
import { platformClock, platformIds, platformRandom } from '@bough/service';
import { expect, onTestFinished, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { changeCodec } from '../../changes/change-codec.ts';
import { logPorts } from '../../locations/locations.ts';
import { DocstoreProcess } from '../../testing/processes/docstore-process.ts';
import { add, ANN, change, mapNamed } from '../../testing/test-maps.ts';
import { backUp } from './back-up.ts';
import { backupView } from '../backup-view.ts';
import { restoreDocuments } from '../mend/restore-documents.ts';

// A docstore as the process that it is, whose documents are written to all the time, and a backup of its folder that is made slowly.

const PORTS = { clock: platformClock, random: platformRandom, ids: platformIds };
const ports = logPorts(PORTS);
const KEY = platformRandom.bytes(32);
const MAPS = ['a', 'b', 'c', 'd'].map(mapNamed);
const LONG_MS = 300_000;
const PAUSE_MS = 4;
/** Words that no compression makes small: a head is sealed after two dozen changes, and what it named is replaced and removed. */
const noise = (): string => Buffer.from(platformRandom.bytes(3_000)).toString('base64');

async function* none(): AsyncGenerator<string> {
  // No service tells anything.
}

function sealedWith(raw: BlobStore, id: string, bytes: Uint8Array): BlobStore {
  return sealedStore(retryingStore(raw, PORTS, DEFAULT_BACKOFF), [{ id, bytes }], { ...ports, ciphers: nodeCiphers });
}

/** Each read waits a little: in between, others write. */
function slowed(store: BlobStore): BlobStore {
  return {
    ...store,
    get: async (key, options) => {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      return await store.get(key, options);
    },
  };
}

test(
  '[DOC-138] a backup that is made slowly below writers has each document as it was in one moment, with all that was acknowledged before',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bough-under-writers-'));
    const environment = { BOUGH_DATA: folder, BOUGH_BLOBS_KEYS: `one:${Buffer.from(KEY).toString('base64url')}` };
    const docstore = await DocstoreProcess.make(environment);
    onTestFinished(async () => {
      await docstore.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    });
    await docstore.start();
    const acknowledged = new Map<string, number>();
    let isOver = false;
    const write = async (map: (typeof MAPS)[number]): Promise<void> => {
      const make = { map, by: ANN, ops: parsed(add('root', 'A', null)) };
      await docstore.call(docstoreRoutes.createDocument, { params: {}, body: make });
      for (let n = 1; !isOver; n++) {
        const one = change('ann', n, add(`x${n}`, noise()));
        const body = { base: n, changes: [one] };
        const { seq } = await docstore.call(docstoreRoutes.appendChanges, { params: { map }, body });
        acknowledged.set(map, seq);
      }
    };
    const writing = MAPS.map(write);
    const file = await openFolderStore(PORTS, { folder: join(folder, 'blobs', 'first') });
    onTestFinished(() => file.close());
    const first = sealedWith(file, 'one', KEY);
    const place = { raw: new MemoryStore(platformClock) };
    const store = sealedWith(place.raw, 'backup', platformRandom.bytes(32));
    await expect
      .poll(() => Math.min(...MAPS.map((map) => acknowledged.get(map) ?? 0)), { timeout: LONG_MS / 2 })
      .toBeGreaterThan(60);
    let copiedAgain = 0;
    for (let round = 0; round < 3; round++) {
      const before = new Map(acknowledged);
      const parts = { ports, first: slowed(first), second: null, place: { ...place, store }, say: () => undefined };
      const { manifest } = await backUp(parts, { lines: none(), own: { settings: [], secrets: null } });
      expect([manifest.unread, manifest.documents.map(({ map }) => map)]).toEqual([[], MAPS]);
      const target = sealedWith(new MemoryStore(platformClock), 'new', platformRandom.bytes(32));
      const from = backupView(store, manifest);
      expect(
        await restoreDocuments({ ports, from, first: target, second: null, say: () => undefined }, MAPS),
      ).toHaveLength(4);
      for (const map of MAPS) {
        expect(await verifyLog(ports, { first: target, second: null }, map)).toEqual([]);
        const there = (await readHead({ ports, store: target }, map))?.head ?? expect.unreachable('it is there');
        expect(there.seq).toBeGreaterThanOrEqual(before.get(map) ?? 1);
        const source = { ports, codec: changeCodec };
        const now = (await readHead({ ports, store: first }, map))?.head ?? expect.unreachable('it is there');
        expect(await readChanges({ ...source, store: target }, there, 1, there.seq)).toEqual(
          await readChanges({ ...source, store: first }, now, 1, there.seq),
        );
        if (there.seq < now.seq) copiedAgain++;
      }
    }
    isOver = true;
    await Promise.all(writing);
    // Writers were never held up, and the copies were of different moments indeed.
    expect(copiedAgain).toBeGreaterThan(0);
    const names: string[] = [];
    for await (const name of logNames(first)) names.push(name);
    expect(names).toEqual(MAPS);
  },
  LONG_MS,
);
