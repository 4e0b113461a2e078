import { expect, test } from 'vitest';
import { holds } from '../benchmark.ts';
import { type Counts, heardAtWork } from './idle.ts';

const MINUTE_MS = 60_000;

function counts(database: number): Counts {
  const of = (name: string, count: number): ReadonlyMap<string, number> => new Map([[name, count]]);
  return {
    first: of('PUT heads', 900),
    second: of('PUT heads', 900),
    database: of('find grants', database),
    bus: of('publish', 800),
  };
}

test('[HOUSE-132] a way on which nothing is heard while people work falls short', () => {
  const before: Counts = { first: new Map(), second: new Map(), database: new Map(), bus: new Map() };
  const short = (after: Counts): readonly string[] =>
    heardAtWork(before, after, 2 * MINUTE_MS)
      .filter((one) => !holds(one))
      .map(({ name }) => name);
  expect(short(counts(700))).toEqual([]);
  expect(short(counts(0))).toEqual(['at work: requests to MongoDB']);
});
