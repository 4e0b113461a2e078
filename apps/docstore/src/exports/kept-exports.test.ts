import { describe, expect, test } from 'vitest';
import { add, ANN, mapNamed } from '../testing/test-maps.ts';
import { makeWorld, type World } from '../testing/world.ts';
import { KeptExports, type KeptExportsSettings } from './kept-exports.ts';

const MAP = mapNamed('one');
const OTHER = mapNamed('other');
const DAY_MS = 24 * 3_600_000;
const SETTINGS: KeptExportsSettings = { ageMs: 7 * DAY_MS, bytesOfMap: 250, sweepEveryMs: DAY_MS };
const nameOf = (n: number): string => `${n}-${'A'.repeat(22)}`;

function keptIn(world: World, troubles: unknown[] = []): KeptExports {
  const { ports, store } = world;
  return new KeptExports({ clock: ports.clock, store, onTrouble: (failure) => troubles.push(failure) }, SETTINGS);
}

describe('files made of maps', () => {
  test('[DOC-68] a file is kept for its map alone, and what was never kept is absent', async () => {
    const world = makeWorld();
    const kept = keptIn(world);
    await world.run(kept.keep(MAP, nameOf(1), new Uint8Array([1, 2, 3])));
    expect(await world.run(kept.read(MAP, nameOf(1)))).toEqual(new Uint8Array([1, 2, 3]));
    const absent = { code: 'docstore/no-export', kind: 'absent' };
    await expect(world.run(kept.read(OTHER, nameOf(1)))).rejects.toMatchObject(absent);
    await expect(world.run(kept.read(MAP, nameOf(2)))).rejects.toMatchObject(absent);
  });

  test('[DOC-69] the files of one map stay within their bound, the oldest going first', async () => {
    const world = makeWorld();
    const kept = keptIn(world);
    for (let n = 1; n <= 4; n++) {
      await world.run(kept.keep(MAP, nameOf(n), new Uint8Array(100)));
      await world.run(kept.keep(OTHER, nameOf(n), new Uint8Array(10)));
      world.ports.clock.advance(1_000);
    }
    const { entries } = await world.store.list(`exports/${MAP}/`);
    expect(entries.map(({ key }) => key)).toEqual([3, 4].map((n) => `exports/${MAP}/${nameOf(n)}`));
    expect((await world.store.list(`exports/${OTHER}/`)).entries.length).toBe(4);
  });

  test('[DOC-69] after a week a file is removed by itself, whatever became of its map', async () => {
    const world = makeWorld();
    const troubles: unknown[] = [];
    const kept = keptIn(world, troubles);
    kept.start();
    await world.run(kept.keep(MAP, nameOf(1), new Uint8Array(9)));
    world.ports.clock.advance(5 * DAY_MS);
    await world.run(kept.keep(MAP, nameOf(2), new Uint8Array(9)));
    world.ports.clock.advance(3 * DAY_MS);
    await world.run(kept.stop());
    const { entries } = await world.store.list('exports/');
    expect(entries.map(({ key }) => key)).toEqual([`exports/${MAP}/${nameOf(2)}`]);
    expect(troubles).toEqual([]);
  });

  test('[DOC-68] purging a map takes its files along', async () => {
    const world = makeWorld();
    for (const map of [MAP, OTHER]) {
      await world.run(world.documents.create({ map, by: ANN, ops: [add('root', 'Bough', null)] }));
      await world.run(keptIn(world).keep(map, nameOf(1), new Uint8Array(9)));
    }
    await world.run(world.documents.purge(MAP));
    const { entries } = await world.store.list('exports/');
    expect(entries.map(({ key }) => key)).toEqual([`exports/${OTHER}/${nameOf(1)}`]);
  });
});
