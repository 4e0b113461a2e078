import { type Clock, pause } from '@bough/base';

/** Lets through at most so many a second, in the order in which they ask; null: all at once. */
export function paceOf(clock: Clock, perSecond: number | null): (count: number) => Promise<void> {
  let freeAtMs = clock.monotonic();
  return async (count) => {
    if (perSecond === null) return;
    const nowMs = clock.monotonic();
    const turnMs = Math.max(nowMs, freeAtMs);
    freeAtMs = turnMs + (count * 1_000) / perSecond;
    if (turnMs > nowMs) await pause(clock, turnMs - nowMs);
  };
}
