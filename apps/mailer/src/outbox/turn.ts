import type { Measure } from './outbox.ts';

const HOUR_MS = 3_600_000;
/** How long one waits for what others are sending to the same address: about as long as SMTP takes. */
const BUSY_MS = 2_000;

/** Since when what was sent counts. */
export function measuredSince(nowMs: number): number {
  return nowMs - HOUR_MS;
}

/**
 * When a claimed mail may go: now, or a time to come. Each address has so many an hour, of each topic apart, so that nobody can keep
 * somebody from signing in by inviting them often. The claimed mail is one of those under way, which are counted after it was claimed:
 * of several mailers that claim the last place at once each sees the other, so that there is never one too many; they ask again at
 * different times.
 */
export function turnOf(
  { sentAt, underWay }: Measure,
  perHour: number,
  { nowMs, fraction }: { readonly nowMs: number; readonly fraction: number },
): number {
  const oldest = sentAt[perHour - 1];
  if (oldest !== undefined) return oldest + HOUR_MS;
  return sentAt.length + underWay <= perHour ? nowMs : nowMs + Math.round(BUSY_MS * (0.5 + fraction));
}
