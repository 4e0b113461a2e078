import type { Clock } from '@bough/base';
import { platformClock } from '@bough/service';

/** A timer of the machine goes off at a whole millisecond; what is left behind it is waited for turn by turn. */
const TIMER_MS = 1;

/**
 * The machine's own clock, some times as fast, with timers that are as much finer: who is made to wait waits so much shorter. What a wait hides
 * then, it hides all the more where it is longer.
 */
export function quickClock(times: number): Clock {
  const [beganAt, beganMs] = [platformClock.now(), platformClock.monotonic()];
  const monotonic = (): number => (platformClock.monotonic() - beganMs) * times;
  return {
    now: () => Math.floor(beganAt + monotonic()),
    monotonic,
    after: (delayMs, run) => {
      const dueMs = platformClock.monotonic() + delayMs / times;
      let isCancelled = false;
      const runWhenDue = (): void => {
        if (isCancelled) return;
        if (platformClock.monotonic() >= dueMs) run();
        else setImmediate(runWhenDue);
      };
      const cancel = platformClock.after(Math.floor(delayMs / times) - TIMER_MS, runWhenDue);
      return () => {
        isCancelled = true;
        cancel();
      };
    },
  };
}
