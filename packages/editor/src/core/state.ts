import type { Drop } from '@bough/layout';
import type { Item, ItemId, LinkId } from '@bough/map';
import type { Command, Rect, Spot } from '@bough/scene';
import type { Peer } from '@bough/sync';
import type { Planting } from '../commands/edits/plant.ts';
import { NOTHING, type Selection } from '../commands/selection.ts';
import type { Camera, View } from './camera/camera.ts';
import type { Intent } from './intent.ts';
import type { Flight } from './camera/flight.ts';
import { type Folds, NO_FOLDS } from './folding/folds.ts';
import type { Glide } from './picture/motion.ts';
import type { Trace } from './pointers/fling.ts';
import { IDLE, type Line, type ToolState } from './pointers/pointer-tool.ts';

/** All that one person does with a map, beside the map itself. `next` makes a new one of it; nobody else does. */
export interface State {
  readonly selection: Selection;
  readonly link: LinkId | null;
  /** A link is being drawn from this item: the next one that is chosen is its other end. */
  readonly linking: ItemId | null;
  readonly editing: ItemId | null;
  /** Where what is edited, or was last, stood when that began. */
  readonly stood: Place | null;
  /** The new item that is edited, and what was selected before it: left empty, it goes again. */
  readonly fresh: { readonly id: ItemId; readonly before: ItemId | null } | null;
  /** Whose words the box holds, and the text that box and map had in common last. */
  readonly words: { readonly id: ItemId | null; readonly agreed: string; readonly isEditing: boolean };
  /** What an item said before letters took the place of all of it. */
  readonly replaced: { readonly id: ItemId; readonly text: string } | null;
  /** What was being written when somebody else removed it: who goes on has it back. */
  readonly cutOff: CutOff | null;
  /** The next paste makes one item of what it brings. */
  readonly pastesOne: boolean;
  readonly find: { readonly query: string; readonly found: readonly ItemId[]; readonly at: number } | null;
  /** The branch that alone is shown clearly, and what is faded for it. */
  readonly focusOn: ItemId | null;
  readonly faded: ReadonlySet<string>;
  readonly folds: Folds;
  /** It was said that the map has opened folded. */
  readonly isFoldTold: boolean;
  /** Whose view this person has. */
  readonly following: Pick<Peer, 'peer' | 'person' | 'name' | 'hue'> | null;
  /** The slides, which one is shown, and what was folded before. */
  readonly present: { readonly steps: readonly ItemId[]; readonly at: number; readonly folds: Folds } | null;
  readonly menu: Spot | null;
  readonly look: Look;
  readonly hand: Hand;
  readonly planting: Planting | null;
  readonly isGreeted: boolean;
  /** What was done before the map was here: branches that were begun, and what was pasted. */
  readonly early: readonly Intent[];
  /** How often an item was added by a key. */
  readonly keyAdds: number;
  /** The items that others changed since it was said last. */
  readonly peerItems: ReadonlySet<ItemId>;
}

/** What was being written when somebody else removed it, and where its caret stood. */
export interface CutOff {
  readonly id: ItemId;
  readonly text: string;
  readonly at: number;
  readonly stood: Place;
}

/** Where an item stands among others. */
type Place = Pick<Item, 'parent' | 'order'>;

/** From where the map is seen. */
export interface Look {
  readonly camera: Camera;
  readonly flight: Flight | null;
  readonly isPlaced: boolean;
  /** Whether the last frame had something on the move. */
  readonly isBusy: boolean;
  /** Where the camera rested last, and where it is on its way since. */
  readonly resting: Camera | null;
  readonly moved: Camera | null;
  /** Nothing of the map is in sight where it rests. */
  readonly isLost: boolean;
  /** At which sides the map goes on where it rests, on a screen that is too narrow to tell by itself. */
  readonly beyond: '' | 'left' | 'right' | 'left right';
  /** How large the window on it was, and what chrome covered, when that last changed. */
  readonly view: View | null;
  /** All of the map was in sight, and was fitted into a smaller window: from where it was seen in which one before, and from where now. */
  readonly fitted: { readonly from: Camera; readonly view: View; readonly to: Camera } | null;
}

/** What the pointers do. */
export interface Hand {
  readonly tool: ToolState;
  /** Counts presses: a timer that was set for an earlier one means nothing. */
  readonly presses: number;
  readonly lastClick: Trace;
  /** Where a hand that pans has been. */
  readonly traces: readonly Trace[];
  /** The item whose + handle is shown, and on which side. */
  readonly hovered: { readonly id: ItemId; readonly side: -1 | 1 } | null;
  /** The branch line or the link under the mouse. */
  readonly line: Line | null;
  /** Where the mouse is while a link is drawn. */
  readonly pointer: Spot | null;
  /** The rectangle that is drawn on the screen, and what was selected before it. */
  readonly band: { readonly before: ReadonlySet<ItemId>; readonly rect: Rect } | null;
  readonly drag: Drag | null;
  /** Where the line was held when the last step of bending ended. */
  readonly bentAt: Spot | null;
  /** Where a finger went down while the map is presented. */
  readonly swipe: Spot | null;
  /** How wide it was when resizing began. */
  readonly widthBefore: number | null;
}

/** Items on their way under the pointer, or a branch that is drawn from its + handle. */
export interface Drag {
  /** Where what is dragged stood when the drag began: others may move it meanwhile, the pointer keeps it. */
  readonly anchors: ReadonlyMap<ItemId, Spot>;
  /** How far each is from its place. */
  readonly dragged: ReadonlyMap<string, Glide>;
  /** Their branches, which stay attached. */
  readonly lines: ReadonlyMap<string, Command>;
  /** Where it would land. */
  readonly drop: Drop | null;
}

/** No click came before. */
export const NO_CLICK: Trace = { atMs: -1e9, x: 0, y: 0 };

/** Nobody has done anything yet. */
export const FIRST_STATE: State = {
  selection: NOTHING,
  link: null,
  linking: null,
  editing: null,
  stood: null,
  fresh: null,
  words: { id: null, agreed: '', isEditing: false },
  replaced: null,
  cutOff: null,
  pastesOne: false,
  find: null,
  focusOn: null,
  faded: new Set(),
  folds: NO_FOLDS,
  isFoldTold: false,
  following: null,
  present: null,
  menu: null,
  look: {
    camera: { x: 0, y: 0, scale: 1 },
    flight: null,
    isPlaced: false,
    isBusy: false,
    resting: null,
    moved: null,
    isLost: false,
    beyond: '',
    view: null,
    fitted: null,
  },
  hand: {
    tool: IDLE,
    presses: 0,
    lastClick: NO_CLICK,
    traces: [],
    hovered: null,
    line: null,
    pointer: null,
    band: null,
    drag: null,
    bentAt: null,
    widthBefore: null,
    swipe: null,
  },
  planting: null,
  isGreeted: false,
  early: [],
  keyAdds: 0,
  peerItems: new Set(),
};
