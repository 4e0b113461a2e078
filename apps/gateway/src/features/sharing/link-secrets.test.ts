import { expect, test } from 'vitest';
import { deriveKeys } from '../../secrets/keys.ts';
import { hashSecret } from '../../secrets/secrets.ts';
import { secretAgain, secretOf } from './link-secrets.ts';

const old = deriveKeys(['the key of last year, of thirty-two']).shareLinks;
const both = deriveKeys(['the key of this year, of thirty-two', 'the key of last year, of thirty-two']).shareLinks;

test('[GW-431] a secret follows from its id under the key of its day, has 256 bits, and is nothing without that key', () => {
  const secret = secretOf(old, 'a-link');
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(secretOf(both, 'a-link')).not.toBe(secret);
  expect(secretOf(old, 'b-link')).not.toBe(secret);
  const kept = { id: 'a-link', hash: hashSecret(secret) };
  expect(secretAgain(both, kept)).toBe(secret);
  expect(secretAgain(both.slice(0, 1), kept)).toBeNull();
  expect(secretAgain(both, { id: 'a-link', hash: hashSecret('of an earlier version') })).toBeNull();
});
