import { linksAt } from '@bough/map';
import { expect, it } from 'vitest';
import { Person } from '../testing/person.ts';

it('[EDIT-47] a link within the branch that is focused stays clear; one that leaves it fades', () => {
  const person = new Person();
  const link = (from: string, end: string): void => {
    person.select(from);
    person.press('Mod+L');
    person.select(end);
    person.press('Enter');
  };
  const within = [
    ['oak', 'acorn'],
    ['acorn', 'bark'],
  ] as const;
  const leaving = [
    ['ash', 'bark'],
    ['bark', 'yew'],
    ['yew', 'elm'],
  ] as const;
  for (const [from, end] of [...within, ...leaving]) link(from, end);
  const nameOf = ([from, end]: readonly [string, string]): string => {
    const found = linksAt(person.session.map, person.named(from)).find(({ to }) => to === person.named(end));
    return `link:${found?.id}`;
  };
  person.select('oak');
  person.press('Mod+.');
  const faded = [...person.session.state.faded].filter((name) => name.startsWith('link:'));
  expect(faded.toSorted()).toEqual(leaving.map(nameOf).toSorted());
  expect(new Set([...within, ...leaving].map(nameOf)).size).toBe(5);
  person.press('Mod+.');
  expect(person.session.state.faded.size).toBe(0);
});
