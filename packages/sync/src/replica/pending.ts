import { type Applied, isAboutComments, type Op, type ParsedOps } from '@bough/map';
import type { SavedPending } from '../client/client-types.ts';

/** An own change that is not in the map's order yet. */
export interface Pending {
  readonly counter: number;
  readonly step: number;
  readonly at: number;
  /** As they apply after `position` and the pending changes before. */
  ops: ParsedOps;
  /** What takes it back, by the map as it was laid on; null: it is not in the map now. */
  inverse: readonly Op[] | null;
  /** What comes back with the same ops has the same effect, to the byte: nothing in it depends on the time. */
  isPlain: boolean;
  /** It brought removed items back that others had removed: nothing that stands only since then can be put into it. */
  hasRecovered: boolean;
  /** It may have been sent: its content is fixed but for transformation. */
  isFrozen: boolean;
  /** It was acknowledged once, by an order that has lost it since. */
  readonly isAgain: boolean;
}

/** A pending change on top of number `base`, as it is stored. */
export function savedPending({ counter, at, ops, isAgain }: Omit<Pending, 'step'>, base: number): SavedPending {
  return { counter, base, at, ops, ...(isAgain ? { isAgain } : {}) };
}

/** Whether what comes back with the same ops has the same effect: nothing in it depends on the time. */
export function isPlain(ops: readonly Op[], applied: Applied): boolean {
  return applied.recovered.length === 0 && !ops.some(isAboutComments);
}
