import { grow, type Rect } from '@bough/scene';
import { isKeptWhole, type Span, tileStarts } from './tile-starts.ts';

// Sheets of paper for a map: one as large as the map, or tiles. Points are 1/72 inch, map units 1/96.

/** How the map is laid on paper. */
export type Paper = 'one' | 'a4' | 'a3' | 'a2' | 'letter' | 'legal' | 'tabloid';

export interface Sheet {
  /** Its size in points. */
  readonly width: number;
  readonly height: number;
  /** What of the map is on it, in map units. */
  readonly part: Rect;
  /** Where that begins on the sheet, in points. */
  readonly inset: number;
  readonly scale: number;
}

const POINTS = 0.75;
/** Readers take no page longer than this. */
const LONGEST = 14_000;
/** The strip around a tile, in points, in which marks stand. */
const MARGIN = 28;
const SIZES: Readonly<Record<Exclude<Paper, 'one'>, readonly [number, number]>> = {
  a4: [841.89, 595.28],
  a3: [1190.55, 841.89],
  a2: [1683.78, 1190.55],
  letter: [792, 612],
  legal: [1008, 612],
  tabloid: [1224, 792],
};

/** The sheets that the map's bounds take, by row, none of which cuts the words; or the whole map on one sheet of that paper, never larger than it is. */
export function sheetsOf(
  bounds: Rect,
  paper: Paper,
  margin: number,
  isOnOneSheet = false,
  words: readonly Rect[] = [],
): Sheet[] {
  const area = grow(bounds, margin);
  if (paper === 'one') {
    const scale = Math.min(POINTS, LONGEST / area.width, LONGEST / area.height);
    return [{ width: area.width * scale, height: area.height * scale, part: area, inset: 0, scale }];
  }
  if (isOnOneSheet) return [oneSheet(area, SIZES[paper])];
  const [width, height] = SIZES[paper];
  const inner = { width: (width - 2 * MARGIN) / POINTS, height: (height - 2 * MARGIN) / POINTS };
  const columns = tileStarts(acrossOf(area), inner.width, words.map(acrossOf));
  const rows = tileStarts(downOf(area), inner.height, words.map(downOf));
  return rows.flatMap((y) =>
    columns.map((x) => ({ width, height, part: { x, y, ...inner }, inset: MARGIN, scale: POINTS })),
  );
}

function acrossOf({ x, width }: Rect): Span {
  return { from: x, to: x + width };
}

function downOf({ y, height }: Rect): Span {
  return { from: y, to: y + height };
}

/** Whether these words are drawn on that tile: only where they are whole, unless no tile can have them whole. */
export function isDrawnOn({ part }: Sheet, words: Rect): boolean {
  const isWhole = (one: Span, tile: Span): boolean => one.from >= tile.from - SLACK && one.to <= tile.to + SLACK;
  const mayBeWhole = isKeptWhole(acrossOf(words), part.width) && isKeptWhole(downOf(words), part.height);
  return !mayBeWhole || (isWhole(acrossOf(words), acrossOf(part)) && isWhole(downOf(words), downOf(part)));
}

const SLACK = 1e-3;

/** Upright where the map is; the paper around it belongs to its picture. */
function oneSheet(area: Rect, [long, short]: readonly [number, number]): Sheet {
  const isUpright = area.height > area.width;
  const [width, height] = isUpright ? [short, long] : [long, short];
  const scale = Math.min(POINTS, width / area.width, height / area.height);
  const part = {
    x: area.x - (width / scale - area.width) / 2,
    y: area.y - (height / scale - area.height) / 2,
    width: width / scale,
    height: height / scale,
  };
  return { width, height, part, inset: 0, scale };
}
