/** A rectangle of the screen, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const GAP = 12;
/** On both sides of the item: its + handle stands there. */
const HANDLE = 30;

/** How much further than next to the item the bar may stand, when words are in the way. */
const STEPS = [0, 30, 60];

/**
 * Where a bar of that size stands near an item: above, below or at a side, whichever covers the fewest words, the nearest of
 * equals; always inside the area that chrome leaves free, and never over its own item and its + handle.
 */
export function placeBar(
  item: Box,
  size: { readonly width: number; readonly height: number },
  area: Box,
  covers: (box: Box) => number,
): { readonly left: number; readonly top: number } {
  let best = { left: area.x, top: area.y };
  let fewest = Infinity;
  const kept = { x: item.x - HANDLE, y: item.y, width: item.width + 2 * HANDLE, height: item.height };
  for (const { x, y } of candidates(item, size)) {
    const left = Math.max(area.x, Math.min(x, area.x + area.width - size.width));
    const top = Math.max(area.y, Math.min(y, area.y + area.height - size.height));
    const box = { x: left, y: top, ...size };
    const covered = overlaps(box, kept) ? Infinity : covers(box);
    if (covered >= fewest) continue;
    fewest = covered;
    best = { left, top };
    if (covered === 0) break;
  }
  return best;
}

/** Places from the nearest on: centred, then flush with the item's edges, then beside it. */
function candidates(item: Box, size: { readonly width: number; readonly height: number }): { x: number; y: number }[] {
  const middle = item.x + item.width / 2 - size.width / 2;
  const flush = [middle, item.x + item.width - size.width, item.x];
  const centre = item.y + item.height / 2 - size.height / 2;
  return STEPS.flatMap((step) => [
    ...flush.map((x) => ({ x, y: item.y - GAP - step - size.height })),
    ...flush.map((x) => ({ x, y: item.y + item.height + GAP + step })),
    { x: item.x - HANDLE - step - size.width, y: centre },
    { x: item.x + item.width + HANDLE + step, y: centre },
  ]);
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
