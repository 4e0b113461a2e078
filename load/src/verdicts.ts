import { type Figure, holds } from './benchmark.ts';

// A figure as it is printed, and as `npm run results` reads it again.

/** What is read of a printed figure. */
export interface Verdict {
  readonly name: string;
  /** With its unit. */
  readonly value: string;
  /** `at most 5`; null: printed for information. */
  readonly bar: string | null;
  readonly holds: boolean;
}

const WITH_BAR = /^ {2}(holds|FALLS SHORT): (.+): ([^:]+) \(bar: (at (?:most|least) [^)]+)\)$/;
const WITHOUT = /^ {2}(?! )(.+): (\S+(?: \S.*)?)$/;

/** The figure in one line. */
export function printedFigure(figure: Figure): string {
  const value = `${rounded(figure.value)} ${figure.unit}`.trim();
  if (figure.bar === undefined) return `  ${figure.name}: ${value}`;
  const bar = 'atMost' in figure.bar ? `at most ${figure.bar.atMost}` : `at least ${figure.bar.atLeast}`;
  return `  ${holds(figure) ? 'holds' : 'FALLS SHORT'}: ${figure.name}: ${value} (bar: ${bar})`;
}

/** What this line says of a figure; null: it is about none. */
export function readFigure(line: string): Verdict | null {
  const judged = WITH_BAR.exec(line);
  if (judged !== null) {
    const [, word, name = '', value = '', bar = ''] = judged;
    return { name, value, bar, holds: word === 'holds' };
  }
  const [, name, value] = WITHOUT.exec(line) ?? [];
  return name === undefined || value === undefined || !/^-?[\d.]|^NaN/.test(value)
    ? null
    : { name, value, bar: null, holds: true };
}

/** The figures of a run that has ended: behind its table, which an empty line ends; what it said on its way may look like one. */
export function readFigures(said: string): readonly Verdict[] {
  const lines = said.trimEnd().split('\n');
  return lines.slice(lines.lastIndexOf('') + 1).flatMap((line) => readFigure(line) ?? []);
}

/** As it is printed: three digits say all that a measurement knows. */
export function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
