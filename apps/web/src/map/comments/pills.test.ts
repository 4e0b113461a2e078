import type { PersonId } from '@bough/base';
import { expect, test } from 'vitest';
import { pillsOf } from './pills.ts';

const [ANN, BEN] = ['ann', 'ben'] as unknown as readonly [PersonId, PersonId];
const nameOf = (person: PersonId): string => String(person).toUpperCase();

test('[WEB-28] each sign is shown with how many put it there, who, and whether oneself did', () => {
  const reactions = [
    { sign: '👍', people: [ANN, BEN] },
    { sign: '👀', people: [BEN] },
  ] as const;
  expect(pillsOf({ reactions }, ANN, nameOf)).toEqual([
    { sign: '👍', count: 2, isOwn: true, names: 'ANN, BEN' },
    { sign: '👀', count: 1, isOwn: false, names: 'BEN' },
  ]);
  expect(pillsOf({}, ANN, nameOf)).toEqual([]);
});
