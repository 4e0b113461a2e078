// What a benchmark is: two ways of doing one thing, run interleaved in one process group, compared by their medians.
// Absolute times are noise on a shared machine; the ratio inside one run is the evidence.

import type { StackKind } from './bough/stand.ts';

type Bar = { readonly atMost: number } | { readonly atLeast: number };

/** One figure with the bar it is held to. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What must hold of `value`; absent: printed for information. */
  readonly bar?: Bar;
  /** What `npm test` holds it to, on a machine that does other things too: so wide that only a real regression leaves it. */
  readonly guard?: Bar;
}

export interface Report {
  /** For people, printed before the figures: rows of a table, the first is the head. */
  readonly table: readonly (readonly string[])[];
  /** The two sides of the comparison and their ratio (b / a unless the benchmark says otherwise in `what`). */
  readonly a: number;
  readonly b: number;
  readonly ratio: number;
  readonly figures: readonly Figure[];
  /** Everything else that the last line of JSON should carry. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

export interface RunSettings {
  /** True: under a minute, fewer rounds; the bars stay. */
  readonly quick: boolean;
  /** True: as `npm test` runs it. Quick, and figures are held to their guards instead of their bars. */
  readonly guard: boolean;
  /** On what it runs, as far as the scenario knows more than one. */
  readonly stack: StackKind;
  /** One line of progress for whoever waits. */
  readonly say: (line: string) => void;
}

/** Each file in benches/ exports one of these as `benchmark`. */
export interface Benchmark {
  readonly name: string;
  /** One sentence: A against B, what is measured. */
  readonly what: string;
  /** True: it looks at the page, which is built before. */
  readonly needsPage?: boolean;
  /** True: it runs on the full stack alone, which is brought before. */
  readonly needsFullStack?: boolean;
  /** True: it runs on the full stack too. */
  readonly isForStacks?: boolean;
  readonly run: (settings: RunSettings) => Promise<Report>;
}

/** Runs A and B in turn, each `rounds` times, and answers both lists; the order flips every round. */
export async function interleave<T>(
  rounds: number,
  a: () => Promise<T>,
  b: () => Promise<T>,
): Promise<{ readonly a: readonly T[]; readonly b: readonly T[] }> {
  const as: T[] = [];
  const bs: T[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      as.push(await a());
      bs.push(await b());
    } else {
      bs.push(await b());
      as.push(await a());
    }
  }
  return { a: as, b: bs };
}

/** The value below which `fraction` of the values lie (nearest rank). */
export function percentile(values: readonly number[], fraction: number): number {
  if (values.length === 0) throw new Error('no percentile of nothing');
  const sorted = values.toSorted((x, y) => x - y);
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(fraction * sorted.length) - 1));
  return sorted[at] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The median with the interval in which it lies at about 95 % (order statistics of the binomial, normal approximation). */
export function medianWithInterval(values: readonly number[]): { median: number; low: number; high: number } {
  const sorted = values.toSorted((x, y) => x - y);
  const half = (1.96 * Math.sqrt(sorted.length)) / 2;
  const pick = (at: number): number => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(at)))] ?? Number.NaN;
  return { median: median(values), low: pick(sorted.length / 2 - half - 1), high: pick(sorted.length / 2 + half) };
}

/** The figure as `npm test` judges it: by its guard alone. */
export function guarded({ name, value, unit, guard }: Figure): Figure {
  return { name, value, unit, ...(guard === undefined ? {} : { bar: guard }) };
}

/** Whether the figure reaches its bar; one without a bar always does. */
export function holds(figure: Figure): boolean {
  if (figure.bar === undefined) return true;
  return 'atMost' in figure.bar ? figure.value <= figure.bar.atMost : figure.value >= figure.bar.atLeast;
}
