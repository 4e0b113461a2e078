import type { PeerId } from '@bough/base';
import { childrenOf, type Item, type ItemId, type Link, type MindMap } from '@bough/map';
import type { MapRole } from '@bough/contracts';
import type { Peer, RefusedChange } from '@bough/sync';
import type { Rect } from '@bough/scene';
import { type Context, focusedOf } from '../context.ts';
import { type Following, followingNow } from '../following/following.ts';
import { focusedRect, linkAt } from '../camera/looking.ts';
import type { MapStatus } from '../ports/open-map.ts';
import type { State } from '../state.ts';
import { stepsBelow } from '../steps.ts';
import { cutOffNow } from '../typing/cut-off.ts';
import { colonWord, replacedWords } from '../typing/words.ts';

/** What find shows: the words asked for, how many items have them, and which one is looked at (from 0, -1 for none). */
export interface FindState {
  readonly query: string;
  readonly matches: number;
  readonly at: number;
}

/**
 * What React may show of the editor. A new object only when something in it changed, so that `getSnapshot` suits
 * useSyncExternalStore; rectangles are in CSS pixels from the host's top left.
 */
export interface EditorSnapshot {
  readonly title: string;
  readonly status: MapStatus;
  /** null until a server has said it. */
  readonly role: MapRole | null;
  readonly people: readonly Peer[];
  /** How the others know this person here; null: they do not yet. */
  readonly self: PeerId | null;
  readonly refused: readonly RefusedChange[];
  readonly selection: readonly ItemId[];
  /** The item that keys act on: the one last added to the selection, as it is now; null when nothing is selected. */
  readonly focused: Item | null;
  readonly editing: ItemId | null;
  /** What the item that is edited said before letters took the place of all of it; null: none did. */
  readonly replaced: string | null;
  /** Somebody else has removed what was being written: who goes on writing brings it back. */
  readonly isCutOff: boolean;
  /** Whose words the map is named by until somebody names it. */
  readonly firstRoot: Item | null;
  readonly zoom: number;
  /** Nothing of the map is in sight. */
  readonly isLost: boolean;
  /** On a phone: at which sides of the screen the map goes on. */
  readonly beyond: '' | 'left' | 'right' | 'left right';
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly find: FindState | null;
  /** Where the focused item stands on the screen; null while it is off screen, or while camera or items are on the move. */
  readonly focusedRect: Rect | null;
  readonly items: number;
  /** The map was so large that it opened folded, and the person has folded or opened nothing since. */
  readonly isOpenedFolded: boolean;
  /** How often an item was added by a key since the editor was made: the first-minute hint leaves after three. */
  readonly keyAdds: number;
  /** The selected link, and where on the screen its label stands. */
  readonly link: Link | null;
  readonly linkAt: { readonly x: number; readonly y: number } | null;
  /** A link is being drawn from this item: the next one that is chosen is its other end. */
  readonly linking: ItemId | null;
  /** The branch that alone is shown clearly. */
  readonly focusOn: Item | null;
  /** The slide of the presentation that is shown (from 0), how many there are, and whether it has some below it; null outside of one. */
  readonly present: { readonly at: number; readonly of: number; readonly isDeeper: boolean } | null;
  /** Whose view this person has, and whether they are here; null: their own. */
  readonly following: Following | null;
  /** False when this browser keeps nothing over a reload: unsent work is lost with the page. */
  readonly isKept: boolean;
  /** Counts every change of the map: for what shows all of it (the outline). */
  readonly version: number;
  /** What is being typed behind a colon, for a list of emoji beside it; null when nothing is. */
  readonly colonWord: { readonly word: string; readonly x: number; readonly y: number } | null;
  /** Where a menu was asked for (right click, long press, menu key); null when none is. `closeMenu` takes it away. */
  readonly menu: { readonly x: number; readonly y: number } | null;
}

function slideShown({ at, steps }: NonNullable<State['present']>, map: MindMap): EditorSnapshot['present'] {
  const id = steps[at];
  return { at, of: steps.length, isDeeper: id !== undefined && stepsBelow(map, steps, id).length > 0 };
}

/** What the page may show of this state. */
export function snapshotOf(state: State, context: Context & { readonly version: number }): EditorSnapshot {
  const { map, facts, version } = context;
  const { status, role, people, self, refused, canUndo, canRedo, isKept } = facts;
  const { find, present, focusOn } = state;
  const [first] = childrenOf(map, null);
  return {
    ...{ status, role, people, self, refused, canUndo, canRedo, isKept, version },
    title: map.settings.title,
    selection: [...state.selection.ids],
    focused: focusedOf(state, context),
    editing: state.editing,
    replaced: replacedWords(state, context),
    isCutOff: cutOffNow(state) !== null,
    firstRoot: first === undefined ? null : (map.items.get(first) ?? null),
    zoom: state.look.camera.scale,
    isLost: state.look.isLost,
    beyond: state.look.beyond,
    find: find === null ? null : { query: find.query, matches: find.found.length, at: find.at },
    focusedRect: focusedRect(state, context),
    items: map.items.size,
    isOpenedFolded: state.folds.isNews,
    keyAdds: state.keyAdds,
    link: state.link === null ? null : (map.links.get(state.link) ?? null),
    linkAt: linkAt(state, context),
    linking: state.linking,
    focusOn: focusOn === null ? null : (map.items.get(focusOn) ?? null),
    present: present === null ? null : slideShown(present, map),
    colonWord: colonWord(state, context),
    following: followingNow(state, context),
    menu: state.menu,
  };
}
