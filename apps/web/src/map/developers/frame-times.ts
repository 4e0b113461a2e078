// How smoothly the page is drawn, from the gaps between its frames.

/** A frame that took longer is seen. */
const LONG_MS = 50;
/** So much is looked back. */
const LOOK_MS = 5_000;

/** The frames of the last seconds. */
export interface FrameTimes {
  readonly p50: number;
  readonly p95: number;
  readonly longestMs: number;
  /** Frames over 50 ms. */
  readonly long: number;
  /** Frames that the display could have shown and did not. */
  readonly dropped: number;
}

/** The value below or at which that share of them is (nearest rank); 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/** What the gaps come to; null while there are none. The quickest tenth says how often the display shows a frame. */
export function frameTimes(gaps: readonly number[]): FrameTimes | null {
  if (gaps.length === 0) return null;
  const usual = Math.max(1, percentile(gaps, 0.1));
  return {
    p50: percentile(gaps, 0.5),
    p95: percentile(gaps, 0.95),
    longestMs: Math.max(...gaps),
    long: gaps.filter((gap) => gap > LONG_MS).length,
    dropped: gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / usual) - 1), 0),
  };
}

/** Notes the page's frames from when it is made until it is stopped. While the page is hidden there are none to note. */
export class FrameWatch {
  #frames: { readonly at: number; readonly gap: number }[] = [];
  #lastMs: number | null = null;
  #asked: number;

  constructor() {
    this.#asked = requestAnimationFrame(this.#note);
    document.addEventListener('visibilitychange', this.#forget);
  }

  /** The gaps of the last five seconds. */
  gaps(): readonly number[] {
    const since = performance.now() - LOOK_MS;
    this.#frames = this.#frames.filter(({ at }) => at >= since);
    return this.#frames.map(({ gap }) => gap);
  }

  stop(): void {
    cancelAnimationFrame(this.#asked);
    document.removeEventListener('visibilitychange', this.#forget);
  }

  readonly #note = (at: number): void => {
    if (this.#lastMs !== null) this.#frames.push({ at, gap: at - this.#lastMs });
    this.#lastMs = at;
    this.#asked = requestAnimationFrame(this.#note);
  };

  readonly #forget = (): void => {
    this.#lastMs = null;
  };
}
