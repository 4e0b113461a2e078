import { Dice } from '@bough/map/testing';
import { expect, test } from 'vitest';
import { CrookedLine } from './crooked-line.ts';

const changes = (n: number): string => `{"kind":"changes","n":${n}}`;

test('[HOUSE-96] on a crooked line changes come twice or behind the next ones, and nothing is lost', () => {
  const line = new CrookedLine(new Dice(1));
  const sent = Array.from({ length: 400 }, (_, n) => changes(n));
  const came = sent.flatMap((text) => line.carry(text));
  came.push(...line.carry('{"kind":"pong"}'));
  expect(new Set(came)).toEqual(new Set([...sent, '{"kind":"pong"}']));
  const isTwice = (text: string, at: number): boolean => came.indexOf(text) !== at;
  expect(came.filter(isTwice).length).toBeGreaterThan(3);
  const once = came.filter((text, at) => !isTwice(text, at));
  const wrong = once.filter((text, at) => text !== [...sent, '{"kind":"pong"}'][at]);
  expect(wrong.length).toBeGreaterThan(6);
});

test('[HOUSE-96] what is no change comes in its place, and behind all that was sent before', () => {
  const line = new CrookedLine(new Dice(2));
  for (let n = 0; n < 200; n++) {
    const came = line.carry(changes(n));
    const after = line.carry('{"kind":"refused"}');
    expect(after.at(-1)).toBe('{"kind":"refused"}');
    expect([...came, ...after]).toContain(changes(n));
  }
});
