import type { Clock } from '@bough/base';

// Server-Timing (W3C): `name;dur=1.2, other;dur=3`. Each hop measures its parts and merges what the hops below it said.

const PART = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,60};dur=[0-9]{1,9}(?:\.[0-9]{1,3})?$/;
const MOST_PARTS = 24;
const LONGEST_HEADER = 8_192;

/** Where the time of one request went. */
export interface Timing {
  /** Runs `work` and notes how long it took, failed or not. */
  measure<T>(name: string, work: () => Promise<T>): Promise<T>;
  add(name: string, ms: number): void;
  /** Takes over what a hop below said; what is malformed, or too much, is left out. */
  merge(header: string): void;
  /** The value of the header; empty when there is nothing. */
  header(): string;
}

/** Timing of one request, its parts named `<service>.<name>`. Texts are made when somebody asks for the header. */
export function createTiming(clock: Pick<Clock, 'monotonic'>, service: string): Timing {
  const noted: (Part | string)[] = [];
  const add = (name: string, ms: number): void => {
    if (noted.length < MOST_PARTS) noted.push({ name, ms });
  };
  return {
    add,
    measure: async (name, work) => {
      const startedMs = clock.monotonic();
      try {
        return await work();
      } finally {
        add(name, clock.monotonic() - startedMs);
      }
    },
    merge: (header) => {
      if (header.length <= LONGEST_HEADER && noted.length < MOST_PARTS) noted.push(header);
    },
    header: () => {
      const parts = noted.flatMap((each) =>
        typeof each === 'string'
          ? each.split(',').map((part) => part.trim())
          : [`${service}.${each.name};dur=${each.ms.toFixed(1)}`],
      );
      return parts
        .filter((part) => PART.test(part))
        .slice(0, MOST_PARTS)
        .join(', ');
    },
  };
}

/** A part that was measured here; what a hop below said is kept as it came. */
interface Part {
  readonly name: string;
  readonly ms: number;
}
