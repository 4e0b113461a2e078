import bidiFactory from 'bidi-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bidiLevels, visualOrder } from './bidi.ts';

const reference = bidiFactory();
const line = fc.string({ unit: fc.constantFrom(...Array.from('ab אבج ا12٣٤+-%$,.:()[]!?\u0301')), maxLength: 14 });

test('[TXT-13] levels are those of the Unicode Bidirectional Algorithm', () => {
  fc.assert(
    fc.property(line, fc.boolean(), (text, isRtl) => {
      const { levels } = reference.getEmbeddingLevels(text, isRtl ? 'rtl' : 'ltr');
      expect([text, isRtl, ...bidiLevels(text, isRtl)]).toEqual([text, isRtl, ...levels]);
    }),
    { seed: 7, numRuns: 3000 },
  );
});

test('[TXT-13] numbers and foreign words keep their order in a line that is turned', () => {
  const order = (text: string): string =>
    visualOrder([...bidiLevels(text, true)])
      .map((i) => text.charAt(i))
      .join('');
  expect(order('אב cd ef גד 12')).toBe('12 דג cd ef בא');
  expect(visualOrder([0, 0, 1, 1, 2])).toEqual([0, 1, 4, 3, 2]);
});
