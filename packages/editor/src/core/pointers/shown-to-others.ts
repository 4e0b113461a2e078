import { childrenOf, type ItemId } from '@bough/map';
import type { Spot } from '@bough/scene';
import type { Dragged, PeerCursor, PresenceState } from '@bough/sync';
import type { Context } from '../context.ts';
import { viewForOthers } from '../following/following.ts';
import { slideNow } from '../presenting.ts';
import type { State } from '../state.ts';
import { tenths } from './tenths.ts';

// What others see of this person while they are here. Nothing of it is kept anywhere.

/** Others are shown so many selected items, the last ones, and so many on their way. */
const MOST = 20;

/** What of the state is for others; `pointer` is where the pointer is on the map, and `cursor` how that is told. */
export function shownToOthers(
  state: State,
  context: Context,
  pointer: Spot | null,
  cursor: PeerCursor | null,
): PresenceState {
  const { selection, editing } = state;
  return {
    cursor,
    selection: [...selection.ids].slice(-MOST),
    editing,
    dragged: draggedFrom(state, context, pointer),
    follows: state.following?.peer ?? null,
    view: viewForOthers(state, context),
    slide: slideNow(state),
  };
}

/** What is on its way under the pointer: the tops of what is dragged, and what stays behind where one is dragged alone. */
function draggedFrom({ hand }: State, { map, layout }: Context, pointer: Spot | null): readonly Dragged[] {
  const { tool, drag } = hand;
  if (tool.kind !== 'dragging' || drag === null || pointer === null) return [];
  const placeOf = (id: ItemId, dx: number, dy: number): readonly Dragged[] => {
    const entry = layout.box(id)?.entry;
    // Tenths: the same numbers while only the pointer moves.
    return entry === undefined ? [] : [[id, tenths(entry.x + dx - pointer.x), tenths(entry.y + dy - pointer.y)]];
  };
  const tops = [...drag.anchors.keys()].slice(0, MOST).flatMap((id) => {
    const glide = drag.dragged.get(id);
    return glide === undefined ? [] : placeOf(id, glide.dx, glide.dy);
  });
  const staying = tool.how === 'alone' ? childrenOf(map, tool.id).slice(0, MOST) : [];
  return [...tops, ...staying.flatMap((id) => placeOf(id, 0, 0))];
}
