import type { ClientId } from '@bough/base';
import { type NumberedChange, type Op, transformOps } from '@bough/map';

// A client makes changes on top of the number `base` and of its own earlier changes. By the time they are here, others' may
// stand between. Each submitted change is transformed over those, both ways: what is left of the others' then stands on top
// of the submitted ones, and is what this client's next submit has to be transformed over, as long as it has not seen them
// (its base is still below them). That rest is the client's bridge. Without one (the process was restarted), the log says
// the same but for others' changes that stand below own unseen ones: these are transformed over them as if they had come
// later, which can shift a text position, and nothing else.

/** Others' changes that a client had not seen, as they stand on top of its own. */
export interface Bridge {
  readonly base: number;
  /** Everything up to this number is in `foreign`, is the client's own, or was seen by it. */
  readonly upTo: number;
  readonly foreign: readonly Foreign[];
}

interface Foreign {
  readonly seq: number;
  readonly ops: readonly Op[];
}

/** What a client's submit on top of `base` has to be transformed over; `between` are the changes after `base`, all of them. */
export function foreignFor(
  client: ClientId,
  base: number,
  between: readonly NumberedChange[],
  bridge: Bridge | null,
): readonly Foreign[] {
  if (bridge !== null && bridge.base <= base) {
    const later = between.filter((change) => change.seq > bridge.upTo && change.client !== client);
    return [...bridge.foreign.filter((each) => each.seq > base), ...later.flatMap(textual)];
  }
  return between.flatMap((change, i) => {
    const [foreign] = change.client === client ? [] : textual(change);
    if (foreign === undefined) return [];
    let { ops } = foreign;
    for (const own of between.slice(i + 1)) {
      if (own.client === client) ops = transformOps(own.ops, ops).over;
    }
    return [{ seq: change.seq, ops }];
  });
}

/** The ops as they stand on top of the foreign changes, and these on top of them. */
export function rebase(
  ops: readonly Op[],
  foreign: readonly Foreign[],
): { readonly ops: readonly Op[]; readonly foreign: readonly Foreign[] } {
  if (!ops.some(isTextual)) return { ops, foreign };
  let mine = ops;
  const after: Foreign[] = [];
  for (const each of foreign) {
    const both = transformOps(mine, each.ops);
    mine = both.ops;
    after.push({ seq: each.seq, ops: both.over });
  }
  return { ops: mine, foreign: after };
}

/** Only ops on texts move each other; the rest is left out. */
function textual(change: NumberedChange): readonly Foreign[] {
  const ops = change.ops.filter(isTextual);
  return ops.length === 0 ? [] : [{ seq: change.seq, ops }];
}

function isTextual(op: Op): boolean {
  return op.kind === 'splice' || (op.kind === 'set' && (op.fields.text !== undefined || op.fields.note !== undefined));
}
