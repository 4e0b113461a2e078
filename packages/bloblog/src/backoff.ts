import type { Clock, Random } from '@bough/base';

/** Exponential backoff with full jitter (AWS Architecture Blog, "Exponential Backoff And Jitter", 2015). */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
  /** How long to go on at all. */
  readonly giveUpMs: number;
}

/** What fits blob storage within one region. */
export const DEFAULT_BACKOFF: Backoff = { firstMs: 25, longestMs: 2_000, giveUpMs: 8_000 };

/** How long to wait after attempt number `attempt`, counted from 0. */
export function backoffMs(settings: Backoff, attempt: number, random: Random): number {
  const ceiling = Math.min(settings.longestMs, settings.firstMs * 2 ** Math.min(attempt, 30));
  return ceiling * (0.25 + 0.75 * random.fraction());
}

/** Resolves after that long. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve);
  });
}
