import { sealedStore } from '@bough/bloblog';
import { nodeCiphers } from '@bough/blobs';
import { parsePersonId, type PersonId } from '@bough/base';
import { describe, expect, test, vi } from 'vitest';
import { parsed } from '@bough/map/testing';
import { add, ANN, mapNamed } from '../testing/test-maps.ts';
import { makeWorld, type World } from '../testing/world.ts';
import { LEAST_BYTES } from './kept-budget.ts';
import { KeptExports, type KeptExportsSettings } from './kept-exports.ts';

const MAP = mapNamed('one');
const OTHER = mapNamed('other');
const BEN = parsePersonId('AZqJ0fZ0cACAAAAAAAAABA');
const DAY_MS = 24 * 3_600_000;
const SETTINGS: KeptExportsSettings = {
  ageMs: 7 * DAY_MS,
  bytesOfMap: 250,
  piecesOfMap: 20,
  bytesOfPerson: 64 * LEAST_BYTES,
  bytesOfAll: 96 * LEAST_BYTES,
  sweepEveryMs: DAY_MS,
};
const nameOf = (n: number): string => `${n}-${'A'.repeat(22)}`;

function keptIn(world: World, troubles: unknown[] = []): KeptExports {
  const { ports, store } = world;
  return new KeptExports({ clock: ports.clock, store, onTrouble: (failure) => troubles.push(failure) }, SETTINGS);
}

describe('files made of maps', () => {
  test('[DOC-68] a file is kept for its map alone, and what was never kept is absent', async () => {
    const world = makeWorld();
    const kept = keptIn(world);
    await world.run(kept.keep(MAP, { name: nameOf(1), piece: 0, bytes: new Uint8Array([1, 2, 3]), by: ANN }));
    expect(await world.run(kept.read(MAP, nameOf(1), 0))).toEqual(new Uint8Array([1, 2, 3]));
    const absent = { code: 'docstore/no-export', kind: 'absent' };
    await expect(world.run(kept.read(OTHER, nameOf(1), 0))).rejects.toMatchObject(absent);
    await expect(world.run(kept.read(MAP, nameOf(2), 0))).rejects.toMatchObject(absent);
  });

  test('[DOC-68] what a power cut took the half of is absent, and gone', async () => {
    const world = makeWorld();
    const keys = [{ id: 'k', bytes: new Uint8Array(32) }];
    const store = sealedStore(world.store, keys, { random: world.ports.random, ciphers: nodeCiphers });
    const kept = new KeptExports({ clock: world.ports.clock, store, onTrouble: () => undefined }, SETTINGS);
    await world.run(kept.keep(MAP, { name: nameOf(1), piece: 0, bytes: new Uint8Array(90), by: ANN }));
    const key = `exports/${MAP}/${nameOf(1)}.0`;
    const whole = (await world.run(world.store.get(key)))?.bytes ?? new Uint8Array();
    for (const half of [new Uint8Array(), whole.slice(0, 60), new Uint8Array(whole.length)]) {
      await world.run(world.store.put(key, half));
      await expect(world.run(kept.read(MAP, nameOf(1), 0))).rejects.toMatchObject({ code: 'docstore/no-export' });
      expect((await world.store.list('exports/')).entries).toEqual([]);
    }
  });

  test('[DOC-69] the files of one map stay within their bound, the oldest going first', async () => {
    const world = makeWorld();
    const kept = keptIn(world);
    for (let n = 1; n <= 4; n++) {
      for (const piece of [1, 0])
        await world.run(kept.keep(MAP, { name: nameOf(n), piece, bytes: new Uint8Array(50), by: ANN }));
      await world.run(kept.keep(OTHER, { name: nameOf(n), piece: 0, bytes: new Uint8Array(10), by: ANN }));
      world.ports.clock.advance(1_000);
    }
    const { entries } = await world.store.list(`exports/${MAP}/`);
    expect(entries.map(({ key }) => key)).toEqual(
      [3, 4].flatMap((n) => [0, 1].map((piece) => `exports/${MAP}/${nameOf(n)}.${piece}`)),
    );
    expect((await world.store.list(`exports/${OTHER}/`)).entries.length).toBe(4);
  });

  test('[DOC-252] pieces of files whose first one never comes stay within the bound, too, large ones and tiny ones', async () => {
    for (const size of [50, 1]) {
      const world = makeWorld();
      const kept = keptIn(world);
      for (let n = 1; n <= 40; n++) {
        await world.run(kept.keep(MAP, { name: nameOf(n), piece: 1, bytes: new Uint8Array(size), by: ANN }));
        const { entries } = await world.store.list(`exports/${MAP}/`);
        expect(entries.reduce((sum, entry) => sum + entry.size, 0)).toBeLessThanOrEqual(SETTINGS.bytesOfMap);
        expect(entries.length).toBeLessThanOrEqual(SETTINGS.piecesOfMap);
        world.ports.clock.advance(1_000);
      }
      // The newest are there.
      expect(await world.run(kept.read(MAP, nameOf(40), 1))).toEqual(new Uint8Array(size));
    }
  });

  test('[DOC-252] the files of a map are listed for its first pieces and now and then, not for every piece', async () => {
    const world = makeWorld();
    const { ports, store } = world;
    const listing = vi.spyOn(store, 'list');
    const settings = { ...SETTINGS, bytesOfMap: 1_000_000, piecesOfMap: 900 };
    const parts = { clock: ports.clock, store, onTrouble: () => undefined };
    const kept = new KeptExports(parts, settings);
    for (let piece = 35; piece >= 0; piece--)
      await world.run(kept.keep(MAP, { name: nameOf(1), piece, bytes: new Uint8Array(9), by: ANN }));
    expect(listing.mock.calls.length).toBeLessThan(5);
    expect((await world.store.list(`exports/${MAP}/`)).entries).toHaveLength(36);
  });

  test('[DOC-253] one person keeps so much over all maps, and everybody together so much; later there is room again', async () => {
    const world = makeWorld();
    const kept = keptIn(world);
    const isKept = async (by: PersonId | null, n: number): Promise<boolean> => {
      const map = mapNamed(`map${n}x`);
      await world.run(kept.keep(map, { name: nameOf(n), piece: 0, bytes: new Uint8Array(1), by }));
      return (await world.store.list(`exports/${map}/`)).entries.length > 0;
    };
    const room = async (by: PersonId | null, from: number): Promise<number> => {
      for (let n = from; ; n++) if (!(await isKept(by, n))) return n - from;
    };
    expect(await room(ANN, 0)).toBe(64);
    expect(await room(BEN, 100)).toBe(32);
    expect(await room(null, 200)).toBe(0);
    world.ports.clock.advance(SETTINGS.ageMs / 2);
    expect(await room(ANN, 300)).toBe(32);
    world.ports.clock.advance(SETTINGS.ageMs);
    expect(await room(null, 400)).toBe(64);
    expect(await room(ANN, 500)).toBe(32);
  });

  test('[DOC-69] after a week a file is removed by itself, whatever became of its map', async () => {
    const world = makeWorld();
    const troubles: unknown[] = [];
    const kept = keptIn(world, troubles);
    kept.start();
    await world.run(kept.keep(MAP, { name: nameOf(1), piece: 0, bytes: new Uint8Array(9), by: ANN }));
    world.ports.clock.advance(5 * DAY_MS);
    await world.run(kept.keep(MAP, { name: nameOf(2), piece: 0, bytes: new Uint8Array(9), by: ANN }));
    world.ports.clock.advance(3 * DAY_MS);
    await world.run(kept.stop());
    const { entries } = await world.store.list('exports/');
    expect(entries.map(({ key }) => key)).toEqual([`exports/${MAP}/${nameOf(2)}.0`]);
    expect(troubles).toEqual([]);
  });

  test('[DOC-68] purging a map takes its files along', async () => {
    const world = makeWorld();
    for (const map of [MAP, OTHER]) {
      await world.run(world.documents.create({ map, by: ANN, ops: parsed(add('root', 'Bough', null)) }));
      await world.run(keptIn(world).keep(map, { name: nameOf(1), piece: 0, bytes: new Uint8Array(9), by: ANN }));
    }
    await world.run(world.documents.purge(MAP));
    const { entries } = await world.store.list('exports/');
    expect(entries.map(({ key }) => key)).toEqual([`exports/${OTHER}/${nameOf(1)}.0`]);
  });
});
