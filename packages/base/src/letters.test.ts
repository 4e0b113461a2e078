import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMadeOf, lettersOf } from './letters.ts';

test('[BASE-11] a text is made of letters as a regular expression says', () => {
  const letters = lettersOf('abcXYZ019_-');
  const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[abcXYZ019_-]*$/));
  fc.assert(
    fc.property(text, (one) => {
      expect(isMadeOf(one, letters)).toBe(/^[abcXYZ019_-]*$/.test(one));
    }),
  );
});
