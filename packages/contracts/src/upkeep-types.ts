import { instant } from './ids.ts';
import { flag, integer, list, nullable, object, oneOf, type Parser, text } from './parser.ts';

/** What one walk of upkeep over all documents came to, the last time that it saw every one. */
export interface UpkeepWalk {
  /** `tidy` each day: trash, second location, what no head names. `scrub` over two weeks: every object is read. */
  readonly name: 'tidy' | 'scrub';
  readonly endedAt: number;
  readonly documents: number;
  readonly purged: number;
  readonly collected: number;
  readonly copied: number;
  readonly repaired: number;
  /** With how many documents something is wrong that a person must see to; the first of them by name. */
  readonly found: number;
  readonly troubles: readonly { readonly map: string; readonly what: string }[];
}
/** What the owner of a Bough may know of its upkeep. */
export interface UpkeepFacts {
  /** Those that have ended once. */
  readonly walks: readonly UpkeepWalk[];
  /** Whether the disk of the maps has no room left, as one docstore sees it, so that they are read-only. */
  readonly isFull: boolean;
  /** The locations whose key has sealed so much that it is to be rotated. */
  readonly wornKeys: readonly ('first' | 'second')[];
  /** How far the second location is behind, as one docstore knows, and whether it cannot be reached; null: there is none. */
  readonly second: {
    readonly isAway: boolean;
    readonly documents: number;
    readonly changes: number;
    readonly oldestMs: number;
  } | null;
}

const count = integer(0, Number.MAX_SAFE_INTEGER);
const walk: Parser<UpkeepWalk> = object({
  name: oneOf('tidy', 'scrub'),
  endedAt: instant,
  documents: count,
  purged: count,
  collected: count,
  copied: count,
  repaired: count,
  found: count,
  troubles: list(object({ map: text({ max: 100 }), what: text({ max: 500 }) }), 20),
});

/** As it crosses the wire. */
export const upkeepFacts: Parser<UpkeepFacts> = object({
  walks: list(walk, 2),
  isFull: flag,
  wornKeys: list(oneOf('first', 'second'), 2),
  second: nullable(object({ isAway: flag, documents: count, changes: count, oldestMs: count })),
});
