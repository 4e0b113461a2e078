import { expect, test } from 'vitest';
import { CROCKFORD_LETTERS, RFC_4648_LETTERS, toBase32 } from './base32.ts';

test('[GW-301] a secret is written in base32 as RFC 4648 has it', () => {
  const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'];
  const written = texts.map((text) => toBase32(Buffer.from(text), RFC_4648_LETTERS));
  expect(written).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
});

test('[GW-304] all bits of a recovery code are in its letters, none of which is taken for a digit', () => {
  // Five bits a letter, from nought to thirty-one.
  const every = Buffer.from('00443214c74254b635cf84653a56d7c675be77df', 'hex');
  expect(toBase32(every, CROCKFORD_LETTERS)).toBe(CROCKFORD_LETTERS);
  expect(CROCKFORD_LETTERS).not.toMatch(/[ilou]/i);
});
