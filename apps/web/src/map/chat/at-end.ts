// A list that stays at its end while it grows, and while it becomes lower: the field below it takes its room.

/** What of a list is in sight. */
export interface Scrolled {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

/** So near the end somebody is at it. */
const NEAR = 32;

export function isNearEnd({ scrollTop, scrollHeight, clientHeight }: Scrolled): boolean {
  return scrollHeight - scrollTop - clientHeight < NEAR;
}

/**
 * How far the list was scrolled when it last was at its end; null: it does not stay there. Only somebody who scrolls up from there ends
 * that. A list that became lower or longer, and has not followed yet, is not at its end either, and stays nevertheless.
 */
export function endAfter(end: number | null, now: Scrolled): number | null {
  if (isNearEnd(now)) return now.scrollHeight - now.clientHeight;
  return end !== null && now.scrollTop > end - NEAR ? end : null;
}
