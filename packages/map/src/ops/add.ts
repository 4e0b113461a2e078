import { isRecord } from '@bough/base';
import type { Add } from '../changes/change.ts';
import { mayHaveChild } from '../model/depth.ts';
import { makeItem, problemOfFields } from '../model/fields.ts';
import { isRecoveredItem } from '../model/identity.ts';
import { LIMITS } from '../model/limits.ts';
import { isOrderKey } from '../model/order.ts';
import { needParent } from '../apply/recover.ts';
import { sizeOfItem } from '../model/size.ts';
import { no, whereIs } from '../apply/step.ts';
import { needRoom } from './parts/item-writes.ts';
import { byNames, isId, isIdOrNull, itsPlace, type OpKind, theItem, whole } from './kind.ts';
import { splicedInto } from './splice.ts';
import type { Trial } from './parts/trial.ts';
import { anId, idOrNull, order, ref, type OpSchema } from '../schema/parts.ts';

export const add: OpKind<Add> = {
  letters: { a: {} },
  shape: { id: isId, parent: isIdOrNull, order: isOrderKey, fields: isRecord },
  problem: ({ id, fields }) =>
    isRecoveredItem(id) ? 'ids of this form are kept for what is recovered' : problemOfFields(fields),
  role: 'edit',
  reach: byNames,
  names: itsPlace,
  size: (op) => sizeOfItem(op.fields),
  words: ({ fields }) => [fields.text, fields.note],
  tell: (tally, op) => tally.add(op.id, op.parent),
  apply(step, op) {
    const { map } = step;
    if (whereIs(map, op.id) !== 'nowhere') return no('exists', `there is an item ${op.id} already`);
    const missing = needParent(step, op.parent);
    if (missing !== null) return missing;
    if (map.items.size >= LIMITS.items) return no('limit', `a map has at most ${LIMITS.items} items`);
    if (!mayHaveChild(map, op.parent)) return no('limit', `a map has at most ${LIMITS.depth} levels`);
    const item = makeItem(op.id, op.parent, op.order, '', op.fields);
    const tooLarge = needRoom(map, sizeOfItem(item));
    if (tooLarge !== null) return tooLarge;
    map.putItem(item);
    map.attach(item, 'live');
    step.touched.place(item);
    step.backwards.push({ kind: 'remove', id: op.id });
    return null;
  },
  target: theItem,
  compose(a, b, isAlone) {
    if (b.kind === 'set') return { ...a, fields: { ...a.fields, ...b.fields } };
    if (b.kind === 'splice') return splicedInto(a, a.fields[b.field] ?? '', b);
    if (b.kind !== 'move' || (!isAlone && a.parent !== b.parent)) return null;
    const placed: Add = { ...a, parent: b.parent, order: b.order };
    return b.side === undefined ? placed : { ...placed, fields: { ...a.fields, side: b.side } };
  },
  claim: (claims, op) => claims.touched.add(op.id),
  left: whole,
};

export const addTrial: Trial<Add> = {
  samples: ({ item }) => [
    { kind: 'add', id: item('a'), parent: null, order: 'a0', fields: { text: 'a' } },
    {
      kind: 'add',
      id: item('b'),
      parent: item('a'),
      order: 'a1V',
      fields: { text: 'b', colour: '3', offset: { x: 1, y: -1 } },
    },
  ],
  lines: [
    '["a","a-----------",null,"a0",{"text":"a"}]',
    '["a","b-----------","a-----------","a1V",{"text":"b","colour":"3","offset":{"x":1,"y":-1}}]',
  ],
  weight: 4,
  random: (world) => ({ kind: 'add', id: world.newItem(), ...world.somePlace(), fields: world.someFields() }),
};

export const addSchema: OpSchema<Add> = () => ({
  does: 'Adds an item with an id that you make. `fields` is what differs from an empty item.',
  keys: { id: anId, parent: idOrNull, order, fields: ref('ItemFields') },
});
