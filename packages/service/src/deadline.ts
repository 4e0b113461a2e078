import type { Clock } from '@bough/base';

/** Until when an answer is of use to whoever asked. */
export interface Deadline {
  /** Milliseconds left, never below 0. */
  remainingMs(): number;
}

/** A deadline that many milliseconds from now. */
export function deadlineIn(clock: Pick<Clock, 'monotonic'>, ms: number): Deadline {
  const endsAtMs = clock.monotonic() + ms;
  return { remainingMs: () => Math.max(0, endsAtMs - clock.monotonic()) };
}
