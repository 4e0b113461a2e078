import type { Layout } from '@bough/layout';
import { childrenOf, type MindMap } from '@bough/map';
import type { Rect } from '@bough/scene';
import { layOutLow } from './lay-out.ts';

// What a card shows of a map. A small map is shown whole. Of a large one words would be dust, so its card shows as much as can
// still be made out around its first root, which is where a person recognises a map; this also bounds the picture's size. A map that is higher
// than a card is folded as far as makes it low enough: cut, it would be stems alone.

const WIDTH = 4;
const HEIGHT = 3;
/** The widest piece of a map that a card shows, in map units: words of 13 are then about 5 pixels high. */
const WIDEST = 760;
/** Where the branches of the roots alone are higher than such a piece, it may be so wide. */
const WIDEST_OF_TALL = 2 * WIDEST;
/** Below this width a map of one word would be shown as huge letters. */
const NARROWEST = 360;
/** How much of the card stays paper at each side of a map that is shown whole. */
const MARGIN = 0.06;

/** The map placed as its card shows it: not higher than the card where folding can do that. */
export function layOutForCard(map: MindMap): Promise<Layout> {
  return layOutLow(map, ((WIDEST * HEIGHT) / WIDTH) * (1 - 2 * MARGIN));
}

/** The part of the map that its card shows, in map units; always 4 by 3. */
export function cardOf(map: MindMap, layout: Pick<Layout, 'bounds' | 'box'>): Rect {
  const bounds = layout.bounds();
  const tall = (bounds.height * WIDTH) / HEIGHT / (1 - 2 * MARGIN);
  const needed = Math.max(bounds.width / (1 - 2 * MARGIN), tall);
  const widest = Math.min(WIDEST_OF_TALL, Math.max(WIDEST, tall));
  const width = Math.min(widest, Math.max(NARROWEST, needed));
  const height = (width * HEIGHT) / WIDTH;
  const x = bounds.x + bounds.width / 2;
  const y = bounds.y + bounds.height / 2;
  if (needed <= width) return around({ x, y }, width, height);
  const [root] = childrenOf(map, null);
  const box = root === undefined ? null : layout.box(root);
  const middle = box === null ? { x, y } : { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  // Never further towards an edge of the map than the map needs: paper beside a cut map says nothing.
  return around(
    {
      x: within(middle.x, bounds.x, bounds.width, width),
      y: within(middle.y, bounds.y, bounds.height, height),
    },
    width,
    height,
  );
}

/** The middle of a window of that size which stays over the extent, as near to what was wished as that allows. */
function within(wished: number, start: number, extent: number, size: number): number {
  const margin = size * MARGIN;
  const room = extent + 2 * margin - size;
  if (room <= 0) return start + extent / 2;
  const least = start - margin + size / 2;
  return Math.min(least + room, Math.max(least, wished));
}

function around(middle: { readonly x: number; readonly y: number }, width: number, height: number): Rect {
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height };
}
