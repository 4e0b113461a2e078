import type { Backoff } from '@bough/base';

/** How a store is asked again. */
export interface StoreBackoff extends Backoff {
  /** How long to go on at all. */
  readonly giveUpMs: number;
}

/** What fits blob storage within one region. */
export const DEFAULT_BACKOFF: StoreBackoff = { firstMs: 25, longestMs: 2_000, giveUpMs: 8_000 };
