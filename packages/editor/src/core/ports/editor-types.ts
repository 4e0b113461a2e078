import type { Clock, Ids, Random } from '@bough/base';
import type { Layout } from '@bough/layout';
import type { Camera, View } from '../camera/camera.ts';
import type { PresetId } from '../../commands/presets.ts';
import type { Item } from '@bough/map';
import type { OpenMap } from './open-map.ts';
import type { Contrast, Palette } from '@bough/scene';
import type { Theme } from './theme.ts';
import type { HeardItem, RowCounts } from '../snapshot/tree-rows.ts';

/** What an editor is built from. */
export interface EditorComponents {
  readonly open: OpenMap;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  /** Absent: nobody remembers what this person has folded for themself, and a large map opens whole. */
  readonly folds?: KeptFolds;
}

/** Where what one person has folded in this map is kept, as a text. */
export interface KeptFolds {
  /** null: nothing is kept. */
  read(): string | null;
  keep(text: string): void;
}

/** Paints over the map, in CSS pixels of the screen, in each frame in which something is painted. */
export type PaintOver = (
  context: CanvasRenderingContext2D,
  seen: { readonly camera: Camera; readonly view: View; readonly palette: Palette; readonly layout: Layout },
) => void;

/** How an editor behaves; all of it can be set anew with `configure`. */
export interface EditorSettings {
  readonly theme: Theme;
  /** `more` for whoever asks their device for more contrast. */
  readonly contrast: Contrast;
  readonly reducedMotion: boolean;
  /** Whether Ctrl is written and read as the Command key. */
  readonly isApple: boolean;
  /** Whether one holds it in the hand, upright or across: letters are held closer, and may be smaller. The page says so, as its styles have it. */
  readonly isHandheld?: boolean;
  /** Pixels at the edges that chrome covers: fit and centre keep clear of them. */
  readonly insets: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
  /** Every string that the editor itself puts on the screen or says to a screen reader. */
  readonly words: EditorWords;
  /** Whose keys and clicks. */
  readonly preset: PresetId;
  /** Nothing can be changed here, whatever the role: a moment of history. */
  readonly isReadOnly: boolean;
  /** Whether the map's past may be read without the role to edit; absent: no. */
  readonly mayReadPast?: boolean;
  /** What a screen reader is told of an item; absent: its words as they are written, and nothing beside them. */
  readonly reads?: (item: Item, counts: RowCounts) => HeardItem;
  /** What a screen marks on the map that is not of the map: what has changed, who wrote it; absent: nothing. */
  readonly paintOver?: PaintOver;
}

/** The editor's own strings, so that the page's one catalogue can hold them all. */
export interface EditorWords {
  /** The ghost words in a new map's empty root. */
  readonly emptyRoot: string;
  /** The map's name to a screen reader. */
  readonly tree: (title: string) => string;
  readonly emptyItem: string;
  /** Said politely after a peer's changes. */
  readonly peerChanged: (name: string, items: number) => string;
  /** Said politely after an own action whose outcome a screen reader would not notice otherwise. */
  readonly said: {
    readonly removed: (items: number) => string;
    readonly undone: string;
    readonly redone: string;
    readonly folded: (hidden: number) => string;
    readonly unfolded: string;
    /** A map of so many items has opened folded, for this person alone; these keys unfold all of it. */
    readonly openedFolded: (items: number, keys: string) => string;
    readonly moved: (parent: string) => string;
    readonly pasted: (items: number) => string;
    readonly linked: (item: string) => string;
    readonly tidied: string;
    /** Somebody else has removed what was being written; typing on brings it back. */
    readonly cutOff: string;
  };
}
