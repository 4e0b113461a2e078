import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyText } from './testing/index.ts';
import { assert, err, Failure, inSentences, must, ok, tryUtf8Decode, unreachable, utf8Encode } from './index.ts';

class BoxFailure extends Failure {}

it('[BASE-5] gives the value of a yes and throws the reason of a no', () => {
  const reason = new Error('no box');
  expect(must(ok(7))).toBe(7);
  expect(() => must(err(reason))).toThrow('no box');
  expect(() => must(err({ reason: 'cycle' }))).toThrow('{"reason":"cycle"}');
  try {
    must(err(reason));
  } catch (error) {
    expect(error).toHaveProperty('cause', reason);
  }
});

it('[BASE-6] calls a bug a bug', () => {
  expect(() => assert(false, 'boxes have lids')).toThrow('a bug in Bough: boxes have lids');
  expect(() => assert(1 + 1 === 2, 'sums hold')).not.toThrow();
  const impossible: unknown = 'sideways';
  expect(() => unreachable(impossible as never)).toThrow('no case for "sideways"');
});

it('[BASE-7] keeps all that a failure says', () => {
  const cause = new Error('disk');
  const failure = new BoxFailure('the box is shut', { kind: 'unavailable', code: 'box/shut', hint: 'Open it.', cause });
  expect(failure).toMatchObject({ name: 'BoxFailure', kind: 'unavailable', code: 'box/shut', hint: 'Open it.', cause });
  expect(new BoxFailure('x', { kind: 'invalid', code: 'box/x' }).hint).toBeUndefined();
  expect(inSentences(failure)).toBe('the box is shut. Open it.');
  expect(inSentences(new BoxFailure('Shut.', { kind: 'invalid', code: 'box/x', hint: 'Open it.' }))).toBe(
    'Shut. Open it.',
  );
  expect([inSentences(cause), inSentences('shut')]).toEqual(['disk', 'shut']);
});

it('[BASE-8] brings text back, and refuses bytes that are none', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      expect(tryUtf8Decode(utf8Encode(text))).toBe(text);
    }),
  );
  expect(tryUtf8Decode(new Uint8Array([0xff]))).toBeNull();
  expect(tryUtf8Decode(utf8Encode('\uFEFFmark'))).toBe('\uFEFFmark');
});
