import { parseMapId } from '@bough/base';
import { expect, it } from 'vitest';
import { screenOf } from '../shell/screen.ts';
import { placeOf } from './bell-place.ts';

const map = parseMapId('AZqJ0fZ0cACAAAAAAAAAAA');
const item = { kind: 'item', item: 'abcdefghijkl', comment: 'mnopqrstuvwx' } as const;

it('[WEB-24] an entry leads to the comment, the sharing dialog, the history, or home where one may not open the map yet', () => {
  if (map === null) return expect.unreachable('it is a map’s id');
  for (const kind of ['mention', 'answer'] as const) {
    const at = { item: item.item, comment: item.comment, isSlide: false };
    expect(screenOf(placeOf({ kind, map, place: item }))).toEqual({ kind: 'map', map, at, opens: null });
  }
  for (const kind of ['ask', 'offer'] as const) {
    expect(screenOf(placeOf({ kind, map, place: null }))).toEqual({ kind: 'map', map, at: null, opens: 'share' });
  }
  for (const place of [null, { ...item, comment: null }]) {
    const opens = 'history';
    expect(screenOf(placeOf({ kind: 'restored', map, place }))).toEqual({ kind: 'map', map, at: null, opens });
  }
  expect(placeOf({ kind: 'invitation', map: null, place: null })).toBe('/');
  const chat = { kind: 'chat', message: item.item } as const;
  expect(placeOf({ kind: 'mention', map, place: chat })).toBe(`/m/${map}#chat=${chat.message}`);
});
