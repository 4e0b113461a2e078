import { isRecord } from '@bough/base';
import type { PutLink } from '../changes/change.ts';
import { hasExactly, isColour, isPoints, isText } from '../model/values.ts';
import { newLinkId } from '../model/identity.ts';
import { LIMITS } from '../model/limits.ts';
import type { Link } from '../model/model.ts';
import { needItem } from '../apply/recover.ts';
import { dropGoneLink } from '../apply/removed.ts';
import { sizeOfLink } from '../model/size.ts';
import { no } from '../apply/step.ts';
import { needRoom, push } from './parts/item-writes.ts';
import { byNames, isId, type OpKind } from './kind.ts';
import type { Trial } from './parts/trial.ts';
import { ref, type OpSchema } from '../schema/parts.ts';

export const link: OpKind<PutLink> = {
  letters: { l: {} },
  shape: { link: isRecord },
  problem: (op) => problemOfLink(op.link),
  role: 'edit',
  reach: byNames,
  names: (op) => [op.link.id, op.link.from, op.link.to],
  size: (op) => sizeOfLink(op.link),
  words: (op) => [op.link.label],
  tell: (tally, op) => tally.linked.add(op.link.id),
  apply(step, op) {
    const { map } = step;
    const { id, from, to } = op.link;
    const missing = needItem(step, from) ?? needItem(step, to);
    if (missing !== null) return missing;
    const before = map.links.get(id);
    const gone = map.goneLinks.get(id);
    if (before === undefined && gone === undefined && map.links.size + map.goneLinks.size >= LIMITS.links) {
      return no('limit', `a map has at most ${LIMITS.links} links`);
    }
    const tooLarge = needRoom(map, sizeOfLink(op.link) - (before === undefined ? 0 : sizeOfLink(before)));
    if (tooLarge !== null) return tooLarge;
    if (gone !== undefined) dropGoneLink(step, gone);
    map.putLink(op.link, 'live');
    step.touched.link(id);
    return push(step, before === undefined ? { kind: 'unlink', id } : { kind: 'link', link: before });
  },
  target: (op) => `link ${op.link.id}`,
  compose: (_, b) => (b.kind === 'link' ? b : null),
  claim(claims, { link: { id, from, to } }) {
    claims.links.add(id);
    claims.touched.add(from).add(to);
  },
  left: (claims, op) => (claims.links.has(op.link.id) ? null : op),
};

/** Null when the value is a whole link; else what is wrong. */
export function problemOfLink(value: unknown): string | null {
  if (!isRecord(value)) return 'the link is not an object';
  if (!hasExactly(value, ['id', 'from', 'to', 'label', 'colour', 'arrow', 'points']))
    return 'other keys than a link has';
  const { id, from, to, label, colour, arrow, points } = value;
  if (!isId(id)) return 'id is not a link id';
  if (!isId(from) || !isId(to)) return 'an end is not an item id';
  if (from === to) return 'both ends are the same item';
  if (!isText(label, LIMITS.label)) return 'label is not a well-formed text of lawful length';
  if (!isColour(colour)) return 'colour cannot hold that';
  if (arrow !== 'none' && arrow !== 'end' && arrow !== 'both') return 'no such arrow';
  return isPoints(points) ? null : 'points cannot hold that';
}

export const linkTrial: Trial<PutLink> = {
  samples: (names) => {
    const ends = { from: names.item('a'), to: names.item('b') };
    const points = [{ x: 1, y: 2 }];
    return [
      {
        kind: 'link',
        link: { id: names.link('l'), ...ends, label: 'why', colour: '#00ff00', arrow: 'end', points },
      },
    ];
  },
  lines: [
    '["l",{"id":"l-----------","from":"a-----------","to":"b-----------","label":"why","colour":"#00ff00","arrow":"end","points":[{"x":1,"y":2}]}]',
  ],
  weight: 1,
  random({ dice, map, someItem }, from) {
    const to = someItem();
    if (to === undefined || to === from) return null;
    const id = (dice.chance(0.4) ? dice.any([...map.links.keys()]) : undefined) ?? newLinkId(dice.ids);
    const points = dice.chance(0.3) ? [{ x: dice.below(100), y: -dice.below(100) - 1 }] : [];
    const arrow = dice.one<Link['arrow']>(['none', 'end', 'both']);
    return { kind: 'link', link: { id, from, to, label: dice.text(), colour: null, arrow, points } };
  },
};

export const linkSchema: OpSchema<PutLink> = () => ({
  does: 'Makes a link between two items, or sets the whole of it anew.',
  keys: { link: ref('Link') },
});
