/** From where to where something reaches, in one direction. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What is longer than this part of a tile is cut: else tiles would hardly advance. */
const LONGEST_PART = 0.75;

/** Whether it may be kept whole on tiles of that length. */
export function isKeptWhole({ from, to }: Span, length: number): boolean {
  return to - from <= length * LONGEST_PART;
}

/**
 * Where tiles of that length begin so that they cover the area without a gap, and each span that is not too long is whole on one of them:
 * where an edge would cut through some, the next tile begins before them, and both have the strip between. Without any, the area lies
 * in the middle of its tiles.
 */
export function tileStarts(area: Span, length: number, spans: readonly Span[]): readonly number[] {
  const kept = spans.filter((span) => isKeptWhole(span, length));
  const fewest = Math.max(1, Math.ceil((area.to - area.from) / length));
  const centred = startsFrom(area.from - (fewest * length - (area.to - area.from)) / 2, area.to, length, kept);
  return centred.length === fewest ? centred : startsFrom(area.from, area.to, length, kept);
}

function startsFrom(first: number, end: number, length: number, kept: readonly Span[]): number[] {
  const starts = [first];
  for (let start = first; start + length < end - EPSILON;) {
    const edge = start + length;
    const cut = kept.filter(({ from, to }) => from < edge && to > edge);
    start = Math.min(edge, ...cut.map(({ from }) => from));
    starts.push(start);
  }
  return starts;
}

/** Halves of sums are not exact. */
const EPSILON = 1e-6;
