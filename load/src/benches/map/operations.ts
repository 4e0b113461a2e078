import { must, type PersonId } from '@bough/base';
import {
  apply,
  applyOps,
  emptyMap,
  type ItemId,
  type MindMap,
  newItemId,
  type Op,
  orderBetween,
  parseOps,
  rollback,
} from '@bough/map';
import { Dice } from '@bough/map/testing';
import { percentile } from '../../benchmark.ts';

// What one op costs on a small map, on a large one, and on one whose items are all children of one: the same mix of ops on each,
// in turn, one at a time, each taken back again (not measured) so that the maps stay as large as they are. A batch stays in one
// neighbourhood of the map, as somebody does who works on it; what ops all over a large map cost, with nothing in the
// processor's caches, is measured beside.

const BATCH = 200;
/** A large map is many trees of this size, so that it is as deep as the small one, which is one of them. */
const TREE = 1_000;

interface Subject {
  readonly map: MindMap;
  readonly ids: readonly ItemId[];
  readonly dice: Dice;
  readonly isEverywhere: boolean;
  readonly us: number[];
}

export interface Operations {
  readonly small: number;
  readonly large: number;
  readonly wide: number;
  readonly largeP99: number;
  readonly everywhere: number;
}

/** Microseconds; medians but where the name says otherwise. */
export function measureOperations(count: number): Operations {
  const small = makeSubject(1_000, 20);
  const large = makeSubject(100_000, 20);
  const wide = makeSubject(100_000, 100_000);
  const everywhere: Subject = { ...large, isEverywhere: true, us: [] };
  const author = new Dice(1).ids.long() as PersonId;
  for (let done = 0; done < count; done += BATCH) {
    for (const subject of [small, large, wide, everywhere]) {
      const ids = subject.isEverywhere ? subject.ids : neighbourhood(subject);
      for (let i = 0; i < BATCH; i++) measureOne(subject, ids, author);
    }
  }
  // The first half warms up.
  const settled = ({ us }: Subject): number[] => us.slice(us.length / 2);
  return {
    small: percentile(settled(small), 0.5),
    large: percentile(settled(large), 0.5),
    wide: percentile(settled(wide), 0.5),
    largeP99: percentile(settled(large), 0.99),
    everywhere: percentile(settled(everywhere), 0.5),
  };
}

function neighbourhood({ ids, dice }: Subject): readonly ItemId[] {
  const from = dice.below(Math.ceil(ids.length / TREE)) * TREE;
  return ids.slice(from, from + TREE);
}

function measureOne({ map, dice, us }: Subject, ids: readonly ItemId[], author: PersonId): void {
  const ops = must(parseOps([someOp(dice, map, ids)]));
  const startedAt = performance.now();
  const outcome = apply(map, { author, at: 1_790_000_000_000, ops });
  us.push((performance.now() - startedAt) * 1000);
  if (outcome.ok) rollback(map, outcome.value);
}

function makeSubject(items: number, children: number): Subject {
  const dice = new Dice(11);
  const map = emptyMap();
  const author = dice.ids.long() as PersonId;
  const ids: ItemId[] = [];
  for (let i = 0; i < items; i++) {
    const id = newItemId(dice.ids);
    const inTree = i % TREE;
    const above = children < TREE ? i - inTree + Math.floor((inTree - 1) / children) : 0;
    const isRoot = children < TREE ? inTree === 0 : i === 0;
    const parent = isRoot ? null : (ids[above] ?? null);
    const fields = { text: `item ${i}` };
    must(
      applyOps(map, {
        author,
        at: 1,
        ops: [{ kind: 'add', id, parent, order: orderBetween(null, null, dice.random), fields }],
      }),
    );
    ids.push(id);
  }
  return { map, ids, dice, isEverywhere: false, us: [] };
}

/** A leaf now and then; the rest anywhere. */
function someOp(dice: Dice, map: MindMap, ids: readonly ItemId[]): Op {
  const some = (): ItemId => ids[dice.below(ids.length)] ?? must({ ok: false, error: 'no items' });
  const leaf = ids[ids.length - 1 - dice.below(Math.floor(ids.length / 2))] ?? some();
  const order = orderBetween(map.items.get(some())?.order ?? null, null, dice.random);
  switch (dice.below(6)) {
    case 0:
      return {
        kind: 'add',
        id: newItemId(dice.ids),
        parent: map.items.get(leaf)?.parent ?? null,
        order,
        fields: { text: 'new' },
      };
    case 1:
      return { kind: 'move', id: leaf, parent: map.items.get(some())?.parent ?? null, order };
    case 2:
      return { kind: 'remove', id: leaf };
    case 3:
      return { kind: 'set', id: some(), fields: { colour: '3' } };
    default:
      return { kind: 'splice', id: some(), field: 'text', at: 2, remove: 1, insert: 'x' };
  }
}
