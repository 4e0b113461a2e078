import { median } from '../benchmark.ts';

// Whether something is flat, from what was measured: never by looking at the first and the last value, which noise moves. The slope is
// Theil and Sen's, the median of the slopes between all pairs of points, so that a few wild values do not turn it. How sure it is comes from
// the same pairs (Sen 1968): between which slopes the true one lies at 99 %. What the values scatter by is in that, so a run brings its
// own noise along.

/** One measured value: `at` is the time, or how much had been done by then. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

/** How much the value grows for each unit of `at`. */
export interface Growth {
  readonly slope: number;
  /** The true slope is at least this, and at most that, in 99 of 100 runs. */
  readonly low: number;
  readonly high: number;
}

/** What is measured twice in a short time is not two measurements: memory wanders for minutes. So neighbours count as one, by their medians. */
const MOST_POINTS = 20;
/** Standard deviations of the normal distribution for 99 %, half a percent on either side. */
const SURE = 2.576;

/** The slope of these points; of fewer than two nothing is known. */
export function growthOf(points: readonly Point[]): Growth {
  const few = together(points);
  const slopes: number[] = [];
  for (const [n, a] of few.entries()) {
    for (const b of few.slice(n + 1)) if (b.at !== a.at) slopes.push((b.value - a.value) / (b.at - a.at));
  }
  if (slopes.length === 0) return { slope: Number.NaN, low: -Infinity, high: Infinity };
  slopes.sort((a, b) => a - b);
  const n = few.length;
  const off = SURE * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  return {
    slope: median(slopes),
    low: slopes[Math.floor((slopes.length - off) / 2)] ?? -Infinity,
    high: slopes[Math.ceil((slopes.length + off) / 2)] ?? Infinity,
  };
}

/** What is to be judged, and what it may grow by. */
export interface Judged {
  readonly name: string;
  readonly points: readonly Point[];
  /** Of the slope: `MB an hour`. */
  readonly unit: string;
  /** What it may grow by for each unit of `at`. */
  readonly most: number;
}

/** What became of it. */
export type Judgement =
  | { readonly kind: 'flat' | 'grows'; readonly growth: Growth }
  /** It does not grow for certain, and yet may grow by so much that nobody can call it flat. */
  | { readonly kind: 'noise'; readonly growth: Growth };

/** So many times what it may grow by must not hide in the noise. */
export const HIDDEN = 4;

/**
 * It grows where the least that the noise leaves possible is more than it may; it is flat where, besides, the most that the noise leaves
 * possible is not far beyond it. A run with much noise, or with few points, is good for neither.
 */
export function judge({ points, most }: Pick<Judged, 'points' | 'most'>): Judgement {
  const growth = growthOf(points);
  if (growth.low > most) return { kind: 'grows', growth };
  return { kind: growth.high > most * HIDDEN ? 'noise' : 'flat', growth };
}

function together(points: readonly Point[]): readonly Point[] {
  const size = Math.max(1, Math.ceil(points.length / MOST_POINTS));
  const groups: Point[] = [];
  for (let n = 0; n + size <= points.length; n += size) {
    const group = points.slice(n, n + size);
    groups.push({ at: median(group.map(({ at }) => at)), value: median(group.map(({ value }) => value)) });
  }
  return groups;
}
