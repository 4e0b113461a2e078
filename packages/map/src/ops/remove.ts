import type { Remove } from '../changes/change.ts';
import { takeApart, takeAway } from '../apply/removed.ts';
import { no } from '../apply/step.ts';
import { isId, itsId, noClaim, notComposed, noWords, oneThing, type OpKind, theItem } from './kind.ts';
import type { Trial } from './parts/trial.ts';
import { anId, type OpSchema } from '../schema/parts.ts';

export const remove: OpKind<Remove> = {
  letters: { r: {} },
  shape: { id: isId },
  role: 'edit',
  reach: () => 'removes',
  names: itsId,
  size: oneThing,
  words: noWords,
  tell: (tally, op) => tally.remove(op.id),
  apply(step, { id }) {
    const { map } = step;
    const live = map.items.get(id);
    if (live !== undefined) {
      const removal = takeAway(step, live);
      step.backwards.pushRemoval({ kind: 'restore', id, parent: live.parent, order: live.order }, removal);
      return null;
    }
    const gone = map.goneItems.get(id);
    if (gone === undefined) return no('missing', `there is no item ${id}`);
    // Two people removed it, the other one from further up: bringing back that one's must not bring back this one's.
    if (gone.parent !== null) takeApart(step, gone);
    return null;
  },
  target: theItem,
  compose: notComposed,
  claim: noClaim,
  left: (claims, op) => (claims.map.items.has(op.id) && !claims.isBuiltUpon(op.id) ? op : null),
};

export const removeTrial: Trial<Remove> = {
  samples: ({ item }) => [{ kind: 'remove', id: item('a') }],
  lines: ['["r","a-----------"]'],
  weight: 2,
  random: (_, id) => ({ kind: 'remove', id }),
};

export const removeSchema: OpSchema<Remove> = () => ({
  does: 'Removes an item with everything below it.',
  keys: { id: anId },
});
