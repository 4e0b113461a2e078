// The world, as the pure packages see it. Code that must run the same in a simulation as in life takes these as
// parameters and never reads the platform's own clock, timers or randomness; the lint rule that says so names this file.

/** Cancels what was planned; calling it twice, or after the fact, does nothing. */
export type Cancel = () => void;

/** Time: `now` for stamps that people see, `monotonic` for durations, `after` for what must happen later. */
export interface Clock {
  /** Milliseconds since 1970, as the wall shows it; may jump. */
  now(): number;
  /** Milliseconds that only ever grow, from an origin that means nothing. */
  monotonic(): number;
  /** Calls `run` once, no earlier than `delayMs` from now. */
  after(delayMs: number, run: () => void): Cancel;
}

/** Randomness: from the platform's generator in life, from a seed in tests. */
export interface Random {
  /** `length` fresh bytes, owned by the caller. */
  bytes(length: number): Uint8Array;
  /** A number in [0, 1). */
  fraction(): number;
}
