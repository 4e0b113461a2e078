import { expect, test } from 'vitest';
import { GatewayFailure } from './failure.ts';

test('[HOUSE-76] a failure says what its code always says to do, unless this one knows better', () => {
  expect(new GatewayFailure('wrong-code', 'The code is wrong.')).toMatchObject({
    code: 'gateway/wrong-code',
    hint: 'Wait for the next code, or use a recovery code.',
  });
  expect(new GatewayFailure('unproved', 'Confirm that it is you.', { hint: 'Send your password.' }).hint).toBe(
    'Send your password.',
  );
  expect(new GatewayFailure('absent', 'This map does not exist.').hint).toBeUndefined();
});
