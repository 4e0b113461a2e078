import type { PersonId } from '@bough/base';
import { NO_OPS, type ParsedOps, parseOps } from '@bough/map';
import { type Sitting, sittingsOf } from '@bough/map/difference';

/** A change as a page of history has it: nobody has read yet what it did. */
export interface PastChange {
  readonly seq: number;
  readonly author: PersonId;
  readonly at: number;
  readonly ops: unknown;
}

/** A change of a page of history, read. */
interface ReadChange extends PastChange {
  readonly ops: ParsedOps;
}

/** The changes, read; one that this page cannot read counts as one that did nothing. */
export function parsedPast(changes: readonly PastChange[]): readonly ReadChange[] {
  return changes.map(({ seq, author, at, ops }) => {
    const read = parseOps(ops);
    return { seq, author, at, ops: read.ok ? read.value : NO_OPS };
  });
}

/** What people did in these changes, by person and pause. */
export function sittingsIn(changes: readonly PastChange[]): readonly Sitting[] {
  return sittingsOf(parsedPast(changes));
}
