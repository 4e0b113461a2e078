import { anyText } from '@bough/base/testing';
import fc from 'fast-check';

const NAMES = [
  '__proto__',
  'constructor',
  'kind',
  'map',
  'ops',
  'changes',
  'base',
  'key',
  'mail',
  'to',
  'title',
  'toString',
];

/** What somebody might send instead of what was asked for: any JSON, wrong types, dangerous names, half characters. */
export function arbitraryHostile(): fc.Arbitrary<unknown> {
  const { node } = fc.letrec<{ leaf: unknown; node: unknown }>((tie) => ({
    leaf: fc.oneof(
      fc.constantFrom(
        null,
        undefined,
        true,
        Number.NaN,
        -0,
        2 ** 53,
        Number.POSITIVE_INFINITY,
        '',
        '\0',
        '\ud800',
        '\r\n',
      ),
      anyText({ maxLength: 30 }),
      fc.integer(),
      fc.double(),
      fc.bigInt(),
      fc.uint8Array({ maxLength: 4 }),
    ),
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      tie('leaf'),
      fc.array(tie('node'), { maxLength: 5 }),
      fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 8 })), tie('node'), { maxKeys: 6 }),
    ),
  }));
  return node;
}
