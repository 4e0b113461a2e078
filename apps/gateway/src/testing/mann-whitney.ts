/**
 * Mann and Whitney's U test (1947), two-sided, by its normal approximation with the correction for ties: how probable a difference
 * as large as this one is when both samples come from the same distribution.
 */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))];
  all.sort((x, y) => x.value - y.value);
  let ranksOfA = 0;
  let ties = 0;
  for (let from = 0; from < all.length;) {
    let to = from;
    while (to < all.length && all[to]?.value === all[from]?.value) to++;
    const rank = (from + 1 + to) / 2;
    for (let at = from; at < to; at++) if (all[at]?.isA === true) ranksOfA += rank;
    ties += (to - from) ** 3 - (to - from);
    from = to;
  }
  const [n, m] = [a.length, b.length];
  const u = ranksOfA - (n * (n + 1)) / 2;
  const total = n + m;
  const variance = ((n * m) / 12) * (total + 1 - ties / (total * (total - 1)));
  return variance === 0 ? 1 : 2 * (1 - normal(Math.abs(u - (n * m) / 2) / Math.sqrt(variance)));
}

/** The standard normal distribution function, by Abramowitz and Stegun 26.2.17; good to seven digits. */
function normal(x: number): number {
  const t = 1 / (1 + 0.231_641_9 * x);
  const series =
    t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return 1 - (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
