import type { Palette, Rect, Scene } from '@bough/scene';

/** How the map is seen: screen = (map - centre of the top left corner) * scale, in CSS pixels. */
export interface Camera {
  /** The map's point at the canvas' top left corner. */
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface PaintOptions {
  readonly camera: Camera;
  readonly palette: Palette;
  /** The canvas' size in CSS pixels, and its pixels for each of them. */
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
  /** In map units; null paints all of it anew. */
  readonly damage: readonly Rect[] | null;
  /** The pixels of an image or an icon (`icon:<name>` asks with the ink to draw it in); null while they are not there. */
  readonly image: (source: string, ink: string) => CanvasImageSource | null;
  /** Ids whose words are not painted: an editor stands in their place. */
  readonly wordless?: ReadonlySet<string>;
  /** Moves whole subtrees while they glide: by id, in map units, and how visible they are. */
  readonly glide?: ReadonlyMap<string, { readonly dx: number; readonly dy: number; readonly alpha: number }>;
}

/** Paints a scene on a canvas; keeps prepared paths between calls, for as long as the painter lives. */
export interface CanvasPainter {
  paint(context: CanvasRenderingContext2D, scene: Scene, options: PaintOptions): void;
}
