import type { Command, Faded, Glide, Palette, PlacedGroup, Rect } from '@bough/scene';

/** How the map is seen: a point of the map stands on the screen at (point - camera) * scale, in CSS pixels. */
export interface Camera {
  /** The map's point at the canvas' top left corner. */
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** What is painted of a scene, and how. */
export interface PaintOptions {
  readonly camera: Camera;
  readonly palette: Palette;
  /** The canvas' size in CSS pixels, and its pixels for each of them. */
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
  /** In map units; null paints all of it anew. */
  readonly damage: readonly Rect[] | null;
  /** The pixels of an image; null while they are not there. */
  readonly image: (source: string) => CanvasImageSource | null;
  /** Ids whose words are not painted: an editor stands in their place. */
  readonly wordless?: ReadonlySet<string>;
  /** Branches that are pulled: drawn in the place of what stands under these groups. */
  readonly pulled?: ReadonlyMap<string, Command>;
  /** Moves whole subtrees while they glide. */
  readonly glide?: Glide;
  /** Subtrees that stand back: pale, without getting darker where they overlap, and below the others. */
  readonly faded?: Faded;
  /** Groups that are in the scene no more, on their way out: painted below everything else. */
  readonly leaving?: readonly PlacedGroup[];
}
