import { assert } from '@bough/base';
import { makeItem } from '../model/fields.ts';
import { fitsBelow } from '../model/depth.ts';
import { recoveredItemId } from '../model/identity.ts';
import { LIMITS } from '../model/limits.ts';
import type { ItemId, OrderKey } from '../model/model.ts';
import { takeBack } from './removed.ts';
import { no, type No, type Step, whereIs } from './step.ts';

// Somebody edited what somebody else had removed. The edit wins, visibly: the item edited, with all that was below it, comes
// back under a root called "Recovered", on every replica under the same id at the same place. When all such roots were
// themselves removed, one with another id is made.

/** Behind every root that was made by counting up from the first one. */
const RECOVERED_ORDER: OrderKey = 'f000000';
const RECOVERED_TEXT = 'Recovered';

/** Makes sure that the item is live; one that is gone is recovered. */
export function needItem(step: Step, id: ItemId): No | null {
  switch (whereIs(step.map, id)) {
    case 'live':
      return null;
    case 'gone':
      return recover(step, id);
    case 'nowhere':
      return no('missing', `there is no item ${id}`);
  }
}

/** The same for where an item is to stand; null: as a root. */
export function needParent(step: Step, parent: ItemId | null): No | null {
  return parent === null ? null : needItem(step, parent);
}

function recover(step: Step, id: ItemId): No | null {
  const { map } = step;
  const item = map.goneItems.get(id);
  assert(item, 'what is recovered is gone');
  const shelf = makeShelf(step);
  if (typeof shelf !== 'string') return shelf;
  const parent = fitsBelow(map, shelf, id) ? shelf : null;
  const refused = takeBack(step, item, parent, item.order);
  if (refused !== null) return refused;
  step.recovered.push(id);
  step.backwards.push({ kind: 'remove', id });
  return null;
}

/** The live item that what is recovered goes under; made when there is none. */
function makeShelf(step: Step): ItemId | No {
  const { map } = step;
  let live: ItemId | null = null;
  for (const id of map.shelves) if (live === null || id < live) live = id;
  if (live !== null) return live;
  let n = map.goneShelves.size;
  while (map.goneShelves.has(recoveredItemId(n))) n++;
  const id = recoveredItemId(n);
  if (map.items.size >= LIMITS.items) return no('limit', `a map has at most ${LIMITS.items} items`);
  const shelf = makeItem(id, null, RECOVERED_ORDER, RECOVERED_TEXT, undefined);
  map.putItem(shelf);
  map.attach(shelf, 'live');
  step.touched.place(shelf);
  step.backwards.push({ kind: 'remove', id });
  return id;
}
