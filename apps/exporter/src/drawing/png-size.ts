import type { ExportReport } from '@bough/contracts';
import { grow, type Rect, type Scene } from '@bough/scene';

// How many pixels a picture has. People's programs open pictures of so many and no more; a map of ten thousand items at twice its size has
// ten times as many. Painting takes no more memory for more of them, so what is too much for one picture comes in tiles: each opens in
// every program, they fit without a seam, and a page among them shows them in their places.

/** How large pictures may be. */
export interface PngLimits {
  /** Pixels of one picture. */
  readonly pixels: number;
  /** Longest edge of one. */
  readonly edge: number;
  /** Longest edge of a tile. */
  readonly tile: number;
  /** Pixels of all tiles. */
  readonly tiled: number;
}
/** One picture: what people's own programs open without trouble. All tiles: what is painted well within the time that a file may take. */
export const PNG_LIMITS: PngLimits = { pixels: 80_000_000, edge: 65_000, tile: 8_192, tiled: 320_000_000 };

const MARGIN = 40;
const EMPTY: Rect = { x: 0, y: 0, width: 320, height: 200 };

interface Pixels {
  readonly width: number;
  readonly height: number;
}
type Tiles = NonNullable<ExportReport['tiles']>;
export interface PngSize {
  readonly asked: Pixels;
  readonly written: Pixels;
  /** In which it is drawn. */
  readonly scale: number;
  /** null: it is one picture. */
  readonly tiles: Tiles | null;
}
/** A tile, in pixels of the whole. */
interface Tile extends Rect {
  readonly name: string;
}

/** The pixels that somebody asks for with a scale, and those that the picture has: the same, but where those are too many. */
export function pngSize(
  scene: Scene,
  { scale, isTiled }: { readonly scale: number; readonly isTiled: boolean },
  limits = PNG_LIMITS,
): PngSize {
  const view = viewOf(scene);
  const asked = pixelsOf(view, scale);
  const ofOne = Math.min(scaleFor(view, limits.pixels), limits.edge / Math.max(view.width, view.height));
  if (!isTiled || scale <= ofOne) {
    const fitting = Math.min(scale, ofOne);
    return { asked, written: pixelsOf(view, fitting), scale: fitting, tiles: null };
  }
  const fitting = Math.min(scale, scaleFor(view, limits.tiled));
  const written = pixelsOf(view, fitting);
  const tiles = { columns: Math.ceil(written.width / limits.tile), rows: Math.ceil(written.height / limits.tile) };
  return { asked, written, scale: fitting, tiles };
}

/** What of the map a picture shows: all of it, with a margin. */
export function viewOf(scene: Scene): Rect {
  return grow(scene.bounds() ?? EMPTY, MARGIN);
}

/** All tiles, row by row, as large as each other but for a pixel. */
export function tilesOf(size: Pixels, tiles: Tiles): readonly Tile[] {
  const [columns, rows] = [cuts(size.width, tiles.columns), cuts(size.height, tiles.rows)];
  return rows.flatMap(([y, height], row) =>
    columns.map(([x, width], column) => ({ name: nameOf(row, column, tiles), x, y, width, height })),
  );
}

/** A page that shows the tiles in their places, to be opened beside them. */
export function tilesPage({
  title,
  size,
  tiles,
}: {
  readonly title: string;
  readonly size: Pixels;
  readonly tiles: Tiles;
}): string {
  const shown = title.replaceAll(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);
  const images = tilesOf(size, tiles).map(
    ({ name, width, height }) => `<img src="${name}" width="${width}" height="${height}" alt="">`,
  );
  const rows = Array.from({ length: tiles.rows }, (_, row) =>
    images.slice(row * tiles.columns, (row + 1) * tiles.columns).join(''),
  );
  return [
    '<!doctype html>',
    '<html><head><meta charset="utf-8">',
    `<title>${shown}</title>`,
    `<style>body{margin:0;width:${size.width}px}div{display:flex}img{display:block;flex:none}</style>`,
    '</head><body>',
    ...rows.map((row) => `<div>${row}</div>`),
    '</body></html>',
    '',
  ].join('\n');
}

function scaleFor({ width, height }: Pixels, most: number): number {
  return Math.sqrt(most / (width * height));
}

function pixelsOf({ width, height }: Pixels, scale: number): Pixels {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Where each of so many parts begins, and how long it is. */
function cuts(length: number, parts: number): readonly (readonly [number, number])[] {
  const at = (part: number): number => Math.round((length * part) / parts);
  return Array.from({ length: parts }, (_, part) => [at(part), at(part + 1) - at(part)] as const);
}

/** Row and column, from 1, with as many digits as sort them rightly. */
function nameOf(row: number, column: number, { rows, columns }: Tiles): string {
  const padded = (at: number, most: number): string => String(at + 1).padStart(String(most).length, '0');
  return `${padded(row, rows)}-${padded(column, columns)}.png`;
}
