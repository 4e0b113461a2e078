import type { Palette } from '@bough/scene';
import type { Han } from './fonts/font-shelf.ts';
import type { Paper } from './sheets.ts';

/** Pixels for an image: PNG or JPEG. */
export type PdfImage = (source: string) => Uint8Array | null;

/** A place that the reader's list of contents leads to. */
export interface Bookmark {
  readonly title: string;
  /** 1 for a root. */
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

/** How a scene becomes a PDF. */
export interface PdfOptions {
  readonly palette: Palette;
  readonly title: string;
  /** As BCP 47, for readers that speak; of the map as a whole. */
  readonly language?: string;
  readonly paper?: Paper;
  /** The whole map on one sheet of that paper, smaller where it must be. */
  readonly isOnOneSheet?: boolean;
  /** Around the map, in map units. */
  readonly margin?: number;
  readonly isTransparent?: boolean;
  readonly image?: PdfImage;
  /** Whose shape Chinese characters have: those of Japanese where a map is Japanese. */
  readonly han?: Han;
  /** The ids of groups as somebody reads the map; what is not in it comes after. */
  readonly order?: readonly string[];
  /** In that order. */
  readonly bookmarks?: readonly Bookmark[];
  /** Asked between groups, and waited for; true stops the work. */
  readonly isCancelled?: () => boolean | Promise<boolean>;
}
