import type { ItemBox } from '@bough/layout';
import type { ItemId } from '@bough/map';
import type { Spot } from '@bough/scene';
import type { PeerCursor } from '@bough/sync';
import { apartFrom, nearestTo } from '../camera/looking.ts';
import type { Context } from '../context.ts';
import type { State } from '../state.ts';
import { tenths } from './tenths.ts';

// Where this person points, for the others: a place beside an item, which is the same place for somebody who has folded other
// branches, or has another map around it for a moment. The item stays the same while the pointer is near it: naming it costs bytes.

/** So near, in pixels of the screen, an item is told from on, and looked for first. */
const NEAR = 64;
/** So often it is looked for in three times the width: further away than 1,700 pixels nothing is near. */
const WIDENINGS = 3;

/** Remembers from which item the pointer was told last. */
export class ToldPointer {
  #of: Spot | null = null;
  #told: PeerCursor | null = null;

  /** The place of this pointer; as long as it is the same one, in the same words, wherever its item moves. */
  tell(pointer: Spot | null, context: Context & { readonly state: State }): PeerCursor | null {
    const { layout } = context;
    const last = this.#told?.item ?? null;
    const isThere = last === null || layout.box(last) !== null;
    if (pointer === this.#of && isThere) return this.#told;
    this.#of = pointer;
    this.#told = pointer === null ? null : placeBeside(nearItem(pointer, last, context), pointer);
    return this.#told;
  }
}

/** How far the spot is from the place of an item; without one, from nowhere. */
export function placeBeside(near: ItemBox | null, { x, y }: Spot): PeerCursor {
  const from = near?.entry ?? { x: 0, y: 0 };
  return { item: near?.id ?? null, x: tenths(x - from.x), y: tenths(y - from.y) };
}

/** What it points at; or else what it was near, as long as it is; or else what is nearest. Never what goes along with it. */
function nearItem(
  spot: Spot,
  last: ItemId | null,
  { layout, state }: Context & { readonly state: State },
): ItemBox | null {
  const { hand, look } = state;
  const rests = (id: ItemId): boolean => hand.drag?.dragged.has(id) !== true;
  const near = NEAR / look.camera.scale;
  const at = nearestTo(layout, spot, { ...spot, width: 0, height: 0 }, { isMeant: rests, widenings: 0 });
  const box = last !== null && rests(last) ? layout.box(last) : null;
  const around = { x: spot.x - near, y: spot.y - near, width: 2 * near, height: 2 * near };
  if (at !== null || (box !== null && apartFrom(box, spot) <= near)) return at ?? box;
  return nearestTo(layout, spot, around, { isMeant: rests, widenings: WIDENINGS });
}
