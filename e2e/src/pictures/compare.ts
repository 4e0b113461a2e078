import type { Picture } from './png.ts';

// Pictures are compared at a quarter of their size: each dot is the mean of sixteen. An edge that is smoothed otherwise, as a glyph by
// another renderer, changes such a mean by little; a bar that stands elsewhere changes it by much.

/** Edge of the square that becomes one dot. */
const SHRINK = 4;
/** Kept colours are these far apart: such a picture has a third of the bytes. */
const COLOUR_STEP = 8;
/** A channel that differs by more makes another dot. One of sixteen dots that turned from paper to ink changes their mean by 14. */
const SAME_COLOUR = 28;
/** As many other dots a picture may have: of 64,000 on a wide screen, of 20,467 on a phone. A bar 8 dots higher makes more than five times as many. */
export const MOST_OTHER_DOTS = 12;

/** The picture at a quarter of its size, as it is kept. */
export function quarterOf({ width, height, dots }: Picture): Picture {
  const [wide, high] = [Math.floor(width / SHRINK), Math.floor(height / SHRINK)];
  const shrunk = new Uint8Array(wide * high * 3);
  for (let at = 0; at < shrunk.length; at++) {
    const [x, y, channel] = [Math.floor(at / 3) % wide, Math.floor(at / 3 / wide), at % 3];
    let sum = 0;
    for (let one = 0; one < SHRINK * SHRINK; one++) {
      const [dx, dy] = [one % SHRINK, Math.floor(one / SHRINK)];
      sum += dots[((y * SHRINK + dy) * width + x * SHRINK + dx) * 3 + channel] ?? 0;
    }
    shrunk[at] = Math.min(255, Math.round(sum / (SHRINK * SHRINK) / COLOUR_STEP) * COLOUR_STEP);
  }
  return { width: wide, height: high, dots: shrunk };
}

/** What differs between two pictures: how many dots, and the smallest box around them in dots of the page; null: their sizes do. */
export interface Difference {
  readonly dots: number;
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** Of two quarter-size pictures; null: they are of different sizes. */
export function differenceOf(one: Picture, other: Picture): Difference | null {
  if (one.width !== other.width || one.height !== other.height) return null;
  const [xs, ys] = [new Array<number>(), new Array<number>()];
  for (let at = 0; at < one.dots.length; at += 3) {
    const isOther = [0, 1, 2].some((c) => Math.abs((one.dots[at + c] ?? 0) - (other.dots[at + c] ?? 0)) > SAME_COLOUR);
    if (!isOther) continue;
    xs.push((at / 3) % one.width);
    ys.push(Math.floor(at / 3 / one.width));
  }
  if (xs.length === 0) return { dots: 0, box: { x: 0, y: 0, width: 0, height: 0 } };
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [right, bottom] = [Math.max(...xs) + 1, Math.max(...ys) + 1];
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  const scaled = Object.fromEntries(Object.entries(box).map(([name, dots]) => [name, dots * SHRINK]));
  return { dots: xs.length, box: { ...box, ...scaled } };
}
