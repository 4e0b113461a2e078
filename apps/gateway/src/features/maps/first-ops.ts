import type { Ids, Random } from '@bough/base';
import { newItemId, type Op, orderBetween } from '@bough/map';

/** The first change of a new map: its title, and one root without words yet. */
export function firstOps(title: string, components: { readonly ids: Ids; readonly random: Random }): readonly Op[] {
  const order = orderBetween(null, null, components.random);
  return [
    { kind: 'settings', fields: { title } },
    { kind: 'add', id: newItemId(components.ids), parent: null, order, fields: {} },
  ];
}
