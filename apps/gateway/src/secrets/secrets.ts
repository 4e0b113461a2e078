import { createHash } from 'node:crypto';
import { type Random, toBase64Url } from '@bough/base';

/** A secret that nobody guesses: 256 random bits as base64url. */
export function newSecret(random: Random): string {
  return toBase64Url(random.bytes(32));
}

/** What is kept of a secret. It has no salt: nobody can try 256 random bits. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
