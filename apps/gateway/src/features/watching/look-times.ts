import type { PersonId } from '@bough/base';
import type { WatchWish } from '@bough/contracts';
import { DAY_MS, HOUR_MS } from '../../repeating.ts';

// Mails about changes come at the same time of day for one person, spread over people so that they are not all written at once.

const MINUTE_MS = 60_000;
/** In UTC: early in the morning of Europe, before the day's work. */
const DAILY_AT_MS = 5 * HOUR_MS;
const SPREAD_MS = { daily: 30 * MINUTE_MS, hourly: 10 * MINUTE_MS } as const;

/** When to look next what a person is to be told; null: they want no mails. */
export function nextLookAt(wish: WatchWish, person: PersonId, nowMs: number): number | null {
  if (wish === 'never') return null;
  const everyMs = wish === 'daily' ? DAY_MS : HOUR_MS;
  const shiftMs = (wish === 'daily' ? DAILY_AT_MS : 0) + Math.floor(placeOf(person) * SPREAD_MS[wish]);
  return Math.floor((nowMs - shiftMs) / everyMs) * everyMs + everyMs + shiftMs;
}

/** Somewhere from 0 to 1, always the same for one person. */
function placeOf(person: PersonId): number {
  let sum = 0;
  for (const letter of person) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 10_007;
  return sum / 10_007;
}
