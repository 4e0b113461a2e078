import type { Random } from '@bough/base';

export interface BackoffSettings {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Short enough at the longest that everybody is back within ten seconds of the end of an outage. */
const RECONNECT: BackoffSettings = { firstMs: 300, longestMs: 4000 };

/**
 * How long to pause before attempt `attempt` (0 is the first one after a failure): it doubles up to the longest, and half of
 * it is drawn at random, so that a thousand clients that lost one gateway do not return in one instant.
 */
export function pauseMs(
  attempt: number,
  random: Pick<Random, 'fraction'>,
  settings: BackoffSettings = RECONNECT,
): number {
  const whole = Math.min(settings.longestMs, settings.firstMs * 2 ** Math.min(attempt, 30));
  return Math.round(whole / 2 + (whole / 2) * random.fraction());
}
