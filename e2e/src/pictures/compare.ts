import type { Picture } from './png.ts';

// Pictures are kept at a quarter of their size: each dot is the mean of sixteen. An edge that is smoothed otherwise changes such a mean by
// little, a bar that stands elsewhere by much. Where another renderer drew them, only the layout is compared: means of blocks of 8 x 8
// dots of the page, each with the nearest one of those around it, since letters may be thicker and words some dots further.

/** Edge of the square that becomes one dot. */
const SHRINK = 4;
/** Kept colours are these far apart: such a picture has a third of the bytes. */
const COLOUR_STEP = 8;

/** A channel that differs by more makes another dot. One of sixteen dots that turned from paper to ink changes their mean by 14. */
const DOT_TOLERANCE = 28;
/** As many other dots a picture may have: of 64,000 on a wide screen, of 20,467 on a phone. A bar 8 dots higher makes more than five times as many. */
const DOTS_MOST = 12;

/** Edge of a block, in kept dots. */
const BLOCK = 2;
/** Of a block's mean. Chromium with all hinting differs by 20 from one with none. */
const BLOCK_TOLERANCE = 30;
/** Of 16,000 blocks on a wide screen, of 5,088 on a phone. Where no settings of letters are found at all it is 4, and 9 where a phone's bar is gone. */
const BLOCKS_MOST = 6;

/** How much differs, how much may, and the smallest box around it in dots of the page. */
export interface Comparison {
  readonly found: number;
  readonly most: number;
  readonly what: string;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** The picture at a quarter of its size, as it is kept. */
export function quarterOf(picture: Picture): Picture {
  const { width, height, dots } = shrunk(picture, SHRINK);
  return { width, height, dots: dots.map((channel) => Math.min(255, Math.round(channel / COLOUR_STEP) * COLOUR_STEP)) };
}

/** Dot by dot, of pictures of one size. */
export function compareDots(one: Picture, other: Picture): Comparison {
  const isOther = (x: number, y: number): boolean => distance(one, x, y, other, x, y) > DOT_TOLERANCE;
  return { ...differing(one, isOther, SHRINK), most: DOTS_MOST, what: 'dots' };
}

/**
 * Block by block, of pictures of one size: what stands in one of them and nowhere near that place in the other.
 */
export function compareLayout(one: Picture, other: Picture): Comparison {
  const [these, those] = [shrunk(one, BLOCK), shrunk(other, BLOCK)];
  const isOther = (x: number, y: number): boolean => isMissing(these, those, x, y) || isMissing(those, these, x, y);
  return { ...differing(these, isOther, SHRINK * BLOCK), most: BLOCKS_MOST, what: 'blocks' };
}

/** Whether no block around that place, nor the one there, is like the one there in the first picture. */
function isMissing(first: Picture, second: Picture, x: number, y: number): boolean {
  for (let near = 0; near < 9; near++) {
    const [nearX, nearY] = [x + (near % 3) - 1, y + Math.floor(near / 3) - 1];
    if (nearX < 0 || nearX >= first.width || nearY < 0 || nearY >= first.height) continue;
    if (distance(first, x, y, second, nearX, nearY) <= BLOCK_TOLERANCE) return false;
  }
  return true;
}

/** By how much the channel that differs most does. */
function distance(one: Picture, x: number, y: number, other: Picture, otherX: number, otherY: number): number {
  const [at, to] = [(y * one.width + x) * 3, (otherY * other.width + otherX) * 3];
  return Math.max(...[0, 1, 2].map((c) => Math.abs((one.dots[at + c] ?? 0) - (other.dots[to + c] ?? 0))));
}

/** Each dot the mean of a square; what is left over at the right and below is left out. */
function shrunk({ width, height, dots }: Picture, edge: number): Picture {
  const [wide, high] = [Math.floor(width / edge), Math.floor(height / edge)];
  const means = new Uint8Array(wide * high * 3);
  for (let at = 0; at < means.length; at++) {
    const first = (Math.floor(at / 3 / wide) * width + (Math.floor(at / 3) % wide)) * edge * 3 + (at % 3);
    let sum = 0;
    for (let dy = 0; dy < edge; dy++) {
      for (let dx = 0; dx < edge; dx++) sum += dots[first + (dy * width + dx) * 3] ?? 0;
    }
    means[at] = Math.round(sum / (edge * edge));
  }
  return { width: wide, height: high, dots: means };
}

/** How many places of a picture of that size are other, and the box around them. */
function differing(
  { width, height }: Picture,
  isOther: (x: number, y: number) => boolean,
  edge: number,
): Pick<Comparison, 'found' | 'box'> {
  let found = 0;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (!isOther(x, y)) continue;
    found++;
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  if (found === 0) return { found, box: { x: 0, y: 0, width: 0, height: 0 } };
  const box = { x: left * edge, y: top * edge, width: (right - left) * edge, height: (bottom - top) * edge };
  return { found, box };
}
