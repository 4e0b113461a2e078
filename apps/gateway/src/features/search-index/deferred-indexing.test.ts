import { VirtualClock } from '@bough/base/testing';
import { beforeEach, expect, test } from 'vitest';
import { newMapId, newPersonId } from '../../testing/metadata-contract/fixtures.ts';
import { DeferredIndexing, DEFERRED } from './deferred-indexing.ts';

const ADA = newPersonId();
let clock: VirtualClock;
let written: string[];
let indexing: DeferredIndexing;
beforeEach(() => {
  clock = new VirtualClock();
  written = [];
  indexing = new DeferredIndexing({
    clock,
    writeChanged: async (changed) =>
      void written.push(`changed ${changed.map(({ id, at }) => `${id} ${at}`).join(', ')}`),
    index: async (map) => void written.push(`index ${map}`),
    noteBehind: async (map) => void written.push(`behind ${map}`),
    tellStale: (map, isStale) => void written.push(`${isStale ? 'stale' : 'fresh'} ${map}`),
    tellGone: (map) => void written.push(`gone ${map}`),
    onTrouble: (error) => void written.push(String(error)),
  });
});
const writes = (): number => written.filter((each) => /^(changed|index|behind)/.test(each)).length;

test('[GW-83] while people draw, less than one write in a hundred changes, whoever draws how fast', async () => {
  for (const [people, perSecond] of [
    [1, 0.1],
    [1, 0.5],
    [1, 3],
    [10, 3],
    [50, 2],
  ] as const) {
    const map = newMapId();
    const from = writes();
    let changes = 0;
    const everyMs = 1_000 / (people * perSecond);
    for (let ms = 0; ms < 2 * 3_600_000; ms += everyMs) {
      indexing.changed(map, 1, ADA, ms);
      changes++;
      clock.advance(everyMs);
    }
    indexing.left(map);
    await indexing.flush();
    expect([people, perSecond, (writes() - from) / changes < 0.0175]).toEqual([people, perSecond, true]);
    if (people * perSecond >= 0.5) expect((writes() - from) / changes).toBeLessThan(0.01);
  }
});

test('[GW-83] who was last is written when everybody has left, and known here before', async () => {
  const map = newMapId();
  indexing.changed(map, 1, ADA, 5);
  expect(indexing.lastChange(map)).toEqual({ at: 5, by: ADA });
  indexing.changed(map, 2, ADA, 9);
  expect(written).toEqual([`stale ${map}`, `behind ${map}`]);
  indexing.left(map);
  indexing.left(map);
  expect(indexing.lastChange(map)).toEqual({ at: 9, by: ADA });
  clock.advance(DEFERRED.leftMs);
  expect(written.slice(2)).toEqual([`changed ${map} 9`]);
  clock.advance(DEFERRED.mostMs);
  await indexing.flush();
  expect(written.slice(3)).toEqual([`index ${map}`, `fresh ${map}`]);
  await indexing.flush();
  expect(written).toHaveLength(5);
});

test('[GW-83] of maps that everybody leaves at about the same time it is written together, each as it is by then', async () => {
  const [one, other, third] = [newMapId(), newMapId(), newMapId()];
  for (const map of [one, other, third]) indexing.changed(map, 1, ADA, 5);
  written.length = 0;
  indexing.left(one);
  clock.advance(DEFERRED.leftMs / 2);
  indexing.left(other);
  indexing.changed(one, 1, ADA, 7);
  clock.advance(DEFERRED.leftMs / 2);
  expect(written).toEqual([`changed ${one} 7, ${other} 5`]);
  indexing.left(third);
  await indexing.flush();
  expect(written.filter((each) => each.startsWith('changed'))).toEqual([written[0], `changed ${third} 5`]);
});

test('[GW-589] of a map that is removed forever nothing is written any more, and it is told', async () => {
  const [removed, kept] = [newMapId(), newMapId()];
  for (const map of [removed, kept]) indexing.changed(map, 1, ADA, 5);
  indexing.left(removed);
  indexing.left(kept);
  written.length = 0;
  indexing.removed(removed);
  clock.advance(DEFERRED.mostMs);
  await indexing.flush();
  expect(written).toEqual([`gone ${removed}`, `changed ${kept} 5`, `index ${kept}`, `fresh ${kept}`]);
  expect(indexing.lastChange(removed)).toBeNull();
});

test('[GW-84] what is changed while it is being indexed stays behind', async () => {
  const map = newMapId();
  indexing.changed(map, 1, ADA, 1);
  const flushed = indexing.flush();
  indexing.changed(map, 1, ADA, 2);
  await flushed;
  expect(written.filter((each) => each.startsWith('fresh'))).toEqual([]);
  await indexing.flush();
  expect(written.at(-1)).toBe(`fresh ${map}`);
});

test('[GW-83] a write that fails is told, and nothing else fails with it', async () => {
  indexing = new DeferredIndexing({
    clock,
    writeChanged: () => Promise.reject(new Error('away')),
    index: () => Promise.reject(new Error('away')),
    noteBehind: () => Promise.reject(new Error('away')),
    tellStale: () => undefined,
    tellGone: () => undefined,
    onTrouble: (error) => void written.push(String(error)),
  });
  indexing.changed(newMapId(), 1, ADA, 1);
  await indexing.flush();
  expect(written).toEqual(['Error: away', 'Error: away', 'Error: away']);
});
