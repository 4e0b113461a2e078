import { must, type PersonId } from '@bough/base';
import { applyOps, type MindMap, type Op } from '@bough/map';

/** Only comments have an author. */
const NOBODY = 'AAAAAAAAcACAAAAAAAAAAA' as PersonId;

/** Opens every branch of the map, for programs that draw what they are given and can unfold nothing. */
export function unfold(map: MindMap): void {
  const ops: Op[] = [];
  for (const { id, isFolded } of map.items.values()) {
    if (isFolded) ops.push({ kind: 'set', id, fields: { isFolded: false } });
  }
  if (ops.length > 0) must(applyOps(map, { author: NOBODY, at: 0, ops }));
}
