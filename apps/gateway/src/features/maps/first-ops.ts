import { type Ids, must, type Random } from '@bough/base';
import { newItemId, orderBetween, type ParsedOps, parseOps } from '@bough/map';

/** The first change of a map that is imported: its title. Its items come with the changes that follow. */
export function titleOps(title: string): ParsedOps {
  return must(parseOps([{ kind: 'settings', fields: { title } }]));
}

/** The first change of a new map: its title, and one root without words yet. */
export function firstOps(title: string, components: { readonly ids: Ids; readonly random: Random }): ParsedOps {
  const order = orderBetween(null, null, components.random);
  const root = { kind: 'add', id: newItemId(components.ids), parent: null, order, fields: {} };
  return must(parseOps([{ kind: 'settings', fields: { title } }, root]));
}
