/** A rectangle of the screen, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const GAP = 12;
const MARGIN = 12;
const HEAD = 56;

/**
 * Where a bar of that size stands beside an item: above, below, or at a side, whichever covers the fewest words, the first of
 * equals; always inside the window and clear of the head.
 */
export function placeBar(
  item: Box,
  size: { readonly width: number; readonly height: number },
  view: { readonly width: number; readonly height: number },
  covers: (box: Box) => number,
): { readonly left: number; readonly top: number } {
  const middle = item.x + item.width / 2 - size.width / 2;
  const centre = item.y + item.height / 2 - size.height / 2;
  const candidates = [
    { x: middle, y: item.y - GAP - size.height },
    { x: middle, y: item.y + item.height + GAP },
    { x: item.x - GAP - size.width, y: centre },
    { x: item.x + item.width + GAP, y: centre },
  ].map(({ x, y }) => ({
    x: Math.max(MARGIN, Math.min(x, view.width - size.width - MARGIN)),
    y: Math.max(HEAD, Math.min(y, view.height - size.height - MARGIN)),
    ...size,
  }));
  let best = { left: MARGIN, top: HEAD };
  let fewest = Infinity;
  for (const box of candidates) {
    const covered = covers(box) + (overlaps(box, item) ? 1_000 : 0);
    if (covered >= fewest) continue;
    fewest = covered;
    best = { left: box.x, top: box.y };
  }
  return best;
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
