import { clientId, instant, lineageId, mapId, personId, sequence, sequenceText } from './ids.ts';
import type { WireChange, WireNumberedChange } from './docstore-types.ts';
import { json, list, object, type Parser } from './parser.ts';

// The changes of a document, as they cross between all services. They stand by themselves, so that a page that reads them does not fetch
// docstore's routes as well.

const OPS_IN_CHANGE = 10_000;
export const CHANGES_IN_BATCH = 4_096;
const OP_DEPTH = 8;

export const ops = list(json(OP_DEPTH), OPS_IN_CHANGE);
const changeFields = { client: clientId, counter: sequence, author: personId, at: instant, ops };
export const change: Parser<WireChange> = object(changeFields);
export const numberedChange: Parser<WireNumberedChange> = object({ ...changeFields, seq: sequence });
/** Changes in order of their numbers, and the lineage in which these were given when it was answered. */
export const changesAnswer: Parser<{
  readonly changes: readonly WireNumberedChange[];
  readonly lineage: string;
}> = object({
  lineage: lineageId,
  changes: list(numberedChange, CHANGES_IN_BATCH),
});
/** The changes `from`..`to`, both included; fewer come back when there are fewer or when they are many. */
export const changesQuery = object({ map: mapId, from: sequenceText, to: sequenceText });
