import { isRecord } from '@bough/base';
import type { SetFields } from '../changes/change.ts';
import { problemOfFields } from '../model/fields.ts';
import { needItem } from '../apply/recover.ts';
import { sizeOfItem } from '../model/size.ts';
import { changeFields, liveItem, push } from './parts/item-writes.ts';
import { byNames, isId, itsId, type OpKind, theItem } from './kind.ts';
import { splicedInto } from './splice.ts';
import { pick } from './parts/pick.ts';
import type { Trial } from './parts/trial.ts';
import { anId, ref, type OpSchema } from '../schema/parts.ts';

export const set: OpKind<SetFields> = {
  letters: { s: {} },
  shape: { id: isId, fields: isRecord },
  problem: (op) => problemOfFields(op.fields),
  role: 'edit',
  reach: byNames,
  names: itsId,
  size: (op) => sizeOfItem(op.fields),
  words: ({ fields }) => [fields.text, fields.note],
  tell(tally, { id, fields }) {
    const { text, note, isFolded: _, ...look } = fields;
    if (text !== undefined || note !== undefined) tally.edit(id, 'words');
    if (Object.keys(look).length > 0) tally.edit(id, 'look');
  },
  apply(step, { id, fields }) {
    const missing = needItem(step, id);
    if (missing !== null) return missing;
    const before = liveItem(step.map, id);
    return changeFields(step, before, fields) ?? push(step, { kind: 'set', id, fields: pick(before, fields) });
  },
  target: theItem,
  compose(a, b) {
    if (b.kind === 'set') return { ...a, fields: { ...a.fields, ...b.fields } };
    return b.kind === 'splice' ? splicedInto(a, a.fields[b.field], b) : null;
  },
  claim(claims, { id, fields }) {
    claims.take(id, fields);
    claims.touched.add(id);
  },
  left(claims, op) {
    const fields = claims.isHere(op.id) ? claims.free(op.id, op.fields) : null;
    return fields && { ...op, fields };
  },
};

export const setTrial: Trial<SetFields> = {
  samples: ({ item }) => [{ kind: 'set', id: item('a'), fields: { text: 'line\nbreak "quoted"', isFolded: true } }],
  lines: ['["s","a-----------",{"text":"line\\nbreak \\"quoted\\"","isFolded":true}]'],
  weight: 2,
  random: (world, id) => ({ kind: 'set', id, fields: world.someFields() }),
};

export const setSchema: OpSchema<SetFields> = () => ({
  does: 'Sets whole fields of an item; others stay.',
  keys: { id: anId, fields: ref('ItemFields') },
});
