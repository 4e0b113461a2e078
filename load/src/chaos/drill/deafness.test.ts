import { encodeMap } from '@bough/map';
import { expect, test } from 'vitest';
import { ANN, hostOneMap, MAP } from '../../testing/one-map.ts';
import { alikeProblems, deafProblems, toldProblems } from './deafness.ts';

async function hosted() {
  const bough = await hostOneMap();
  const { url, log, map, may } = bough;
  const parts = {
    ...{ url, given: { cookie: 'c', csrf: 'c', map: MAP }, person: ANN, seed: 1 },
    kept: async () => log.length,
    document: async () => encodeMap(map),
    lower: async () => {
      may.edit = false;
    },
  };
  return { ...bough, parts };
}

test('[S1] somebody who heard nothing for a while is told of no refusal but the one, and has the map of the server', async () => {
  const { parts, log, counts } = await hosted();
  expect(await deafProblems(parts)).toEqual([]);
  expect(counts.hellos).toBe(2);
  expect(log.length).toBeGreaterThan(1);
}, 30_000);

test('[S1] changes that are counted and were lost are found by somebody who heard nothing for a while', async () => {
  const { parts, log, counts, lose } = await hosted();
  const kept = async (): Promise<number> => {
    const size = log.length;
    if (counts.hellos === 1 && size > 1) lose(1);
    return size;
  };
  expect(await deafProblems({ ...parts, kept })).toContainEqual(expect.stringContaining('were told as refused'));
}, 30_000);

test('[S12] a map that is not the server’s is found, and so is a change that was told as refused', () => {
  expect(toldProblems(new Map([[3, 'denied']]))).toEqual([]);
  const refused = [3, 4, 5].map((counter) => [counter, counter === 3 ? 'denied' : 'unknown'] as const);
  expect(toldProblems(new Map(refused))).toEqual([expect.stringContaining('2 changes')]);
  expect(alikeProblems('a', 'a')).toEqual([]);
  expect(alikeProblems('a', 'b')).toHaveLength(1);
});
