import { expect, test } from 'vitest';
import { ACCOUNT_PAGE } from '../words/account-page-words.ts';
import { deviceWords } from './device-words.ts';

const KEPT = ['Firefox on Linux', 'A browser on Windows', 'Another program', 'Safari', ''];

test('what a session is called is said in the language of the page', () => {
  expect(KEPT.map((kept) => deviceWords(kept, ACCOUNT_PAGE.en))).toEqual(KEPT);
  const german = ['Firefox unter Linux', 'Ein Browser unter Windows', 'Ein anderes Programm', 'Safari', ''];
  expect(KEPT.map((kept) => deviceWords(kept, ACCOUNT_PAGE.de))).toEqual(german);
});
