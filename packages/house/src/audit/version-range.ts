// Versions and ranges as advisories of npm write them: ">=8.0.0 <8.17.1 || =9.0.0", "<=1.2.3", "*". Not all of npm's grammar: what is not
// understood is a bug of the list, and told as one.

interface Version {
  readonly numbers: readonly number[];
  /** What stands behind the hyphen; none for a release. */
  readonly before: readonly string[];
}

/** Whether the version lies in the range; null: one of them cannot be read. */
export function isWithin(version: string, range: string): boolean | null {
  const here = parseVersion(version);
  if (here === null) return null;
  let isIn = false;
  for (const part of range.split('||')) {
    const holds = holdsAll(here, part.trim());
    if (holds === null) return null;
    isIn ||= holds;
  }
  return isIn;
}

function holdsAll(here: Version, part: string): boolean | null {
  if (part === '*') return true;
  const bounds = part.replaceAll(/(<=|>=|<|>|=)\s+/g, '$1').split(/[\s,]+/);
  let holds = true;
  for (const bound of bounds) {
    const [, sign = '', text = ''] = /^(<=|>=|<|>|=)?(.+)$/.exec(bound) ?? [];
    const there = parseVersion(text);
    if (there === null) return null;
    holds &&= isOn(sign, compare(here, there));
  }
  return holds;
}

function isOn(sign: string, order: number): boolean {
  if (sign === '<') return order < 0;
  if (sign === '<=') return order <= 0;
  if (sign === '>') return order > 0;
  return sign === '>=' ? order >= 0 : order === 0;
}

function parseVersion(text: string): Version | null {
  const read = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/.exec(text);
  if (read === null) return null;
  const [, major, minor = '0', patch = '0', before = ''] = read;
  return { numbers: [major, minor, patch].map(Number), before: before === '' ? [] : before.split('.') };
}

function compare(a: Version, b: Version): number {
  for (const [n, number] of a.numbers.entries()) {
    const difference = number - (b.numbers[n] ?? 0);
    if (difference !== 0) return difference;
  }
  // What comes before a release lies below it.
  if (a.before.length === 0 || b.before.length === 0) return b.before.length - a.before.length;
  for (let n = 0; n < Math.max(a.before.length, b.before.length); n++) {
    const order = comparePart(a.before[n], b.before[n]);
    if (order !== 0) return order;
  }
  return 0;
}

function comparePart(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? -1 : 1;
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA && isNumberB) return Number(a) - Number(b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
