const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago, as one would say it: "5 minutes ago", "yesterday", "3 May". */
export function sayWhen(at: number, now: number, language: string): string {
  const ago = Math.max(0, now - at);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (ago < MINUTE) return relative.format(0, 'second');
  if (ago < HOUR) return relative.format(-Math.floor(ago / MINUTE), 'minute');
  if (ago < DAY) return relative.format(-Math.floor(ago / HOUR), 'hour');
  if (ago < 7 * DAY) return relative.format(-Math.floor(ago / DAY), 'day');
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  const parts: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' };
  return new Intl.DateTimeFormat(language, sameYear ? parts : { ...parts, year: 'numeric' }).format(at);
}

/** A day, as one would write it: "3 May", with the year when it is another. */
export function sayDay(at: number, language: string): string {
  const sameYear = new Date(at).getFullYear() === new Date().getFullYear();
  const parts: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' };
  return new Intl.DateTimeFormat(language, sameYear ? parts : { ...parts, year: 'numeric' }).format(at);
}
