import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { scheduleOf } from './schedule.ts';
import { LOG_SETTINGS, seedsOf, withSmallSeals } from './told.ts';

const MINUTE_MS = 60_000;
const TOP = new URL('../../../', import.meta.url);

test('the seeds that a lie is told to have every kind of fault between them, and what most lies need', () => {
  const planned = seedsOf(3).map((seed) => scheduleOf(seed, MINUTE_MS).map(({ fault }) => fault));
  const kinds = new Set(planned.flat().map(({ kind }) => kind));
  const all = ['kill', 'end', 'freeze', 'cut', 'hang', 'slow', 'empty', 'fill', 'turn', 'jump', 'roll', 'fail-over'];
  expect([...kinds].toSorted()).toEqual(all.toSorted());
  expect(planned.filter((faults) => faults.some(({ kind }) => kind === 'fail-over'))).toHaveLength(2);
  const cut = planned.flat().filter(({ kind }) => kind === 'cut');
  expect(cut.some(({ what, forMs }) => what === 'first' && forMs > 5_000)).toBe(true);
  expect(cut.some(({ what }) => what === 'bus')).toBe(true);
  const frozen = planned.flat().filter(({ kind }) => kind === 'freeze');
  expect(new Set(frozen.map(({ what }) => what.split('-')[0]))).toContain('docstore');
});

test('further seeds are none of those', () => {
  expect(new Set(seedsOf(10)).size).toBe(10);
});

test('the settings of logs are those that chaos makes smaller, and nothing else of them changes', async () => {
  const source = await readFile(new URL(LOG_SETTINGS, TOP), 'utf8');
  const small = withSmallSeals(source);
  expect(small).toContain('tailBytes: 4 * 1024');
  expect(small.split('\n').filter((line, at) => line !== source.split('\n')[at])).toHaveLength(6);
  expect(() => withSmallSeals(small)).toThrow(LOG_SETTINGS);
});
