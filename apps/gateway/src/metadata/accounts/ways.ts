import type { SignedInBy } from '@bough/contracts';

/** The way in that the kept text names; anything else is a damaged record. */
export function mustBeWay(text: unknown): SignedInBy {
  if (text === 'guest' || text === 'mail' || text === 'password' || text === 'provider' || text === 'passkey')
    return text;
  throw new Error('a damaged record: no such way in');
}
