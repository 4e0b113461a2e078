import { stopwatch } from '@bough/house/servers';
import { expect, test } from 'vitest';
import { mentionedAmong } from './mentioned.ts';

const PEOPLE = ['Ann', 'Ann Lee', 'Bo  Berg', 'Zoë Müller', 'Bo Baum', 'Ann', 'Kim', '@io'].map((name, id) => ({
  id,
  name,
}));
const mentioned = mentionedAmong(PEOPLE);
const named = (text: string): number[] => [...mentioned(text)];

test('[GW-104] a comment names people by an @ and their name, its longest form; by the first word where it is one person’s', () => {
  expect(named('look, @ann!')).toEqual([0, 5]);
  expect(named('@Ann Lee look')).toEqual([1]);
  expect(named('@AnnLee and (@zoë)')).toEqual([1, 3]);
  expect(named('@bo berg, not @Bo')).toEqual([2]);
  expect(named('@Zoe\u0308 Müller')).toEqual([3]);
  expect(named('@Kim @Kim')).toEqual([6]);
  expect(named('@io, @@io and @@@Kim')).toEqual([7, 6]);
  for (const none of ['Ann', 'x@ann.example', 'Jose\u0301@ann.example', 'a.@Kim', '@Anna', '@', '@ Ann', '@Bo', ''])
    expect(named(none)).toEqual([]);
});

test('[GW-400] of a comment fifty places are looked at, each once, however many people there are and whatever they are called', () => {
  expect(named(`${'@x '.repeat(49)}@Kim`)).toEqual([6]);
  expect(named(`${'@x '.repeat(50)}@Kim`)).toEqual([]);
  expect(named(`${'@'.repeat(9_000)}Kim`)).toEqual([6]);
  const crowd = Array.from({ length: 300 }, (_, id) => ({ id, name: `${'@'.repeat(70)}${id}` }));
  const tookMs = stopwatch();
  expect(mentionedAmong(crowd)('@'.repeat(10_000)).size).toBe(0);
  // Six seconds, where each of them was held against each name.
  expect(tookMs()).toBeLessThan(500);
});
