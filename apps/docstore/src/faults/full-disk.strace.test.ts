import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MapId, parseMapId } from '@bough/base';
import { docstoreRoutes } from '@bough/contracts';
import { describeWith, type Fault, injectFault } from '@bough/house/servers';
import { platformIds } from '@bough/service';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parsed } from '@bough/map/testing';
import { DocstoreProcess, newKeys } from '../testing/processes/docstore-process.ts';
import { add, ANN, change } from '../testing/test-maps.ts';

const KEYS = newKeys('first');
const FULL = { kind: 'unavailable', code: 'docstore/full' };
/** A disk that is never large enough for it. */
const NEVER = String(10 ** 9);

class World {
  readonly folder: string;
  docstore: DocstoreProcess;
  readonly map: MapId = newMap();

  private constructor(folder: string, docstore: DocstoreProcess) {
    this.folder = folder;
    this.docstore = docstore;
  }

  /** A docstore with a map of three changes. */
  static async start(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'bough-full-'));
    const world = new World(folder, await made(folder, '0'));
    onTestFinished(async () => {
      await world.docstore.stop();
      await rm(folder, { recursive: true });
    });
    await world.docstore.start();
    await world.create(world.map);
    await world.append(1);
    await world.append(2);
    return world;
  }

  async startAnew(reserveMb: string): Promise<void> {
    await this.docstore.stop();
    this.docstore = await made(this.folder, reserveMb);
    await this.docstore.start();
  }

  create(map: MapId): Promise<unknown> {
    const body = { map, by: ANN, ops: parsed(add('root', 'root', null)) };
    return this.docstore.call(docstoreRoutes.createDocument, { params: {}, body });
  }

  async append(counter: number): Promise<void> {
    const body = { base: 1, changes: [change('w', counter, add(`w-${counter}`, `words ${counter}`))] };
    const { outcomes } = await this.docstore.call(docstoreRoutes.appendChanges, { params: { map: this.map }, body });
    expect(outcomes).toMatchObject([{ kind: 'kept', seq: counter + 1 }]);
  }

  async counters(): Promise<readonly number[]> {
    const { changes } = await this.docstore.call(docstoreRoutes.readChanges, {
      params: { map: this.map, from: 1, to: 9 },
    });
    return changes.map((each) => each.counter);
  }

  async ready(): Promise<{ readonly status: number; readonly notes: readonly string[] }> {
    const answer = await fetch(`${this.docstore.url}/ready`);
    const { notes } = (await answer.json()) as { notes: string[] };
    return { status: answer.status, notes };
  }

  /** Files that were being written. */
  async halves(): Promise<readonly string[]> {
    return await readdir(join(this.folder, 'blobs', 'first', '.aside'));
  }
}

function newMap(): MapId {
  const map = parseMapId(platformIds.long());
  if (map === null) throw new Error('a long id is a map id');
  return map;
}

function made(folder: string, reserveMb: string): Promise<DocstoreProcess> {
  return DocstoreProcess.make({ BOUGH_DATA: folder, BOUGH_BLOBS_KEYS: KEYS, BOUGH_RESERVE_MB: reserveMb });
}

const NOTE = 'first location: there is no room left: read-only until there is';

describe('a reserve', () => {
  test('[DOC-112] [DOC-179] below the reserve docstore starts and is read, and takes nothing new; /ready says so with 200', async () => {
    const world = await World.start();
    await world.startAnew(NEVER);
    expect(await world.ready()).toEqual({ status: 200, notes: [NOTE] });
    expect((await world.docstore.call(docstoreRoutes.readUpkeep, { params: {} })).isFull).toBe(true);
    expect(await world.counters()).toEqual([1, 1, 2]);
    await world.append(2);
    await expect(world.append(3)).rejects.toMatchObject(FULL);
    await expect(world.create(newMap())).rejects.toMatchObject(FULL);
    const { process } = world.docstore;
    expect([await process.metric('bough_read_only'), await process.metric('bough_room_reserve_bytes')]).toEqual([
      1,
      Number(NEVER) * 1024 * 1024,
    ]);
    await expect.poll(() => process.said).toContain('there is no room left: documents are read-only until there is');
    await world.docstore.call(docstoreRoutes.purgeDocument, { params: { map: world.map } });
    await world.startAnew('0');
    expect((await world.ready()).notes).toEqual([]);
    await world.create(newMap());
  });
});

describeWith('strace-attach', (tracer) => {
  test.each(['ENOSPC', 'EDQUOT'] as const)(
    '[DOC-111] on a full disk nothing acknowledged is lost and nothing half-written stays, and with room it goes on by itself: %s',
    async (error) => {
      const world = await World.start();
      const fault: Fault = { calls: 'pwrite64,ftruncate,fallocate', error };
      const { pid } = world.docstore.process;
      if (pid === null) throw new Error('it runs');
      const full = await injectFault(tracer(), pid, fault);
      await expect(world.append(3)).rejects.toMatchObject(FULL);
      await expect(world.create(newMap())).rejects.toMatchObject(FULL);
      expect(await world.ready()).toEqual({ status: 200, notes: [NOTE] });
      expect([await world.counters(), await world.halves()]).toEqual([[1, 1, 2], []]);
      await world.append(2);
      await full.stop();
      await expect.poll(async () => (await world.ready()).notes).toEqual([]);
      await world.append(3);
      await world.create(newMap());
      await world.startAnew('0');
      expect(await world.counters()).toEqual([1, 1, 2, 3]);
    },
  );
});
