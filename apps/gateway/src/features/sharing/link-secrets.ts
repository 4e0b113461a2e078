import { toBase64Url } from '@bough/base';
import type { LinkRecord } from '../../metadata/links/link-store.ts';
import { seal } from '../../secrets/keys.ts';
import { hashSecret } from '../../secrets/secrets.ts';

// A link's secret follows from its id and a key that no database has, so that an owner can be shown it again while only its hash
// is kept. The id is random, and the key has 256 bits.

/** The secret of a new link with this id. */
export function secretOf(keys: readonly Uint8Array[], id: string): string {
  return toBase64Url(seal(keys, id));
}

/** The secret of a link that is kept; null when no key of today gives it, as of links from before secrets followed from ids. */
export function secretAgain(keys: readonly Uint8Array[], { id, hash }: Pick<LinkRecord, 'id' | 'hash'>): string | null {
  const secrets = keys.map((key) => secretOf([key], id));
  return secrets.find((secret) => hashSecret(secret) === hash) ?? null;
}
