import { expect, test } from 'vitest';
import { plainLanguage } from './plain-page.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['fr-CH, fr;q=0.9', 'en'],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['de-Latn-AT-1996', 'de'],
  ['en-GB,en;q=0.9,de;q=0.8', 'en'],
  ['fr, de-AT;q=0.8, en;q=0.5', 'de'],
  ['en;q=0.5 , de ; q=0.8', 'de'],
  ['de;q=0.8, en;q=0.8', 'de'],
  ['en;q=0.8, de;q=0.8', 'en'],
  ['de;q=0', 'en'],
  ['de;q=0, en;q=0', 'en'],
  ['den, deu, d, -de', 'en'],
  ['de;q=., de;q=a, de;q', 'en'],
  [';;,,q=1;de', 'en'],
  [`${'fr, '.repeat(15)}de`, 'de'],
  [`${'fr, '.repeat(16)}de`, 'en'],
] as const)('[GW-586] the language of pages without a script is the one that is wanted most: %j', (asked, language) => {
  expect(plainLanguage({ headers: asked === undefined ? {} : { 'accept-language': asked } })).toBe(language);
});
