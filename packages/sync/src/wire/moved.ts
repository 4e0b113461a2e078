import type { Moved, PresenceState } from './frames.ts';

/** What somebody shows once their pointer has moved: told from the same item, where none is named. */
export function cursorAfter(state: PresenceState, [, x, y, item]: Moved): PresenceState {
  return { ...state, cursor: { item: item === undefined ? (state.cursor?.item ?? null) : item, x, y } };
}
