import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from './testing/index.ts';
import { parseBase64Url, toBase64Url } from './base64url.ts';

it('[BASE-1] reads back what it wrote', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      const text = toBase64Url(bytes);
      expect(text).toMatch(/^[A-Za-z0-9_-]*$/);
      expect(parseBase64Url(text)).toEqual(bytes);
    }),
  );
});

it('[BASE-1] answers null to everything that it would not write', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 12 }), (text) => {
      const bytes = parseBase64Url(text);
      if (bytes !== null) expect(toBase64Url(bytes)).toBe(text);
    }),
  );
  for (const wrong of ['A', 'AB', 'AA=', 'A+', 'Ä?', 'AAAAA']) expect(parseBase64Url(wrong)).toBeNull();
});
