import type { Cancel, Clock } from '@bough/base';
import type { Component } from '@bough/service';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Does the work again and again, so long after it was done; what fails is told, and tried again then. */
export function repeating(
  name: string,
  parts: { readonly clock: Clock; readonly onTrouble: (error: unknown) => void },
  everyMs: number,
  work: () => Promise<unknown>,
): Component {
  let cancel: Cancel = () => undefined;
  let isOver = false;
  const plan = (): void => {
    if (isOver) return;
    cancel = parts.clock.after(everyMs, () => void work().catch(parts.onTrouble).then(plan));
  };
  return {
    name,
    start: async () => plan(),
    stop: async () => {
      isOver = true;
      cancel();
    },
  };
}
