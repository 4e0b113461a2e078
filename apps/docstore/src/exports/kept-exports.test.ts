import { sealedStore } from '@bough/bloblog';
import { nodeCiphers } from '@bough/blobs';
import { describe, expect, test } from 'vitest';
import { add, ANN, mapNamed } from '../testing/test-maps.ts';
import { makeWorld, type World } from '../testing/world.ts';
import { KeptExports, type KeptExportsSettings } from './kept-exports.ts';

const MAP = mapNamed('one');
const OTHER = mapNamed('other');
const DAY_MS = 24 * 3_600_000;
const SETTINGS: KeptExportsSettings = { ageMs: 7 * DAY_MS, bytesOfMap: 250, piecesOfMap: 20, sweepEveryMs: DAY_MS };
const nameOf = (n: number): string => `${n}-${'A'.repeat(22)}`;

function keptIn(world: World, troubles: unknown[] = []): KeptExports {
  const { ports, store } = world;
  return new KeptExports({ clock: ports.clock, store, onTrouble: (failure) => troubles.push(failure) }, SETTINGS);
}

describe('files made of maps', () => {
  test('[DOC-68] a file is kept for its map alone, and what was never kept is absent', async () => {
    const world = makeWorld();
    const kept = keptIn(world);
    await world.run(kept.keep(MAP, nameOf(1), 0, new Uint8Array([1, 2, 3])));
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
    await world.run(kept.keep(MAP, nameOf(1), 0, new Uint8Array(90)));
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
      for (const piece of [1, 0]) await world.run(kept.keep(MAP, nameOf(n), piece, new Uint8Array(50)));
      await world.run(kept.keep(OTHER, nameOf(n), 0, new Uint8Array(10)));
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
        await world.run(kept.keep(MAP, nameOf(n), 1, new Uint8Array(size)));
        const { entries } = await world.store.list(`exports/${MAP}/`);
        expect(entries.reduce((sum, entry) => sum + entry.size, 0)).toBeLessThanOrEqual(SETTINGS.bytesOfMap);
        expect(entries.length).toBeLessThanOrEqual(SETTINGS.piecesOfMap);
        world.ports.clock.advance(1_000);
      }
      // The newest are there.
      expect(await world.run(kept.read(MAP, nameOf(40), 1))).toEqual(new Uint8Array(size));
    }
  });

  test('[DOC-69] after a week a file is removed by itself, whatever became of its map', async () => {
    const world = makeWorld();
    const troubles: unknown[] = [];
    const kept = keptIn(world, troubles);
    kept.start();
    await world.run(kept.keep(MAP, nameOf(1), 0, new Uint8Array(9)));
    world.ports.clock.advance(5 * DAY_MS);
    await world.run(kept.keep(MAP, nameOf(2), 0, new Uint8Array(9)));
    world.ports.clock.advance(3 * DAY_MS);
    await world.run(kept.stop());
    const { entries } = await world.store.list('exports/');
    expect(entries.map(({ key }) => key)).toEqual([`exports/${MAP}/${nameOf(2)}.0`]);
    expect(troubles).toEqual([]);
  });

  test('[DOC-68] purging a map takes its files along', async () => {
    const world = makeWorld();
    for (const map of [MAP, OTHER]) {
      await world.run(world.documents.create({ map, by: ANN, ops: [add('root', 'Bough', null)] }));
      await world.run(keptIn(world).keep(map, nameOf(1), 0, new Uint8Array(9)));
    }
    await world.run(world.documents.purge(MAP));
    const { entries } = await world.store.list('exports/');
    expect(entries.map(({ key }) => key)).toEqual([`exports/${OTHER}/${nameOf(1)}.0`]);
  });
});
