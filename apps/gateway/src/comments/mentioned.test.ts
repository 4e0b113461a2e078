import { expect, test } from 'vitest';
import { mentioned } from './mentioned.ts';

const PEOPLE = ['Ann', 'Ann Lee', 'Bo  Berg', 'Zoë Müller', 'Bo Baum', 'Ann', 'Kim'].map((name, id) => ({ id, name }));
const named = (text: string): number[] => [...mentioned(text, PEOPLE)];

test('[GW-104] a comment names people by an @ and their name, its longest form; by the first word where it is one person’s', () => {
  expect(named('look, @ann!')).toEqual([0, 5]);
  expect(named('@Ann Lee look')).toEqual([1]);
  expect(named('@AnnLee and (@zoë)')).toEqual([1, 3]);
  expect(named('@bo berg, not @Bo')).toEqual([2]);
  expect(named('@Zoe\u0308 Müller')).toEqual([3]);
  expect(named('@Kim @Kim')).toEqual([6]);
  for (const none of ['Ann', 'x@ann.example', 'a.@Kim', '@Anna', '@', '@ Ann', '@Bo', ''])
    expect(named(none)).toEqual([]);
});
