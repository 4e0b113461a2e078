import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '@bough/base';
import { VirtualClock } from '@bough/base/testing';
import { MemoryStore } from '@bough/bloblog/testing';
import type { Log } from '@bough/service';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { type FreeRoom, type Watched, watchRoom } from './free-room.ts';

const BYTES = new Uint8Array([1]);
const FULL = { kind: 'unavailable', code: 'docstore/full' };
const S3 = { endpoint: 'http://s3', region: 'r', bucket: 'maps', accessKey: 'a', secretKey: 's' };

class StoreFailure extends Failure {
  override readonly code: string;

  constructor(code: string) {
    super(code, { kind: 'unavailable', code });
    this.code = code;
  }
}

/** What a store says: it has room, it has none, or it gives no answer. */
type Says = 'room' | 'blobs/full' | 'blobs/unavailable';

class World {
  readonly clock = new VirtualClock();
  readonly store = new MemoryStore(this.clock);
  readonly registry = new Registry();
  readonly said: string[] = [];
  says: Says = 'room';
  tried = 0;

  constructor() {
    const { put } = this.store;
    this.store.put = async (key, bytes) => {
      this.#ask();
      await put.call(this.store, key, bytes);
    };
  }

  async watch(wasFull: boolean, watched: Partial<Watched> = {}): Promise<FreeRoom> {
    const say = (level: string) => (message: string) => void this.said.push(`${level}: ${message}`);
    const log: Log = {
      debug: say('debug'),
      info: say('info'),
      warn: say('warn'),
      error: say('error'),
      with: () => log,
    };
    const hasRoom = async (): Promise<boolean> => {
      this.tried++;
      if (this.says === 'blobs/unavailable') this.#ask();
      return this.says === 'room';
    };
    const settings = { kind: 's3', folder: '/nowhere', s3: S3 } as const;
    const location = { wasFull, hasRoom };
    const room = await watchRoom({ clock: this.clock, log, registry: this.registry }, this.store, {
      ...{ settings, location, reserveMb: 64 },
      ...watched,
    });
    onTestFinished(() => room.component.stop?.());
    return room;
  }

  /** Two seconds later. */
  async later(): Promise<void> {
    await expect.poll(() => this.clock.nextDueMs()).not.toBe(null);
    this.clock.advance(2_000);
    await expect.poll(() => this.clock.nextDueMs()).not.toBe(null);
  }

  #ask(): void {
    if (this.says !== 'room') throw new StoreFailure(this.says);
  }
}

test('[DOC-295] a bucket is full once it refuses a write as full, and until an object can be kept there', async () => {
  const world = new World();
  const room = await world.watch(false);
  await room.store.put('a', BYTES);
  await world.later();
  expect([room.isFull(), world.tried]).toEqual([false, 0]);
  world.says = 'blobs/full';
  await expect(room.store.put('b', BYTES)).rejects.toMatchObject(FULL);
  expect([room.isFull(), room.component.note?.()]).toEqual([true, expect.stringContaining('no room')]);
  expect(() => room.mustHaveRoom()).toThrow(expect.objectContaining(FULL));
  await world.later();
  expect([room.isFull(), world.tried]).toEqual([true, 1]);
  // What gives no answer says nothing about room.
  world.says = 'blobs/unavailable';
  await world.later();
  expect([room.isFull(), world.tried]).toEqual([true, 2]);
  world.says = 'room';
  await world.later();
  expect([room.isFull(), room.component.note?.()]).toEqual([false, null]);
  await room.store.put('b', BYTES);
  expect(world.said).toEqual([
    'error: there is no room left: documents are read-only until there is',
    'info: there is room again: documents take changes',
  ]);
});

test('[DOC-295] a bucket that gives no answer is not full', async () => {
  const world = new World();
  const room = await world.watch(false);
  world.says = 'blobs/unavailable';
  await expect(room.store.put('a', BYTES)).rejects.toMatchObject({ code: 'blobs/unavailable' });
  expect([room.isFull(), world.said]).toEqual([false, []]);
});

test('[DOC-295] of a bucket nobody says what is free, and whether documents are read-only is told all the same', async () => {
  const world = new World();
  await world.watch(false);
  const names = (await world.registry.getMetricsAsJSON()).map(({ name }) => name);
  expect(names).toEqual(['bough_read_only']);
});

test('[DOC-296] one that was full when it was opened is tried at once, and is full until it has room', async () => {
  const world = new World();
  world.says = 'blobs/full';
  const room = await world.watch(true);
  expect([room.isFull(), world.tried]).toEqual([true, 1]);
  world.says = 'room';
  await world.later();
  expect(room.isFull()).toBe(false);
});

test('[DOC-296] one that cannot be asked whether it still is counts as full', async () => {
  const world = new World();
  world.says = 'blobs/unavailable';
  const room = await world.watch(true);
  expect(room.isFull()).toBe(true);
});

test('[DOC-111] a folder that was full when it was opened, and is not any more, takes writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bough-room-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const world = new World();
  const room = await world.watch(true, { settings: { kind: 'folder', folder, s3: null }, reserveMb: 0 });
  expect([room.isFull(), world.tried]).toEqual([false, 0]);
  expect(world.said).toHaveLength(2);
});
