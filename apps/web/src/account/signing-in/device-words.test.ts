import { expect, test } from 'vitest';
import { accountPageWords } from '../../words/screens/account-page-words.ts';
import { deviceWords } from './device-words.ts';

const KEPT = ['Firefox on Linux', 'A browser on Windows', 'Another program', 'Safari', ''];

test('what a session is called is said in the language of the page', () => {
  expect(KEPT.map((kept) => deviceWords(kept, accountPageWords.en))).toEqual(KEPT);
  const german = ['Firefox unter Linux', 'Ein Browser unter Windows', 'Ein anderes Programm', 'Safari', ''];
  expect(KEPT.map((kept) => deviceWords(kept, accountPageWords.de))).toEqual(german);
});
