import type { Splice } from '../changes/change.ts';
import { isText } from '../model/values.ts';
import { isSpliced } from '../model/fields.ts';
import { LIMITS } from '../model/limits.ts';
import type { ItemId, MindMap } from '../model/model.ts';
import { needItem } from '../apply/recover.ts';
import { THING } from '../model/size.ts';
import { no } from '../apply/step.ts';
import { cutsPair } from '../model/surrogates.ts';
import type { Dice } from '../testing/dice.ts';
import { applyEdit, composeEdits, editOf, splicesOf } from '../changes/text-edit.ts';
import { changeFields, liveItem, push } from './parts/item-writes.ts';
import { byNames, isCount, isId, itsId, type OpKind, theItem } from './kind.ts';
import type { Trial } from './parts/trial.ts';
import { count, anId, textUpTo, type OpSchema } from '../schema/parts.ts';

export const splice: OpKind<Splice> = {
  letters: { t: { field: 'text' }, n: { field: 'note' } },
  shape: {
    id: isId,
    field: isSpliced,
    at: isCount,
    remove: isCount,
    insert: (value) => isText(value, LIMITS.text),
  },
  role: 'edit',
  reach: byNames,
  names: itsId,
  size: (op) => THING + op.insert.length,
  words: (op) => [op.insert],
  tell: (tally, op) => tally.edit(op.id, 'words'),
  apply(step, { id, field, at, remove, insert }) {
    const missing = needItem(step, id);
    if (missing !== null) return missing;
    const before = liveItem(step.map, id);
    const text = before[field];
    const end = at + remove;
    if (end > text.length) return no('malformed', 'the splice reaches beyond the end of the text');
    if (cutsPair(text, at) || cutsPair(text, end)) return no('malformed', 'the splice cuts through a surrogate pair');
    const after = text.slice(0, at) + insert + text.slice(end);
    if (after.length > LIMITS[field]) return no('limit', `a ${field} has at most ${LIMITS[field]} UTF-16 units`);
    const refused = changeFields(step, before, field === 'text' ? { text: after } : { note: after });
    const undo: Splice = { kind: 'splice', id, field, at, remove: insert.length, insert: text.slice(at, end) };
    return refused ?? push(step, undo);
  },
  target: theItem,
  compose(a, b) {
    if (b.kind !== 'splice' || a.field !== b.field) return null;
    const splices = splicesOf(composeEdits(editOf(a), editOf(b)), a.id, a.field);
    if (splices.length > 1) return null;
    const [merged = { ...a, remove: 0, insert: '' }] = splices;
    return merged.insert.length > LIMITS.text ? null : merged;
  },
  claim: (claims, op) => claims.touched.add(op.id),
  left: (claims, op) => (claims.isHere(op.id) && !claims.isTaken(op.id, op.field) ? op : null),
};

/** The op with the text that its fields hold spliced; null when it cannot be. */
export function splicedInto<O extends { readonly fields: object }>(
  op: O,
  text: string | undefined,
  by: Splice,
): O | null {
  if (text === undefined || by.at + by.remove > text.length) return null;
  const after = applyEdit(text, editOf(by));
  return after.length > LIMITS[by.field] ? null : { ...op, fields: { ...op.fields, [by.field]: after } };
}

export const spliceTrial: Trial<Splice> = {
  samples: ({ item }) => [
    { kind: 'splice', id: item('a'), field: 'text', at: 3, remove: 2, insert: '🌳' },
    { kind: 'splice', id: item('a'), field: 'note', at: 0, remove: 0, insert: 'x' },
  ],
  lines: ['["t","a-----------",3,2,"🌳"]', '["n","a-----------",0,0,"x"]'],
  weight: 4,
  random: ({ dice, map }, id) => randomSplice(dice, map, id),
};

/** A splice on the item as the map shows it, or at the start of nothing when the map does not. */
function randomSplice(dice: Dice, map: MindMap, id: ItemId): Splice {
  const field = dice.chance(0.8) ? 'text' : 'note';
  const text = map.items.get(id)?.[field] ?? '';
  const [a, b] = [dice.cut(text), dice.cut(text)];
  const at = Math.min(a, b);
  const end = dice.chance(0.5) ? at : Math.max(a, b);
  return { kind: 'splice', id, field, at, remove: end - at, insert: dice.text() };
}

export const spliceSchema: OpSchema<Splice> = () => ({
  does: 'Takes `remove` UTF-16 units out of a text at `at` and puts `insert` there. What others type at the same time is merged.',
  keys: {
    id: anId,
    field: { type: 'string', enum: ['text', 'note'] },
    at: count,
    remove: count,
    insert: textUpTo(LIMITS.text),
  },
});
