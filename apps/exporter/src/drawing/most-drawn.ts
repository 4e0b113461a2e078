import type { ExportReport } from '@bough/contracts';
import { childrenOf, type ItemId, type MindMap } from '@bough/map';

// How many items a file can draw. A process that draws has so much memory and no more, and one with more items than this would die of them
// after half a minute: that is known from their number, so it is said before anybody waits. Files of words have no such bound.

/** Items of usual words that were drawn in the memory of such a process, with some to spare. */
const MOST: Readonly<Record<string, number | undefined>> = { pdf: 35_000, svg: 35_000, vsdx: 35_000, png: 80_000 };

/** How many items would be drawn, and the most that can be; null: there is room for them. */
export function tooManyFor(
  map: MindMap,
  { format, branch }: { readonly format: string; readonly branch: ItemId | null },
  most = MOST[format],
): ExportReport['tooLarge'] {
  if (most === undefined || map.items.size <= most) return null;
  // In Visio folded branches are drawn, too.
  const isOpen = (id: ItemId): boolean => format === 'vsdx' || map.items.get(id)?.isFolded !== true;
  let items = 0;
  const work = branch === null ? [...childrenOf(map, null)] : [branch];
  for (let id = work.pop(); id !== undefined; id = work.pop()) {
    items++;
    if (isOpen(id)) for (const child of childrenOf(map, id)) work.push(child);
  }
  return items > most ? { items, most } : null;
}
