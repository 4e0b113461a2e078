import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MadeSecret } from '@bough/service';
import Keygrip from 'keygrip';

/** Where the cookie keys are, where `npm start` made them. */
export const MADE_KEYS: readonly MadeSecret[] = [{ setting: 'BOUGH_COOKIE_KEYS', file: 'cookie-keys' }];

/** Everything that is signed for browsers, from the cookie keys, newest first: each purpose has keys of its own. */
export interface SigningKeys {
  /** Signs and verifies cookies, with SHA-256. */
  readonly cookies: Keygrip;
  readonly csrf: readonly Uint8Array[];
  readonly tickets: readonly Uint8Array[];
  /** Sign-ins that are under way at the provider. */
  readonly provider: readonly Uint8Array[];
  /** What passkeys are asked to sign. */
  readonly passkeys: readonly Uint8Array[];
  /** Which addresses have signed in in a browser. */
  readonly browsers: readonly Uint8Array[];
  /** Secrets of people's authenticator apps. */
  readonly secondSteps: readonly Uint8Array[];
  /** The index of words. */
  readonly words: readonly Uint8Array[];
  /** Entries of the audit log. */
  readonly audit: readonly Uint8Array[];
  /** Answers to requests that may be sent again. */
  readonly repeats: readonly Uint8Array[];
  /** Secrets of share links. */
  readonly shareLinks: readonly Uint8Array[];
  /** Links that end watching a map. */
  readonly watches: readonly Uint8Array[];
  /** The set-up link of a Bough without an owner. */
  readonly setUp: readonly Uint8Array[];
}

/** Derives the keys. `secrets` are the setting's entries, newest first, and never empty. */
export function deriveKeys(secrets: readonly string[]): SigningKeys {
  const derive = (purpose: string): readonly Uint8Array[] =>
    secrets.map((secret) => createHmac('sha256', secret).update(`bough ${purpose} 1`).digest());
  return {
    cookies: new Keygrip([...secrets], 'sha256'),
    csrf: derive('csrf'),
    tickets: derive('ticket'),
    provider: derive('provider'),
    passkeys: derive('passkey'),
    browsers: derive('browser'),
    secondSteps: derive('second-step'),
    words: derive('words'),
    audit: derive('audit'),
    repeats: derive('repeat'),
    shareLinks: derive('share-link'),
    watches: derive('watch'),
    setUp: derive('set-up'),
  };
}

/** HMAC-SHA-256 with the newest key. */
export function seal(keys: readonly Uint8Array[], message: string): Uint8Array {
  const [newest] = keys;
  if (newest === undefined) throw new Error('a bug in Bough: there is always a signing key');
  return createHmac('sha256', newest).update(message).digest();
}

/** Whether any of the keys sealed the message; takes the same time wherever they differ. */
export function isSeal(keys: readonly Uint8Array[], message: string, mac: Uint8Array): boolean {
  let isGood = false;
  for (const key of keys) {
    const expected = createHmac('sha256', key).update(message).digest();
    if (expected.length === mac.length && timingSafeEqual(expected, mac)) isGood = true;
  }
  return isGood;
}
