import { childrenOf, type Item, type ItemId, type MindMap } from '@bough/map';

/** One treeitem as a screen reader gets it. */
export interface TreeRow extends HeardItem {
  readonly id: ItemId;
  readonly level: number;
  readonly position: number;
  readonly siblings: number;
  /** null: it has no branches. */
  readonly isExpanded: boolean | null;
  readonly isSelected: boolean;
  readonly checkbox: Item['checkbox'];
}

/** How many of these an item has. */
export interface RowCounts {
  /** In threads that are open. */
  readonly comments: number;
  /** To and from other items. */
  readonly links: number;
  /** Items that a fold hides, as the map counts them. */
  readonly folded: number;
}

/** An item as who hears the map is told of it. */
export interface HeardItem {
  readonly words: string;
  /** What it has beside its words; '' for nothing. */
  readonly beside: string;
}

/** Up to this many rows the whole tree is there; beyond, a window around the focused item. */
export const ROWS = { all: 300, around: 40 } as const;

/**
 * The rows to have in the document, in the order of the tree. A small map is there as a whole. Of a large one: the focused
 * item, the way up to its root, its nearest siblings and its first children, so that each arrow key finds its row.
 */
export function rowsOf(
  map: MindMap,
  focus: ItemId | null,
  selected: ReadonlySet<ItemId>,
  reads: (item: Item, counts: RowCounts) => HeardItem = ({ text }) => ({ words: text, beside: '' }),
  isFolded: (item: Item) => boolean = (item) => item.isFolded,
  hiddenBelow: (id: ItemId) => number = () => 0,
): TreeRow[] {
  const rows: TreeRow[] = [];
  const isSmall = map.items.size <= ROWS.all;
  const [comments, links] = [commentsIn(map), linksIn(map)];
  const way = new Set<ItemId>();
  for (let at = focus; at !== null; at = map.items.get(at)?.parent ?? null) way.add(at);
  const walk = (parent: ItemId | null, level: number): void => {
    const ids = childrenOf(map, parent);
    const onWay = ids.findIndex((id) => way.has(id));
    const from = isSmall ? 0 : Math.max(0, onWay - ROWS.around / 2);
    const to = isSmall ? ids.length : Math.min(ids.length, from + ROWS.around);
    for (let i = from; i < to; i++) {
      const name = ids[i];
      const item = name === undefined ? undefined : map.items.get(name);
      if (item === undefined) continue;
      const has = childrenOf(map, item.id).length > 0;
      const { id, checkbox } = item;
      rows.push({
        ...{ id, level, position: i + 1, siblings: ids.length, checkbox },
        isExpanded: has ? !isFolded(item) : null,
        isSelected: selected.has(id),
        ...reads(item, {
          comments: comments.get(id) ?? 0,
          links: links.get(id) ?? 0,
          folded: isFolded(item) ? hiddenBelow(id) : 0,
        }),
      });
      if (has && !isFolded(item) && (isSmall || way.has(id))) walk(id, level + 1);
    }
  };
  walk(null, 1);
  return rows;
}

/** How many open comments each item has. */
function commentsIn({ threads }: MindMap): ReadonlyMap<ItemId, number> {
  const counts = new Map<ItemId, number>();
  for (const { item, comments, isResolved } of threads.values()) {
    if (!isResolved) counts.set(item, (counts.get(item) ?? 0) + comments.length);
  }
  return counts;
}

function linksIn({ links }: MindMap): ReadonlyMap<ItemId, number> {
  const counts = new Map<ItemId, number>();
  for (const { from, to } of links.values()) for (const id of [from, to]) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
