import { expect, it } from 'vitest';
import { SeenMoments } from './seen-moments.ts';

const past = (signs: string) => SeenMoments.of(Array.from(signs, (sign) => ({ isSeen: sign === 'x' })));

it('[EDIT-150] who steps through the past meets moments that look different, and no others', () => {
  const moments = past('-x--xx-');
  expect(moments.count).toBe(3);
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((seq) => moments.placeOf(seq))).toEqual([0, 0, 1, 1, 1, 2, 3, 3]);
  expect([0, 1, 2, 3].map((place) => moments.seqAt(place))).toEqual([0, 2, 5, 7]);
  for (let place = 0; place <= moments.count; place++) expect(moments.placeOf(moments.seqAt(place))).toBe(place);
});

it('[EDIT-150] beyond either end one stays there; where nothing was seen, now is the only moment', () => {
  const moments = past('xx');
  expect([moments.seqAt(-1), moments.seqAt(9), moments.placeOf(9)]).toEqual([0, 2, 2]);
  const talk = past('---');
  expect([talk.count, talk.placeOf(2), talk.seqAt(0)]).toEqual([0, 0, 3]);
  expect(past('').seqAt(0)).toBe(0);
});

it('[EDIT-150] until the past is read, each change may be seen', () => {
  const moments = SeenMoments.unread(1_000_000);
  expect([moments.count, moments.placeOf(7), moments.seqAt(7)]).toEqual([1_000_000, 7, 7]);
  expect([moments.seqAt(0), moments.seqAt(1_000_000)]).toEqual([0, 1_000_000]);
});
