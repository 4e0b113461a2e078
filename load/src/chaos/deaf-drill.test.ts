import { expect, test } from 'vitest';
import { ANN, hostOneMap, MAP } from '../testing/one-map.ts';
import { deafProblems } from './deaf-drill.ts';

test('[S1] somebody who heard nothing for a while is told of no refusal where everything was kept', async () => {
  const { url, log, counts } = await hostOneMap();
  const parts = { url, given: { cookie: 'c', csrf: 'c', map: MAP }, person: ANN, seed: 1 };
  expect(await deafProblems({ ...parts, kept: async () => log.length })).toEqual([]);
  expect(counts.hellos).toBe(2);
  expect(log.length).toBeGreaterThan(1);
}, 30_000);

test('[S1] changes that are counted and were lost are found by somebody who heard nothing for a while', async () => {
  const { url, log, counts, lose } = await hostOneMap();
  const parts = { url, given: { cookie: 'c', csrf: 'c', map: MAP }, person: ANN, seed: 1 };
  const kept = async (): Promise<number> => {
    const size = log.length;
    if (counts.hellos === 1 && size > 1) lose(1);
    return size;
  };
  expect(await deafProblems({ ...parts, kept })).toEqual([expect.stringContaining('were told as refused')]);
}, 30_000);
