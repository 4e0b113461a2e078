import type { Restore } from '../changes/change.ts';
import { assert } from '@bough/base';
import { isRecoveredItem } from '../model/identity.ts';
import { isOrderKey } from '../model/order.ts';
import { needParent } from '../apply/recover.ts';
import { takeBack } from '../apply/removed.ts';
import { no, whereIs } from '../apply/step.ts';
import { isBelow, moveLive, push } from './parts/item-writes.ts';
import { isId, isIdOrNull, itsPlace, notComposed, noWords, oneThing, type OpKind, theItem } from './kind.ts';
import type { Trial } from './parts/trial.ts';
import { anId, idOrNull, order, type OpSchema } from '../schema/parts.ts';

export const restore: OpKind<Restore> = {
  letters: { b: {} },
  shape: { id: isId, parent: isIdOrNull, order: isOrderKey },
  role: 'edit',
  reach: () => 'removes',
  names: itsPlace,
  size: oneThing,
  words: noWords,
  tell: (tally, op) => tally.restore(op.id, op.parent),
  apply(step, op) {
    const { map } = step;
    if (isBelow(map, op.parent, op.id)) return no('cycle', 'an item cannot stand below itself');
    const live = map.items.get(op.id);
    // Somebody's edit has recovered it meanwhile: it goes back to its place from there.
    const isRecovered = live?.parent != null && isRecoveredItem(live.parent);
    if (live !== undefined && !isRecovered) return no('exists', `the item ${op.id} was not removed`);
    if (live === undefined && whereIs(map, op.id) === 'nowhere') return no('missing', `there is no item ${op.id}`);
    const missing = needParent(step, op.parent);
    if (missing !== null) return missing;
    const now = map.items.get(op.id);
    if (now !== undefined) return moveLive(step, now, op, undefined);
    const gone = map.goneItems.get(op.id);
    assert(gone, 'an item that is not live and not nowhere is gone');
    return takeBack(step, gone, op.parent, op.order) ?? push(step, { kind: 'remove', id: op.id });
  },
  target: theItem,
  compose: notComposed,
  claim(claims, op) {
    claims.moved.add(op.id);
    claims.touched.add(op.id);
  },
  left: (claims, op) => (claims.map.items.has(op.id) && claims.touched.has(op.id) ? null : op),
};

export const restoreTrial: Trial<Restore> = {
  samples: ({ item }) => [{ kind: 'restore', id: item('a'), parent: item('b'), order: 'a0' }],
  lines: ['["b","a-----------","b-----------","a0"]'],
  weight: 1,
  random: (world, item) => ({ kind: 'restore', id: world.oldItem() ?? item, ...world.somePlace() }),
};

export const restoreSchema: OpSchema<Restore> = () => ({
  does: 'Brings back what a remove took, as it was, under this parent.',
  keys: { id: anId, parent: idOrNull, order },
});
