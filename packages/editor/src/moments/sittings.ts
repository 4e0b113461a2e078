import type { PersonId } from '@bough/base';
import { parseOps, type Sitting, sittingsOf } from '@bough/map';

/** A change as a page of history has it: nobody has read yet what it did. */
export interface PastChange {
  readonly seq: number;
  readonly author: PersonId;
  readonly at: number;
  readonly ops: unknown;
}

/** What people did in these changes, by person and pause. A change that this page cannot read counts as one that did nothing to tell. */
export function sittingsIn(changes: readonly PastChange[]): readonly Sitting[] {
  return sittingsOf(
    changes.map(({ seq, author, at, ops }) => {
      const read = parseOps(ops);
      return { seq, author, at, ops: read.ok ? read.value : [] };
    }),
  );
}
