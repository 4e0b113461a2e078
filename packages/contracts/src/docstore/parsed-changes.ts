import { type Change, LIMITS, type NumberedChange, type ParsedOps, parseOps } from '@bough/map';
import { CHANGES_IN_BATCH, changeFields } from './changes.ts';
import { lineageId, sequence } from '../ids.ts';
import { list, object, type ParsedBy, type Parser, parser } from '../parser.ts';

// The changes of a document, as services hand them to each other. Here they are parsed, in full: what has come through is not looked
// at again in the same process.

/** The ops of one change, as packages/map has them; kinds and fields are pinned with packages/sync's protocol. */
export const ops: Parser<ParsedOps> = parser(`ops(${LIMITS.ops})`, parseOps, {
  type: 'array',
  items: { $ref: '#/components/schemas/Operation' },
  maxItems: LIMITS.ops,
});
const fields = { ...changeFields, ops };
export const change: Parser<Change> = object(fields);
export const numberedChange: Parser<NumberedChange> = object({ ...fields, seq: sequence });
/** Changes in order of their numbers, and the lineage in which these were given when it was answered. */
export const changesAnswer = object({
  lineage: lineageId,
  changes: list(numberedChange, CHANGES_IN_BATCH),
});
export type ReadChanges = ParsedBy<typeof changesAnswer>;
