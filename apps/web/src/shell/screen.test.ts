import { expect, it } from 'vitest';
import { screenOf } from './screen.ts';

const map = 'AZNq0J9XcAC_gV0T3bYw1g';

it('reads the address of every screen', () => {
  expect(screenOf('/', '')).toEqual({ kind: 'home' });
  expect(screenOf('/join', '#abc')).toEqual({ kind: 'join', secret: 'abc' });
  expect(screenOf('/sign-in/confirm', 'secret=abc')).toEqual({ kind: 'sign-in', secret: 'abc' });
  expect(screenOf('/sign-in/confirm', '#secret=abc')).toEqual({ kind: 'sign-in', secret: 'abc' });
  expect(screenOf('/outbox', '')).toEqual({ kind: 'outbox' });
});

it('takes only whole map ids, and nothing behind them', () => {
  expect(screenOf(`/m/${map}`, '')).toEqual({ kind: 'map', map });
  for (const wrong of ['/m', '/m/short', `/m/${map}/x`, '/elsewhere', '/outbox/x']) {
    expect(screenOf(wrong, '')).toEqual({ kind: 'nowhere' });
  }
});
