import type { Unlink } from '../changes/change.ts';
import { dropGoneLink } from '../apply/removed.ts';
import { no } from '../apply/step.ts';
import { push } from './parts/item-writes.ts';
import { byNames, isId, itsId, notComposed, noWords, oneThing, type OpKind } from './kind.ts';
import type { Trial } from './parts/trial.ts';
import { anId, type OpSchema } from '../schema/parts.ts';

export const unlink: OpKind<Unlink> = {
  letters: { u: {} },
  shape: { id: isId },
  role: 'edit',
  reach: byNames,
  names: itsId,
  size: oneThing,
  words: noWords,
  tell: (tally, op) => tally.linked.delete(op.id) || tally.unlinked.add(op.id),
  apply(step, { id }) {
    const { map } = step;
    const before = map.links.get(id);
    const gone = map.goneLinks.get(id);
    if (gone !== undefined) {
      dropGoneLink(step, gone);
      return null;
    }
    if (before === undefined) return no('missing', `there is no link ${id}`);
    map.dropLink(id);
    step.touched.link(id);
    return push(step, { kind: 'link', link: before });
  },
  target: (op) => `link ${op.id}`,
  compose: notComposed,
  claim: (claims, op) => claims.links.add(op.id),
  left: (claims, op) => (claims.links.has(op.id) || !claims.map.links.has(op.id) ? null : op),
};

export const unlinkTrial: Trial<Unlink> = {
  samples: ({ link }) => [{ kind: 'unlink', id: link('l') }],
  lines: ['["u","l-----------"]'],
  weight: 1,
  random({ dice, map }) {
    const id = dice.any([...map.links.keys()]);
    return id === undefined ? null : { kind: 'unlink', id };
  },
};

export const unlinkSchema: OpSchema<Unlink> = () => ({ does: 'Removes a link.', keys: { id: anId } });
