import { expect, it } from 'vitest';
import { homeWords } from '../../words/screens/home-words.ts';
import { foundOffline, foundWords } from './found-words.ts';

it('says of a search that was cut short that there may be more, also where nothing was found', () => {
  const whole = { results: [], isComplete: true, isOffline: false, isFirst: false };
  expect(foundWords(whole, 'tree')).toEqual([homeWords.en.foundNothing('tree'), homeWords.en.foundHint]);
  const part = foundWords({ ...whole, isComplete: false }, 'tree');
  expect(part).toEqual([homeWords.en.foundNothing('tree'), homeWords.en.foundHint, homeWords.en.foundInPart]);
  expect(foundWords(foundOffline([]), 'tree')).toEqual([homeWords.en.foundNothing('tree'), homeWords.en.searchOffline]);
  expect(homeWords.en.foundMaps(20, true)).toMatch(/more/);
  for (const home of [homeWords.en, homeWords.de]) expect(home.foundInPart).toMatch(/\.$/);
});
