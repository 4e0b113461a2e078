import { parseMapId } from '@bough/base';
import { expect, it } from 'vitest';
import { countAsking } from './asking.ts';

const [map, other] = [parseMapId('AZqJ0fZ0cACAAAAAAAAAAA'), parseMapId('AZqJ0fZ0cACAAAAAAAAAAQ')];

it('[WEB-82] requests for this map are counted that wait, whether the bell was read or not, and nothing else of the bell', () => {
  if (map === null || other === null) return expect.unreachable('they are ids of maps');
  const entries = [
    { kind: 'ask', map, isRead: true },
    { kind: 'ask', map, isRead: false },
    { kind: 'ask', map: other, isRead: false },
    { kind: 'offer', map, isRead: false },
    { kind: 'mention', map, isRead: false },
    { kind: 'invitation', map: null, isRead: false },
  ] as const;
  expect([countAsking(entries, map), countAsking(entries, other)]).toEqual([2, 1]);
  expect([countAsking([], map), countAsking(null, map)]).toEqual([0, 0]);
});
