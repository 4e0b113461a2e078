import type { SentFigures } from './figures.ts';

/** One map, for the page that paints it. */
export interface SameRequest {
  readonly document: string;
  readonly figures: SentFigures;
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly svg: string;
  readonly faces: readonly {
    readonly family: string;
    readonly weight: string;
    readonly style: string;
    readonly unicodeRange: string;
    readonly file: string;
  }[];
  readonly scale: number;
}
export interface SameAnswer {
  /** Which part of all pixels differs from the canvas'. */
  readonly svg: number;
  readonly pdf: number;
  readonly png: number;
  /** Which part of the canvas is not paper. */
  readonly ink: number;
  /** How far the browser's own width of a run of words is from what was measured, at most: in pixels of the map. */
  readonly slack: number;
  /** The run that is farthest. */
  readonly slackIn: string;
  /** How far the map's edges are from where the exporter has them. */
  readonly drift: number;
  /** As data: addresses; the differences marked. */
  readonly pictures: Readonly<Record<'canvas' | 'svg' | 'pdf' | 'png' | 'svgDiff' | 'pdfDiff' | 'pngDiff', string>>;
}
