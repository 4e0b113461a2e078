import { grow, type Rect } from '@bough/scene';

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
  readonly column: number;
  readonly row: number;
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

/** The sheets that the map's bounds take, by row; or the whole map on one sheet of that paper, never larger than it is. */
export function sheetsOf(bounds: Rect, paper: Paper, margin: number, isOnOneSheet = false): Sheet[] {
  const area = grow(bounds, margin);
  if (paper === 'one') {
    const scale = Math.min(POINTS, LONGEST / area.width, LONGEST / area.height);
    return [{ width: area.width * scale, height: area.height * scale, part: area, inset: 0, scale, column: 0, row: 0 }];
  }
  if (isOnOneSheet) return [oneSheet(area, SIZES[paper])];
  const [width, height] = SIZES[paper];
  const inner = { width: (width - 2 * MARGIN) / POINTS, height: (height - 2 * MARGIN) / POINTS };
  const columns = Math.ceil(area.width / inner.width);
  const rows = Math.ceil(area.height / inner.height);
  const left = area.x - (columns * inner.width - area.width) / 2;
  const top = area.y - (rows * inner.height - area.height) / 2;
  const sheets: Sheet[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const part = { x: left + column * inner.width, y: top + row * inner.height, ...inner };
      sheets.push({ width, height, part, inset: MARGIN, scale: POINTS, column, row });
    }
  }
  return sheets;
}

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
  return { width, height, part, inset: 0, scale, column: 0, row: 0 };
}
