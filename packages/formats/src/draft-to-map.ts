import { err, ok, type Ids, type PersonId, type Random, type Result } from '@bough/base';
import { applyOps, emptyMap, LIMITS, type MindMap, type Op } from '@bough/map';
import type { FileRefusal } from './read-file.ts';
import type { Draft } from './shared/draft.ts';
import { opsOf, type PlaceFile } from './shared/ops-of-draft.ts';
import { Reporter, type ReportNote } from './shared/report.ts';
import { Unreadable } from './shared/unreadable.ts';

/** The changes that make a draft's map, each small enough to be sent, and what a map could not take of it. */
export interface DraftChanges {
  readonly changes: readonly (readonly Op[])[];
  readonly notes: readonly ReportNote[];
}

/** Fresh ids, and chance for the order keys. */
export interface Making {
  readonly ids: Pick<Ids, 'short'>;
  readonly random: Random;
  /** Where an image that came inside the file is now. */
  readonly place?: PlaceFile;
}

/** The draft as changes to an empty map. */
export function changesOf(draft: Draft, making: Making): Result<DraftChanges, FileRefusal> {
  const reporter = new Reporter();
  try {
    const ops = opsOf(draft, making.ids, making.random, reporter, making.place ?? (() => null));
    return ok({ changes: portions(ops), notes: reporter.notes() });
  } catch (cause) {
    if (cause instanceof Unreadable) return err({ reason: cause.reason, message: cause.message });
    throw cause;
  }
}

/** The draft as a map of its own. */
export function mapOf(draft: Draft, making: Making): Result<MindMap, FileRefusal> {
  const made = changesOf(draft, making);
  if (!made.ok) return made;
  const map = emptyMap();
  for (const ops of made.value.changes) {
    const applied = applyOps(map, { author: NOBODY, at: 0, ops });
    if (!applied.ok) return err({ reason: 'too-large', message: `A map cannot hold it: ${applied.error.detail}.` });
  }
  return ok(map);
}

/** Only comments have an author, and a file has none. */
const NOBODY = 'AAAAAAAAcACAAAAAAAAAAA' as PersonId;

/** A change may not be larger than LIMITS.change; a quarter leaves room for how sizes are counted. */
function portions(ops: readonly Op[]): Op[][] {
  const all: Op[][] = [];
  let portion: Op[] = [];
  let size = 0;
  for (const op of ops) {
    const more = 256 + JSON.stringify(op).length;
    if (portion.length > 0 && (size + more > LIMITS.change || portion.length >= LIMITS.ops)) {
      all.push(portion);
      portion = [];
      size = 0;
    }
    portion.push(op);
    size += more;
  }
  if (portion.length > 0) all.push(portion);
  return all;
}
