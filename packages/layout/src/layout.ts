import type { ItemId, LinkId, MindMap, Point, Side, Touched } from '@bough/map';
import type { Colour, Command, Font, HitTag, PathData, PlacedGroup, Rect, Scene } from '@bough/scene';
import type { FormulaSize } from '@bough/text';

// What a layout promises to the editor, the exporter and the tests. All coordinates are the map's, unless said otherwise.

export interface LayoutSettings {
  /** Words wrap here unless the item has a width of its own. */
  readonly maxTextWidth: number;
  /** Shows what is folded away too: for exports. */
  readonly ignoresFolds: boolean;
  /** What one person has folded (true) or opened (false) for themself; of all other items the map says it. */
  readonly folds: ReadonlyMap<ItemId, boolean>;
  /** Icons and formulas; null: names of icons draw nothing, and formulas are shown as they were written. */
  readonly figures: Figures | null;
}

/** A formula as a shape in times of the letters' size, with its baseline at 0, 0; `words` are letters in the map's own face. */
export interface FormulaShape extends FormulaSize {
  readonly path: PathData;
  readonly words: readonly { readonly text: string; readonly x: number; readonly y: number; readonly size: number }[];
}

/** What is drawn besides words. Null: there is none of the name, or not yet; whoever knows that it has come updates the items. */
export interface Figures {
  /** Lines in a square of 24. */
  icon(name: string): PathData | null;
  formula(source: string, isBlock: boolean): FormulaShape | null;
}

/** Where one visible item stands. `x, y, width, height` is around its words, shape and markers, without the branch line. */
export interface ItemBox extends Rect {
  readonly id: ItemId;
  /** 0 for a root. */
  readonly depth: number;
  /** The side on which the branch grows; a root has none. */
  readonly side: Side | null;
  /** Where the branch from the parent enters, and where those of the children begin (a root begins on both sides). */
  readonly entry: Point;
  readonly exits: readonly Point[];
  /** The branch's colour, with its drift: for a colour wheel, a selection ring, a person's outline. */
  readonly colour: Colour;
  /** Placed by hand. */
  readonly isPlaced: boolean;
  readonly isFolded: boolean;
  /** How many items the fold hides. */
  readonly hidden: number;
}

/** The words of an item as they stand on the map, for an editor that opens in their place. */
export interface WordsBox extends Rect {
  readonly font: Font;
  readonly lineHeight: number;
  readonly align: 'start' | 'middle' | 'end';
  readonly isRtl: boolean;
  /** Text wraps here while it is typed. */
  readonly wrapWidth: number;
  /** Each line as shown (without Markdown's marks): its words and where its baseline begins. */
  readonly lines: readonly {
    readonly text: string;
    readonly x: number;
    readonly baseline: number;
    readonly width: number;
  }[];
}

/** Subtrees that moved as a whole, by how much: `id` and everything visible below it. */
export interface Moved {
  readonly id: ItemId;
  readonly dx: number;
  readonly dy: number;
}

/** A branch that is no longer in the picture: its groups where they stood, and where it grew from. */
export interface Gone {
  readonly groups: readonly PlacedGroup[];
  readonly from: Point;
}

/** What an update did to the picture. The scene has all of it already. */
export interface LayoutChange {
  /** Groups that are new or drawn anew: item ids, and `link:<id>`; not the links that only follow their ends. */
  readonly changed: ReadonlySet<string>;
  /** Those of them that were not in the picture before. */
  readonly added: ReadonlySet<string>;
  /** Groups that are gone from the picture (removed or folded away). */
  readonly removed: ReadonlySet<string>;
  /** The branches among them, as they were last seen: what was never looked at is not there. */
  readonly gone: readonly Gone[];
  /** Against their place before: no id stands below another one of the list, unless it moved against it too (then dx, dy are relative to that one). */
  readonly moved: readonly Moved[];
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** Where something would land when it were dropped here. */
export interface Drop {
  /** null: it becomes a root, standing free at the point. */
  readonly parent: ItemId | null;
  /** Among the parent's children without the dragged ones: it goes before the child with this number; their count means last. */
  readonly index: number;
  readonly side: Side | null;
  /** Where a ghost of it would stand, and the curve that would lead there (start, two controls, end), to preview. */
  readonly ghost: Rect;
  readonly curve: readonly [Point, Point, Point, Point] | null;
}

/** A branch that is pulled: the lines that are drawn in the place of those that items have, and how far else items stand aside. */
export interface Pulled {
  readonly lines: ReadonlyMap<string, Command>;
  readonly shifts: ReadonlyMap<string, number>;
}

/** How a link runs: its line, what lies around that, and its middle. */
export interface LinkShape {
  readonly drawn: Command;
  readonly bounds: Rect;
  readonly middle: Point;
}

/** What lies at a point: something of an item, or a link. */
export type Hit =
  | { readonly kind: 'link'; readonly id: LinkId }
  | { readonly kind: 'href'; readonly id: ItemId; readonly href: string }
  | { readonly kind: Exclude<HitTag['kind'], 'link' | 'href'>; readonly id: ItemId };

/** The placed map. Answers are of the last `update`; items hidden by a fold are as if they were not there (null). */
export interface Layout {
  /** What painters paint; also hit testing and damage. It lives as long as the layout. */
  readonly scene: Scene;
  /** Follows one or several changes; costs the touched paths to their roots, whatever the size of the map. */
  update(map: MindMap, touched: Touched): LayoutChange;

  /** From the next update that touches it, the item's words are set as they are written, marks and all; null: no item's are. */
  showSource(id: ItemId | null): void;

  /** From the next update that touches them, these are folded (true) or open (false), whatever the map says; of all other items the map says it. */
  showFolds(folds: ReadonlyMap<ItemId, boolean>): void;

  box(id: ItemId): ItemBox | null;
  words(id: ItemId): WordsBox | null;
  /** How a link runs; null when it is not in the picture. */
  link(id: LinkId): LinkShape | null;
  /** Around everything visible. Empty map: a rectangle of size 0. */
  bounds(): Rect;
  /** Around an item with everything visible below it. */
  subtreeBounds(id: ItemId): Rect | null;
  /** The topmost thing at the point; `tolerance` in map units widens thin lines and small marks (fingers, far zoom). */
  hit(point: Point, tolerance: number): Hit | null;
  /** Items whose box touches the rectangle, in paint order. */
  itemsIn(rect: Rect): ItemId[];
  /** The item that a person means by an arrow key, by what is seen; null when there is none that way. */
  neighbour(id: ItemId, direction: Direction): ItemId | null;
  /** Never inside `dragged` or below them. null for no sensible place (an empty map, all dragged). */
  drop(point: Point, dragged: ReadonlySet<ItemId>): Drop | null;
  /** How the item's branch looks while it is so far from its place; nothing for a root and for what is not there. */
  pulled(id: ItemId, dx: number, dy: number): Pulled;
  /** The `offset` field with which the item's box would have its top left at this point. */
  offsetAt(id: ItemId, topLeft: Point): Point | null;
  /** The side with less on it: for the `side` of a new child of this root. */
  lighterSide(root: ItemId): Side;
  /** The hue number to write into a new first-level branch's `colour`, so that it keeps it when others come and go. */
  nextHue(root: ItemId): string;
}
