import { makeIds, parsePersonId } from '@bough/base';
import { seededRandom, VirtualClock } from '@bough/base/testing';
import { applyOps, type Applied, childrenOf, type ItemId, type MindMap, newItemId, type Op, Orders } from '@bough/map';

/** An edit, and whether it is about one item: a fold, a move or a removal is about a whole branch. */
export interface Edit {
  readonly applied: Applied;
  readonly isSmall: boolean;
}

/** Edits as people make them, one at each call, all over the map: mostly typing, then new items, folds, moves, removals. */
export function randomEdits(map: MindMap): () => Edit {
  const random = seededRandom(7);
  const ids = makeIds(new VirtualClock(), random);
  const orders = new Orders(random);
  const author = parsePersonId(ids.long());
  if (author === null) throw new Error('ids make ids');
  const chance = (): number => random.bytes(4).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32;
  const all = [...map.items.keys()];
  const some = (): ItemId => {
    for (;;) {
      const id = all[Math.floor(chance() * all.length)];
      if (id !== undefined && map.items.get(id)?.parent != null) return id;
    }
  };
  const lastBelow = (parent: ItemId): string => {
    const last = childrenOf(map, parent).at(-1);
    return orders.between(last === undefined ? null : (map.items.get(last)?.order ?? null), null);
  };
  const next = (): Op => {
    const kind = chance();
    const id = some();
    if (kind < 0.6) {
      const at = map.items.get(id)?.text.length ?? 0;
      return {
        kind: 'splice',
        id,
        field: 'text',
        at,
        remove: 0,
        insert: ' word'.slice(0, 1 + Math.floor(chance() * 4)),
      };
    }
    if (kind < 0.8) {
      const made = newItemId(ids);
      all.push(made);
      return { kind: 'add', id: made, parent: id, order: lastBelow(id), fields: { text: 'something new' } };
    }
    if (kind < 0.9) return { kind: 'set', id, fields: { isFolded: map.items.get(id)?.isFolded !== true } };
    if (kind < 0.97) {
      const parent = some();
      return { kind: 'move', id, parent, order: lastBelow(parent) };
    }
    return { kind: 'remove', id };
  };
  return () => {
    for (;;) {
      const op = next();
      const done = applyOps(map, { author, at: 1, ops: [op] });
      // A move below itself is refused.
      if (done.ok) return { applied: done.value, isSmall: op.kind === 'splice' || op.kind === 'add' };
    }
  };
}
