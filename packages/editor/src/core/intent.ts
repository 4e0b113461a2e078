import type { PeerId } from '@bough/base';
import type { CommentId, Item, ItemFields, ItemId, Link, LinkId, Op, Thread } from '@bough/map';
import type { Spot } from '@bough/scene';
import type { OutlineNode } from '../commands/edits/outline.ts';
import type { CommandId } from '../commands/table.ts';
import type { KeyPress } from '../commands/keys.ts';
import type { Planting } from '../commands/edits/plant.ts';
import type { Camera } from './camera/camera.ts';
import type { Gesture, Pointing } from './pointers/pointer-tool.ts';

/** What was pasted or dropped, in every form in which it came. */
export interface Brought {
  readonly branches: string;
  readonly html: string;
  readonly text: string;
  readonly addresses: string;
  readonly files: readonly File[];
}

/** Everything that can happen to the editor, by its kind, with what is said of it. */
export interface Intents {
  // The keyboard and the words' box.

  /** Done: the browser is to leave the key alone. */
  key: { readonly press: KeyPress };
  typed: object;
  /** The caret stands elsewhere in the words that are edited. */
  'caret-moved': object;
  composing: object;
  /** The keyboard went to another part of the page. */
  blurred: object;
  copied: { readonly isCut: boolean };
  pasted: { readonly what: Brought };

  // Mouse, fingers and wheel, in CSS pixels from the canvas' top left.

  pressed: { readonly pointing: Pointing };
  moved: { readonly pointing: Pointing };
  released: { readonly pointing: Pointing };
  left: object;
  /** The hand is to let go of what it does; not done: it does nothing. */
  'let-go': object;
  held: { readonly press: number };
  wheel: { readonly at: Spot; readonly dx: number; readonly dy: number; readonly isZoom: boolean };
  'menu-asked': { readonly at: Spot };
  dropped: { readonly at: Spot; readonly what: Brought };
  gesture: { readonly gesture: Gesture };
  'place-branch': { readonly id: ItemId; readonly below: ItemId; readonly spot: Spot | null };

  // The page, also when it answers to effects.

  run: { readonly command: CommandId; readonly isKey?: boolean; readonly isInOutline?: boolean };
  select: { readonly ids: readonly ItemId[] };
  'select-link': { readonly id: LinkId | null };
  show: { readonly id: ItemId };
  find: { readonly query: string | null };
  'end-present': object;
  /** The item is to be shown as a slide, in a presentation that goes on or begins. */
  'present-item': { readonly id: ItemId };
  /** This slide of the presentation is to be shown, from 0. */
  'slide-at': { readonly at: number };
  /** What is below the slide that is shown is to be gone through. */
  'slide-below': object;
  /** What is shown of a slide is laid out, so many levels of it: it is to be fitted. */
  slide: { readonly levels: number };
  /** Looks with the eyes of somebody else; null: with one's own again. */
  'follow-peer': { readonly peer: PeerId | null };
  'close-menu': object;
  plant: { readonly what: Planting };
  'set-fields': { readonly fields: Partial<ItemFields> };
  rewrite: { readonly id: ItemId; readonly field: 'text' | 'note'; readonly text: string };
  'set-link': {
    readonly id: LinkId;
    readonly fields: Partial<Pick<Link, 'label' | 'arrow' | 'colour' | 'points'>>;
  };
  'remove-link': { readonly id: LinkId };
  title: { readonly title: string };
  comment: { readonly item: ItemId; readonly text: string; readonly thread: Thread['id'] | null };
  /** Other words for a comment; null takes it away. */
  'edit-comment': { readonly thread: Thread['id']; readonly id: CommentId; readonly text: string | null };
  /** In the chat, or a sign on what somebody wrote: who may only comment may do these too. */
  talk: { readonly op: Extract<Op, { readonly kind: 'message' | 'edit-message' | 'react' }> };
  resolve: { readonly thread: Thread['id']; readonly isResolved: boolean };
  insert: { readonly words: string; readonly before: number };
  'add-below': { readonly id: ItemId };
  graft: { readonly changes: readonly (readonly Op[])[] };
  files: { readonly files: readonly File[] };
  /** An image was kept: it stands on the item, or where it was dropped. */
  image: {
    readonly image: NonNullable<Item['image']>;
    readonly on: ItemId | null;
    readonly at: Spot | null;
  };
  /** Trees for the item, or for what is selected. */
  trees: { readonly trees: readonly OutlineNode[]; readonly on?: ItemId | null; readonly at?: Spot | null };
  /** The same as text. */
  outline: { readonly text: string; readonly on?: ItemId | null; readonly at?: Spot | null };
  'pasted-text': { readonly text: string; readonly isOne: boolean };

  // The map, time, and steps that came before.

  'map-touched': { readonly peerItems: readonly ItemId[]; readonly shift: Spot | null };
  'map-replaced': object;
  /** A map is here, to be laid out; `isNew`: it has just been planted. */
  'looked-first': { readonly isNew: boolean };
  /** The page need not say any more that the map has opened folded. */
  'fold-news-seen': object;
  frame: { readonly atMs: number };
  painted: { readonly isBusy: boolean };
  rested: { readonly camera: Camera };
  'tell-peers': object;
  /** Whatever happened: a new map is greeted, and the words' box holds what it should. */
  follow: object;
  plan: {
    readonly command: CommandId;
    readonly text: string;
    readonly isKey: boolean;
    readonly isInOutline?: boolean;
  };
  change: { readonly ops: readonly Op[]; readonly name?: string };
  'end-edit': object;
  'end-step': object;
  reveal: object;
  'find-back': object;
  /** The item is where it was on the screen, whatever happened around it. */
  hold: { readonly id: ItemId; readonly at: Spot };
  /** The place of the map is in the middle, at once. */
  'look-at': { readonly spot: Spot };
  /** What was pressed, if nothing was since, is brought in where it is half outside. */
  'bring-in': { readonly press: number };
  'focus-on': { readonly id: ItemId | null };
  settle: {
    readonly select?: readonly ItemId[] | undefined;
    readonly edit?: ItemId | undefined;
    /** Given for an item that was just made: what was selected before. */
    readonly before?: ItemId | null | undefined;
  };
}

/** Something that happens to the editor: of any kind, or of this one. */
export type Intent<K extends keyof Intents = keyof Intents> = {
  readonly [P in K]: { readonly kind: P } & Intents[P];
}[K];
