import type { Brand, PersonId } from '@bough/base';

// What a mind map is. Everything here is read through these readonly shapes; only `apply` writes.

/** An item of a map: 12 base64url characters. */
export type ItemId = Brand<string, 'ItemId'>;
/** A link between two items. */
export type LinkId = Brand<string, 'LinkId'>;
/** A thread of comments on an item. */
export type ThreadId = Brand<string, 'ThreadId'>;
/** One comment in a thread. */
export type CommentId = Brand<string, 'CommentId'>;

/** Where among its siblings an item stands: keys of the package fractional-indexing, compared by UTF-16 unit, ties by id. */
export type OrderKey = string;

export type Side = 'left' | 'right';
export type Shape = 'none' | 'pill' | 'box' | 'ellipse' | 'diamond' | 'parallelogram';
export type Align = 'start' | 'middle' | 'end';
export type LineStyle = 'solid' | 'dashed' | 'dotted';

/** Map units: CSS pixels at 100 %, y downwards. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Image {
  /** `asset:<sha-256 in hex>` for an uploaded one, else an https address. */
  readonly source: string;
  readonly width: number;
  readonly height: number;
}

/** What a person may set on an item. `null` always means: as the layout and the theme would have it. */
export interface ItemFields {
  readonly text: string;
  readonly note: string;
  /** Only read on the children of a root; deeper items follow their branch. */
  readonly side: Side | null;
  /** Placed by hand: where the item stands, relative to its parent; for a root, on the map. */
  readonly offset: Point | null;
  /** A branch hue by number 0..7, or `#rrggbb`. */
  readonly colour: string | null;
  /** Text size relative to its level's: 0.5..4. */
  readonly size: number | null;
  readonly shape: Shape | null;
  readonly width: number | null;
  readonly align: Align | null;
  /** A name of the icon set, or an emoji. */
  readonly icon: string | null;
  readonly image: Image | null;
  /** A web address (http, https or mailto) or `item:<id>`. */
  readonly href: string | null;
  readonly checkbox: 'open' | 'done' | null;
  readonly isFolded: boolean;
  /** Control points of the branch line from the parent, relative to the parent. */
  readonly linePoints: readonly Point[] | null;
  readonly lineStyle: LineStyle | null;
  /** What a file that the item came from said of it and Bough has no word for: packages/formats writes it back. Never shown. */
  readonly foreign: string | null;
}

export interface Item extends ItemFields {
  readonly id: ItemId;
  /** null: a root; several are normal. */
  readonly parent: ItemId | null;
  readonly order: OrderKey;
}

export interface Link {
  readonly id: LinkId;
  readonly from: ItemId;
  readonly to: ItemId;
  readonly label: string;
  readonly colour: string | null;
  readonly arrow: 'none' | 'end' | 'both';
  /** Relative to the middle between both ends. */
  readonly points: readonly Point[];
}

/** What can be put on a comment. */
export type Sign = '👍' | '❤️' | '🎉' | '😄' | '🤔' | '👀';

/** One sign on a comment: everybody who put it there, each once, by id. */
export interface Reaction {
  readonly sign: Sign;
  readonly people: readonly PersonId[];
}

/** A comment in a thread, or a message of the chat. */
export interface Comment {
  readonly id: CommentId;
  readonly author: PersonId;
  readonly at: number;
  readonly text: string;
  /** In the order of SIGNS; absent: nobody put one on it. */
  readonly reactions?: readonly Reaction[];
}

export interface Thread {
  readonly id: ThreadId;
  readonly item: ItemId;
  readonly isResolved: boolean;
  readonly comments: readonly Comment[];
}

export interface Settings {
  readonly title: string;
  readonly defaultShape: Shape | null;
  readonly lineStyle: LineStyle | null;
  /** As with an item, of the file as a whole. */
  readonly foreign: string | null;
}

/** A whole map. Made by `emptyMap` and `decodeMap`, changed by `apply` alone. */
export interface MindMap {
  readonly items: ReadonlyMap<ItemId, Item>;
  readonly links: ReadonlyMap<LinkId, Link>;
  readonly threads: ReadonlyMap<ThreadId, Thread>;
  /** What was written about the map as a whole, in no order: `chatOf` gives it by time. */
  readonly chat: ReadonlyMap<CommentId, Comment>;
  readonly settings: Settings;
}
