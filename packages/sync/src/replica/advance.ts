import type { NumberedChange } from '@bough/map';
import type { Pending } from './pending.ts';

/** What came of changes of the order that a replica has taken in. */
export interface Advance {
  /** Own changes that are in the map's order now, or of which nothing is left to do. */
  readonly settled: number[];
  /** Own changes that were passed over: a later own one stands in the order, so these never will. */
  readonly refused: Pending[];
  /** What was new of the given changes, and is not in the document yet. */
  readonly taken: NumberedChange[];
  /** The changes do not follow the position: what lies between must be asked for. */
  isGap: boolean;
  /** A change of the order did not apply: this replica is not what it should be, and must be fetched anew. */
  isBroken: boolean;
}
