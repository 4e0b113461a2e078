/** What was asked for on the command line. */
export interface Asked {
  readonly seeds: readonly number[];
  readonly minutes: number;
  /** Where to write what was done and seen; null: nowhere. */
  readonly report: string | null;
}

const MINUTES = 3;

/** Reads `SEED` or `FROM..TO`, `--minutes N` and `--report FILE`; null where that is not what stands there. */
export function readAsked(args: readonly string[]): Asked | null {
  const rest = [...args];
  const minutes = Number(takeGiven(rest, '--minutes') ?? MINUTES);
  const report = takeGiven(rest, '--report');
  const [from = NaN, to = from] = (rest.length === 1 ? (rest[0] ?? '') : '')
    .split('..')
    .map((part) => (part === '' ? NaN : Number(part)));
  const isRange = Number.isInteger(from) && Number.isInteger(to) && from <= to;
  if (!isRange || !(minutes > 0) || report === '') return null;
  return { seeds: Array.from({ length: to - from + 1 }, (_, n) => from + n), minutes, report };
}

/** Takes what is given by that name out of the words: empty where nothing stands behind it, null where it is not among them. */
export function takeGiven(words: string[], name: string): string | null {
  const at = words.indexOf(name);
  return at === -1 ? null : (words.splice(at, 2)[1] ?? '');
}
