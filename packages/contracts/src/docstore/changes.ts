import { clientId, instant, lineageId, mapId, personId, sequence, sequenceText } from '../ids.ts';
import { json, list, object } from '../parser.ts';

// Changes for somebody who reads them and applies none: what they did stays JSON, so that a page that shows who made them, and when,
// need not fetch packages/map. What is applied comes through parsed-changes.ts.

/** Most changes of one list. */
export const CHANGES_IN_BATCH = 4_096;
/** A list of ops, each an object with fields that hold at most lists of points. */
const OPS_DEPTH = 9;

const OPS = { type: 'array', items: { $ref: '#/components/schemas/Operation' } } as const;

/** What every change says beside its ops. */
export const changeFields = { client: clientId, counter: sequence, author: personId, at: instant };
/** The changes `from`..`to`, both included; fewer come back when there are fewer or when they are many. */
export const changesQuery = object({ map: mapId, from: sequenceText, to: sequenceText });
/** Changes in order of their numbers, and the lineage in which these were given when it was answered. */
export const shownChanges = object({
  lineage: lineageId,
  changes: list(object({ ...changeFields, ops: json(OPS_DEPTH, OPS), seq: sequence }), CHANGES_IN_BATCH),
});
