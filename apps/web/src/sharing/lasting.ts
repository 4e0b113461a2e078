/** How long something works that others may use. */
export type Lasting = 'never' | 'day' | 'week' | 'month';

const DAY = 24 * 60 * 60_000;
const LENGTHS: Readonly<Record<Lasting, number | null>> = { never: null, day: DAY, week: 7 * DAY, month: 30 * DAY };

/** Every one of these, to choose from. */
export const LASTINGS: readonly Lasting[] = ['never', 'day', 'week', 'month'];

/** When it ends, if it begins now; null: it does not. */
export function endOf(lasting: Lasting, now: number): number | null {
  const length = LENGTHS[lasting];
  return length === null ? null : now + length;
}
