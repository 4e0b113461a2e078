import type { ExportReport } from '@bough/contracts';
import { childrenOf, type ItemId, type MindMap } from '@bough/map';

// How many items a file can draw. A process that draws has so much memory and no more, and one with more items than this, or longer words,
// would die of them after half a minute: that is known from their number, so it is said before anybody waits. Files of words have no such
// bound.

interface Most {
  readonly items: number;
  /** Letters there is memory for, when each item counts as so many more. Absent: as many as there are. */
  readonly room?: { readonly letters: number; readonly ofItem: number };
}
/** What was drawn in the memory of such a process, with some to spare. */
const MOST: Readonly<Record<string, Most | undefined>> = {
  pdf: { items: 35_000, room: { letters: 2_300_000, ofItem: 80 } },
  svg: { items: 35_000, room: { letters: 5_000_000, ofItem: 100 } },
  vsdx: { items: 35_000 },
  png: { items: 80_000 },
};

/** How many items would be drawn, and the most of such words that can be; null: there is room for them. */
export function tooManyFor(
  map: MindMap,
  { format, branch }: { readonly format: string; readonly branch: ItemId | null },
  most = MOST[format],
): ExportReport['tooLarge'] {
  if (most === undefined) return null;
  // In Visio folded branches are drawn, too.
  const isOpen = (id: ItemId): boolean => format === 'vsdx' || map.items.get(id)?.isFolded !== true;
  let [items, letters] = [0, 0];
  const work = branch === null ? [...childrenOf(map, null)] : [branch];
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    items++;
    letters += map.items.get(id)?.text.length ?? 0;
    if (isOpen(id)) for (const child of childrenOf(map, id)) work.push(child);
  }
  const { room } = most;
  const held = room === undefined ? Infinity : Math.floor(room.letters / (room.ofItem + letters / items));
  const bound = Math.min(most.items, held);
  return items > bound ? { items, most: bound } : null;
}
