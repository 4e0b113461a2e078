import { instant } from '../ids.ts';
import { flag, integer, list, nullable, object, oneOf, type ParsedBy, text } from '../parser.ts';

const count = integer(0, Number.MAX_SAFE_INTEGER);
/** What one walk of upkeep over all documents came to, the last time that it saw every one. */
const upkeepWalk = object({
  /** `tidy` each day: trash, second location, what no head names. `scrub` over two weeks: every object is read. */
  name: oneOf('tidy', 'scrub'),
  endedAt: instant,
  documents: count,
  purged: count,
  collected: count,
  copied: count,
  repaired: count,
  /** With how many documents something is wrong that a person must see to; the first of them by name. */
  found: count,
  troubles: list(object({ map: text({ max: 100 }), what: text({ max: 500 }) }), 20),
});
export type UpkeepWalk = ParsedBy<typeof upkeepWalk>;

/** What the owner of a Bough may know of its upkeep. */
export const upkeepFacts = object({
  /** Those that have ended once. */
  walks: list(upkeepWalk, 2),
  /** Whether the disk or the bucket of the maps has no room left, as one docstore sees it, so that they are read-only. */
  isFull: flag,
  /** The locations whose key has sealed so much that it is to be rotated. */
  wornKeys: list(oneOf('first', 'second'), 2),
  /** How far the second location is behind, as one docstore knows, and whether it cannot be reached; null: there is none. */
  second: nullable(object({ isAway: flag, documents: count, changes: count, oldestMs: count })),
});
export type UpkeepFacts = ParsedBy<typeof upkeepFacts>;
