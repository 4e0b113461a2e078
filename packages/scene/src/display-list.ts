// The display list: everything a painter needs to know and nothing else. Commands stand in the coordinates of their group's
// origin, so that whatever is pushed aside moves by one number. Colours are names that a palette resolves when painting, so
// that a change of theme needs no new layout.

/** x, y of the top left; width and height are never negative. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Spot {
  readonly x: number;
  readonly y: number;
}

/**
 * A name of the theme (`ink`, `ink-soft`, `paper`, `accent`), `branch:<0..7>` or `#rrggbb`; after the last two may follow
 * `:<hue drift in degrees>:<lightness drift>`, and after anything `/<0..100>`: that much of it mixed into the paper, opaque.
 */
export type Colour = string;

/** A path as flat numbers, cheap to keep by the ten thousand: a code, then its coordinates. See path.ts. */
export type PathData = Float64Array;

/** What a hit on a command means. `id` is the item's or the link's; `href` is set where the kind is. */
export interface HitTag {
  readonly kind: 'item' | 'line' | 'fold' | 'checkbox' | 'icon' | 'image' | 'link' | 'href' | 'note' | 'comments';
  readonly id: string;
  readonly href?: string;
}

export interface FillPath {
  readonly kind: 'fill';
  readonly path: PathData;
  readonly colour: Colour;
  readonly alpha?: number;
  readonly bounds: Rect;
  readonly hit?: HitTag;
  /** The words that it stands for, such as a formula's source: left out where words are, and told to readers that cannot see it. */
  readonly says?: string;
  /** The same shape as a line of one width, for a painter that looks from far away. */
  readonly spine?: PathData;
  readonly spineWidth?: number;
}
export interface StrokePath {
  readonly kind: 'stroke';
  readonly path: PathData;
  readonly colour: Colour;
  readonly alpha?: number;
  readonly width: number;
  readonly dash?: readonly number[];
  readonly bounds: Rect;
  readonly hit?: HitTag;
}
/** One run of one style and one direction on one line; x, y is the start of the baseline (its left end, whatever the direction), `width` as measured. */
export interface TextRun {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly font: Font;
  readonly colour: Colour;
  readonly alpha?: number;
  readonly strike?: boolean;
  readonly underline?: boolean;
  /** http, https or mailto: checked where the text was parsed, and again by painters that write links. */
  readonly href?: string;
  readonly rtl?: boolean;
  /** Nothing but emoji: drawn in colour. */
  readonly emoji?: boolean;
  readonly bounds: Rect;
  readonly hit?: HitTag;
}
/** `source` is what the map says (`asset:...`, https); a painter asks its lookup for pixels and leaves a quiet box without. */
export interface ImageBox {
  readonly kind: 'image';
  readonly source: string;
  readonly bounds: Rect;
  readonly hit?: HitTag;
}
export type Command = FillPath | StrokePath | TextRun | ImageBox;

export interface Font {
  readonly family: 'sans' | 'mono';
  readonly size: number;
  readonly weight: number;
  readonly italic: boolean;
}

/** What belongs together (an item with the branch that leads to it): replaced as a whole, culled by bounds. */
export interface Group {
  readonly id: string;
  /** Painted before the `commands` of every group in sight: the lines that run under words. */
  readonly under: readonly Command[];
  readonly commands: readonly Command[];
  /** Around everything in it, seen from the group's origin. */
  readonly bounds: Rect;
}

/** A group where it stands on the map. */
export interface PlacedGroup {
  readonly group: Group;
  readonly x: number;
  readonly y: number;
  /** 1, but for what is fading in or out. */
  readonly alpha: number;
  /** Stands back for something else: painted pale, and below all that does not. */
  readonly isFaded: boolean;
}

/** Whole subtrees on their way: by group id, how far from their place, and how visible. */
export type Glide = ReadonlyMap<string, { readonly dx: number; readonly dy: number; readonly alpha: number }>;

/** A sign in colours of its own: filled shapes, the lowest first, in ems from the left end of its baseline, y growing downwards. */
export interface ColourGlyph {
  readonly width: number;
  readonly layers: readonly { readonly path: PathData; readonly colour: string; readonly alpha: number }[];
}

/** The names of groups that stand back, each with everything below it. */
export type Faded = ReadonlySet<string>;

/** `more` is for whoever asks their device for more contrast. */
export type Contrast = 'plain' | 'more';

/** Gives each colour of a display list as `#rrggbb`. */
export interface Palette {
  readonly name: 'light' | 'dark';
  readonly contrast: Contrast;
  resolve(colour: Colour): string;
}
