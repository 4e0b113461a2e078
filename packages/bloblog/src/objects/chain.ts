import { utf8Encode } from '@bough/base';
import type { Digest } from '../ports.ts';

// The hash chain over a log: chain(0) is 32 zero bytes, chain(n) = SHA-256(chain(n - 1) followed by line n as UTF-8). It does
// not depend on where segments are cut.

/** chain(0). */
export const CHAIN_START: Uint8Array = new Uint8Array(32);

/** The chain after these lines, from the chain before them. */
export function chainOver(digest: Digest, before: Uint8Array, lines: readonly string[]): Uint8Array {
  let chain = before;
  for (const line of lines) {
    const text = utf8Encode(line);
    const both = new Uint8Array(32 + text.length);
    both.set(chain);
    both.set(text, 32);
    chain = digest.sha256(both);
  }
  return chain;
}

/** Whether two chains are the same. */
export function isSameChain(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
