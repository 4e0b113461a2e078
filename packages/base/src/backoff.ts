import type { Clock, Random } from './ports.ts';

/** How pauses between attempts grow. */
export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * How long to pause before attempt `attempt` (0 is the first one after a failure): it doubles up to the longest, and half of it is
 * drawn at random, so that thousands that lost one server do not return in one instant (AWS Architecture Blog, "Exponential Backoff And
 * Jitter", 2015: equal jitter).
 */
export function backoffMs(settings: Backoff, attempt: number, random: Pick<Random, 'fraction'>): number {
  const whole = Math.min(settings.longestMs, settings.firstMs * 2 ** Math.min(attempt, 30));
  return Math.round(whole / 2 + (whole / 2) * random.fraction());
}

/** Resolves after that long. */
export function pause(clock: Pick<Clock, 'after'>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(ms, resolve);
  });
}
