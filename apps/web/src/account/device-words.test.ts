import { expect, test } from 'vitest';
import { de } from '../words/de.ts';
import { en } from '../words/en.ts';
import { deviceWords } from './device-words.ts';

const KEPT = ['Firefox on Linux', 'A browser on Windows', 'Another program', 'Safari', ''];

test('what a session is called is said in the language of the page', () => {
  expect(KEPT.map((kept) => deviceWords(kept, en.account))).toEqual(KEPT);
  const german = ['Firefox unter Linux', 'Ein Browser unter Windows', 'Ein anderes Programm', 'Safari', ''];
  expect(KEPT.map((kept) => deviceWords(kept, de.account))).toEqual(german);
});
