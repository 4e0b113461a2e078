// The display list: everything a painter needs to know and nothing else. Colours are names of the theme or literal; a
// painter resolves names through the palette it is given, so that a theme change needs no new layout.

/** x, y of the top left; width and height are never negative. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** `ink`, `paper`, `branch-0`..., resolved by a Palette; or `#rrggbb`; lightness and hue drift are resolved by the layout. */
export type Colour = string;

/** A path as flat numbers, cheap to keep by the ten thousand: a code, then its coordinates. See path.ts. */
export type PathData = Float64Array;

/** What a hit on a command means: an opaque name that the layout gave it. */
export interface HitTag {
  readonly kind: 'item' | 'line' | 'fold' | 'checkbox' | 'icon' | 'image' | 'link' | 'href';
  readonly id: string;
}

export interface FillPath {
  readonly kind: 'fill';
  readonly path: PathData;
  readonly colour: Colour;
  readonly alpha?: number;
  readonly bounds: Rect;
  readonly hit?: HitTag;
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
/** One run of one style on one line; x, y is the start of the baseline, `width` as measured. */
export interface TextRun {
  readonly kind: 'text';
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly font: Font;
  readonly colour: Colour;
  readonly strike?: boolean;
  readonly underline?: boolean;
  readonly href?: string;
  readonly rtl?: boolean;
  readonly bounds: Rect;
  readonly hit?: HitTag;
}
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

/** What belongs together (an item with the branch that leads to it): painted in order, replaced as a whole, culled by bounds. */
export interface Group {
  readonly id: string;
  /** Lower is painted first: lines under words. Order between groups of one layer is by id of no meaning. */
  readonly commands: readonly Command[];
  readonly bounds: Rect;
}

/** The names that a theme gives to colours, as CSS colours. */
export type Palette = Readonly<Record<string, string>>;
