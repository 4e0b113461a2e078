import type { PeerCursor, PresenceState } from './frames.ts';

/** Whether others see the same. */
export function isSameState(one: PresenceState, other: PresenceState): boolean {
  return (
    isSameOrNone(one.cursor, other.cursor, isSamePlace) &&
    one.editing === other.editing &&
    one.follows === other.follows &&
    one.slide === other.slide &&
    isSameOrNone(one.view, other.view, isSameView) &&
    isSameList(one.selection, other.selection, (a, b) => a === b) &&
    isSameList(one.dragged, other.dragged, (a, b) => a.every((value, at) => value === b[at]))
  );
}

export function isSamePlace(one: PeerCursor, other: PeerCursor): boolean {
  return one.item === other.item && one.x === other.x && one.y === other.y;
}

type View = NonNullable<PresenceState['view']>;

function isSameView(one: View, other: View): boolean {
  return isSamePlace(one, other) && one.width === other.width && one.height === other.height;
}

function isSameOrNone<T>(one: T | null, other: T | null, isSame: (one: T, other: T) => boolean): boolean {
  return one === null || other === null ? one === other : isSame(one, other);
}

function isSameList<T>(one: readonly T[], other: readonly T[], isSame: (one: T, other: T) => boolean): boolean {
  return one.length === other.length && one.every((value, at) => isSame(value, other[at] as T));
}
