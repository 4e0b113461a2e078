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

/** How long a person's access lasts: as long as a link, or up to the end of a day. */
export type Ending = Lasting | 'date';
export const ENDINGS: readonly Ending[] = [...LASTINGS, 'date'];

/** When access ends that is given so now, on this date of the calendar (`2026-05-03`); 'none': that is no day from today on. */
export function endingAt(ending: Ending, date: string, now: number): number | null | 'none' {
  if (ending !== 'date') return endOf(ending, now);
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? [];
  const end = new Date(Number(year), Number(month) - 1, Number(day) + 1).getTime();
  return year === '' || Number.isNaN(end) || end <= now ? 'none' : end;
}

/** The day as a field of dates has it. */
export function fieldDay(at: number): string {
  const date = new Date(at);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
