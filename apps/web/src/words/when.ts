const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// As Intl says it, which a test holds it to; making Intl's formats takes a slow device a tenth of a second before the first map is listed.

interface Said {
  readonly now: string;
  readonly ago: (count: number, unit: 'minute' | 'hour' | 'day') => string;
  readonly months: readonly string[];
  /** A day without its year, and with it. */
  readonly day: (day: number, month: string) => string;
  readonly dayOf: (day: number, month: string, year: number) => string;
}

const ENGLISH: Said = {
  now: 'now',
  ago: (count, unit) => (unit === 'day' && count === 1 ? 'yesterday' : `${count} ${unit}${count === 1 ? '' : 's'} ago`),
  months: 'January February March April May June July August September October November December'.split(' '),
  day: (day, month) => `${month} ${day}`,
  dayOf: (day, month, year) => `${month} ${day}, ${year}`,
};
const UNITS = { minute: ['Minute', 'Minuten'], hour: ['Stunde', 'Stunden'], day: ['Tag', 'Tagen'] } as const;
const GERMAN: Said = {
  now: 'jetzt',
  ago: (count, unit) => {
    if (unit === 'day' && count <= 2) return count === 1 ? 'gestern' : 'vorgestern';
    return `vor ${count} ${UNITS[unit][count === 1 ? 0 : 1]}`;
  },
  months: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  day: (day, month) => `${day}. ${month}`,
  dayOf: (day, month, year) => `${day}. ${month} ${year}`,
};

/** How long ago, as one would say it: "5 minutes ago", "yesterday", "3 May". */
export function sayWhen(at: number, now: number, language: string): string {
  const ago = Math.max(0, now - at);
  const said = saidIn(language);
  if (ago < MINUTE) return said.now;
  if (ago < HOUR) return said.ago(Math.floor(ago / MINUTE), 'minute');
  if (ago < DAY) return said.ago(Math.floor(ago / HOUR), 'hour');
  if (ago < 7 * DAY) return said.ago(Math.floor(ago / DAY), 'day');
  return dayIn(said, at, now);
}

/** A day, as one would write it: "3 May", with the year when it is another. */
export function sayDay(at: number, language: string): string {
  return dayIn(saidIn(language), at, Date.now());
}

function saidIn(language: string): Said {
  return language === 'de' ? GERMAN : ENGLISH;
}

function dayIn({ months, day, dayOf }: Said, at: number, now: number): string {
  const date = new Date(at);
  const month = months[date.getMonth()] ?? '';
  const year = date.getFullYear();
  return year === new Date(now).getFullYear() ? day(date.getDate(), month) : dayOf(date.getDate(), month, year);
}
