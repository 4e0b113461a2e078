import { expect, it } from 'vitest';
import { placeAddress, screenOf } from './screen.ts';

const map = 'AZNq0J9XcAC_gV0T3bYw1g';

it('reads the address of every screen', () => {
  expect(screenOf('/')).toEqual({ kind: 'home', place: { kind: 'all' }, query: '' });
  expect(screenOf('/trash?q=a%20b')).toEqual({ kind: 'home', place: { kind: 'trash' }, query: 'a b' });
  expect(screenOf('/join#abc')).toEqual({ kind: 'join', secret: 'abc' });
  expect(screenOf('/sign-in/confirm#secret=abc')).toEqual({ kind: 'sign-in', secret: 'abc' });
  expect(screenOf('/sign-in/code')).toEqual({ kind: 'code' });
  expect(screenOf('/sign-in/not-me#secret=a.1.b')).toEqual({ kind: 'not-me', secret: 'a.1.b' });
  expect(screenOf('/sign-in/reset#secret=abc')).toEqual({ kind: 'reset', secret: 'abc' });
  expect(screenOf('/sign-in/provider?code=1&state=2')).toEqual({
    kind: 'provider',
    provider: 'provider',
    answer: 'code=1&state=2',
  });
  expect(screenOf('/sign-in/provider/school?code=1')).toEqual({
    kind: 'provider',
    provider: 'school',
    answer: 'code=1',
  });
  expect(screenOf('/sign-in/provider/school/more')).toEqual({ kind: 'nowhere' });
  expect(screenOf('/account/email#secret=abc')).toEqual({ kind: 'email', secret: 'abc' });
  expect(screenOf('/outbox')).toEqual({ kind: 'outbox' });
  expect(screenOf('/account')).toEqual({ kind: 'account' });
});

it('takes only whole map ids, and nothing behind them', () => {
  expect(screenOf(`/m/${map}`)).toEqual({ kind: 'map', map, at: null, opens: null });
  for (const wrong of ['/m', '/m/short', `/m/${map}/x`, '/elsewhere', '/outbox/x', '/trash/x', '/%E0%A4%A']) {
    expect(screenOf(wrong)).toEqual({ kind: 'nowhere' });
  }
});

it('[WEB-21] [WEB-22] [WEB-29] reads a place in a map: an item, a comment on it, a slide, and nothing else', () => {
  const at = { item: 'abc_-1', comment: null, isSlide: false };
  expect(screenOf(`/m/${map}#item=abc_-1`)).toEqual({ kind: 'map', map, at, opens: null });
  expect(screenOf(`/m/${map}#item=abc_-1&comment=x7`)).toEqual({
    kind: 'map',
    map,
    at: { ...at, comment: 'x7' },
    opens: null,
  });
  expect(screenOf(`/m/${map}#slide=abc_-1`)).toEqual({ kind: 'map', map, at: { ...at, isSlide: true }, opens: null });
  for (const opens of ['share', 'history']) {
    expect(screenOf(`/m/${map}#${opens}`)).toEqual({ kind: 'map', map, at: null, opens });
  }
  expect(screenOf(`/m/${map}#chat`)).toEqual({ kind: 'map', map, at: { message: null }, opens: null });
  expect(screenOf(`/m/${map}#chat=x7-_`)).toEqual({ kind: 'map', map, at: { message: 'x7-_' }, opens: null });
  for (const wrong of [
    '#chat=',
    '#chats',
    '#chat=a&more=b',
    '#item=',
    '#item=a b',
    '#item=a&comment=',
    '#slide=a&more=b',
    '#other=a',
  ])
    expect(screenOf(`/m/${map}${wrong}`)).toEqual({ kind: 'map', map, at: null, opens: null });
});

it('every place has an address that leads back to it', () => {
  const places = [
    ...(['all', 'starred', 'recent', 'shared', 'trash'] as const).map((kind) => ({ kind })),
    { kind: 'folder', folder: 'AZNq0J9XcAC' } as const,
    { kind: 'tag', tag: 'a/b? ü' } as const,
  ];
  for (const place of places) {
    for (const query of ['', 'x & y#z'])
      expect(screenOf(placeAddress(place, query))).toEqual({ kind: 'home', place, query });
  }
});
