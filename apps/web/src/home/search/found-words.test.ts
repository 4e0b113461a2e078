import { expect, it } from 'vitest';
import { de } from '../../words/de/de.ts';
import { en } from '../../words/en/en.ts';
import { foundOffline, foundWords } from './found-words.ts';

it('says of a search that was cut short that there may be more, also where nothing was found', () => {
  const whole = { results: [], isComplete: true, isOffline: false };
  expect(foundWords(whole, 'tree')).toEqual([en.home.foundNothing('tree'), en.home.foundHint]);
  const part = foundWords({ ...whole, isComplete: false }, 'tree');
  expect(part).toEqual([en.home.foundNothing('tree'), en.home.foundHint, en.home.foundInPart]);
  expect(foundWords(foundOffline([]), 'tree')).toEqual([en.home.foundNothing('tree'), en.home.searchOffline]);
  for (const { home } of [en, de]) expect(home.foundInPart).toMatch(/\.$/);
});
