import { expect, it } from 'vitest';
import { nonceIn } from './round-trips.ts';

it("[WEB-88] only answers to this panel's own pings are round trips of it", () => {
  expect(nonceIn('{"kind":"pong","nonce":1000000001,"seq":4,"mirrored":null}')).toBe(1_000_000_001);
  expect(nonceIn('{"kind":"pong","nonce":7,"seq":4,"mirrored":null}')).toBeNull();
  expect(nonceIn('{"kind":"changes","changes":[]}')).toBeNull();
});
