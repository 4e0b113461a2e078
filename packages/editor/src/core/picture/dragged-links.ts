import type { ItemId } from '@bough/map';
import { isBelow } from '../../commands/edits/tree-walk.ts';
import type { Context } from '../context.ts';
import type { Glide } from './motion.ts';

/** Links within what is taken go along; one to what stays would point to where its item was, and is not seen meanwhile. */
export function* linksOf(
  { map }: Pick<Context, 'map'>,
  taken: ReadonlySet<ItemId>,
  by: { readonly dx: number; readonly dy: number },
): Iterable<readonly [string, Glide]> {
  const goes = (id: ItemId): boolean => taken.has(id) || isBelow(map, id, taken);
  for (const { id, from, to } of map.links.values()) {
    const [begins, ends] = [goes(from), goes(to)];
    if (begins && ends) yield [`link:${id}`, { ...by, alpha: 0.6 }];
    else if (begins || ends) yield [`link:${id}`, { dx: 0, dy: 0, alpha: 0 }];
  }
}
