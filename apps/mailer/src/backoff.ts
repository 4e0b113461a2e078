import type { Random } from '@bough/base';

const FIRST_MS = 2_000;
const LONGEST_MS = 300_000;
/** After so many attempts, a day and more, a mail has failed. */
export const MOST_ATTEMPTS = 300;

/** How long to wait after so many attempts: doubling up to five minutes, a random half of it, so that mails spread out. */
export function retryDelayMs(attempts: number, random: Pick<Random, 'fraction'>): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts, 20));
  return Math.round(full / 2 + (full / 2) * random.fraction());
}
