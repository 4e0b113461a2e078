import type { DocumentView } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import { filterOps, isAboutComments, type NumberedChange } from '@bough/map';
import { viewOfRole } from '@bough/sync';

/** What of a map somebody in this role is shown; who has none, and reads a public page, as who may only look. */
export function viewOf(role: MapRole | null): DocumentView {
  return role === null ? 'plain' : viewOfRole(role);
}

/** The change as who may not read comments is told it. */
export function withoutComments(change: NumberedChange): NumberedChange {
  return { ...change, ops: filterOps(change.ops, (op) => !isAboutComments(op)) };
}
