import type { PersonId } from '@bough/base';
import { expect, test } from 'vitest';
import { FRESH_MS, ShownPeople } from './shown-people.ts';

const [ANN, BEN] = ['ann', 'ben'] as unknown as readonly [PersonId, PersonId];

test('[WEB-41] who is shown is asked for again, who is not any more is not, and nobody twice within a minute', () => {
  const people = new ShownPeople();
  for (const person of [ANN, ANN, BEN]) people.count(person, 1);
  expect(people.takeAllDue(0)).toEqual([ANN, BEN]);
  expect(people.takeAllDue(FRESH_MS - 1)).toEqual([]);
  people.count(BEN, -1);
  people.count(ANN, -1);
  expect(people.takeAllDue(FRESH_MS)).toEqual([ANN]);
  expect(people.takeDue(ANN, FRESH_MS + 1)).toBe(false);
  people.forget(ANN);
  expect(people.takeDue(ANN, FRESH_MS + 1)).toBe(true);
  people.count(ANN, -1);
  expect(people.isEmpty).toBe(true);
});
