import type { Move } from '../changes/change.ts';
import { CHOICES } from '../model/values.ts';
import { isOrderKey } from '../model/order.ts';
import { needParent } from '../apply/recover.ts';
import { takeBack } from '../apply/removed.ts';
import { no } from '../apply/step.ts';
import { isBelow, liveItem, moveLive, push } from './parts/item-writes.ts';
import { isId, isIdOrNull, itsPlace, noWords, oneThing, type OpKind, theItem } from './kind.ts';
import type { Trial } from './parts/trial.ts';
import { choice, anId, idOrNull, order, orNull, type OpSchema } from '../schema/parts.ts';

export const move: OpKind<Move> = {
  letters: { m: {} },
  shape: {
    id: isId,
    parent: isIdOrNull,
    order: isOrderKey,
    side: (value) => value === null || CHOICES.side.has(value),
  },
  optional: 'side',
  role: 'edit',
  reach: () => 'moves',
  names: itsPlace,
  size: oneThing,
  words: noWords,
  tell: (tally, op) => tally.move(op.id, op.parent),
  apply(step, op) {
    const { map } = step;
    if (isBelow(map, op.parent, op.id)) return no('cycle', 'an item cannot stand below itself');
    const missing = needParent(step, op.parent);
    if (missing !== null) return missing;
    const gone = map.goneItems.get(op.id);
    if (gone !== undefined) {
      const refused = takeBack(step, gone, op.parent, op.order);
      if (refused !== null) return refused;
      step.recovered.push(op.id);
      step.backwards.push({ kind: 'remove', id: op.id });
      if (op.side === undefined) return null;
      map.putItem({ ...liveItem(map, op.id), side: op.side });
      return push(step, { kind: 'set', id: op.id, fields: { side: gone.side } });
    }
    const before = map.items.get(op.id);
    return before === undefined ? no('missing', `there is no item ${op.id}`) : moveLive(step, before, op, op.side);
  },
  target: theItem,
  // Among several moves the order may matter: one may make room for another. Within one parent it does not.
  compose: (a, b, isAlone) => (b.kind === 'move' && (isAlone || a.parent === b.parent) ? { ...a, ...b } : null),
  claim(claims, op) {
    claims.moved.add(op.id);
    claims.touched.add(op.id);
    if (op.side !== undefined) claims.take(op.id, { side: op.side });
  },
  left(claims, op) {
    if (!claims.isHere(op.id) || claims.moved.has(op.id)) return null;
    const { side, ...place } = op;
    return side === undefined || claims.isTaken(op.id, 'side') ? place : op;
  },
};

export const moveTrial: Trial<Move> = {
  samples: ({ item }) => [
    { kind: 'move', id: item('a'), parent: item('b'), order: 'Zz' },
    { kind: 'move', id: item('a'), parent: null, order: 'a0', side: 'left' },
    { kind: 'move', id: item('a'), parent: null, order: 'a0', side: null },
  ],
  lines: [
    '["m","a-----------","b-----------","Zz"]',
    '["m","a-----------",null,"a0","left"]',
    '["m","a-----------",null,"a0",null]',
  ],
  weight: 3,
  random: ({ dice, somePlace }, id) => ({
    kind: 'move',
    id,
    ...somePlace(),
    ...(dice.chance(0.3) ? { side: dice.one(['left', 'right', null]) } : {}),
  }),
};

export const moveSchema: OpSchema<Move> = () => ({
  does: 'Takes an item, with all below it, to another place. Without `side` it keeps the one that it has.',
  keys: { id: anId, parent: idOrNull, order, side: orNull(choice(CHOICES.side), 'Of a child of a root.') },
});
