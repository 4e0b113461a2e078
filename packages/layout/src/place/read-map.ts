import { childrenOf, type ItemId, type MindMap, type ThreadId, threadsOn } from '@bough/map';

// What a layout reads of a map beyond its items.

/** Sides of a root's children: as set; those without one fill the right side with the first half, the left with the rest. */
export function sidesOf(map: MindMap, ids: readonly ItemId[]): Map<ItemId, 1 | -1> {
  const free = ids.filter((id) => map.items.get(id)?.side === null && map.items.get(id)?.offset === null);
  const right = new Set(free.slice(0, Math.ceil(free.length / 2)));
  return new Map(
    ids.map((id) => [id, (map.items.get(id)?.side ?? (right.has(id) ? 'right' : 'left')) === 'right' ? 1 : -1]),
  );
}

/** How many items stand below this one. */
export function countBelow(map: MindMap, id: ItemId): number {
  let count = 0;
  const open = [...childrenOf(map, id)];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    count++;
    for (const child of childrenOf(map, at)) open.push(child);
  }
  return count;
}

/** How many comments that nobody has resolved are on the item. */
export function openComments(map: MindMap, id: ItemId): number {
  if (map.threads.size === 0) return 0;
  let count = 0;
  for (const { isResolved, comments } of threadsOn(map, id)) if (!isResolved) count += comments.length;
  return count;
}

/** Which item each thread is on. A thread that has gone from the map cannot be asked any more. */
export class ThreadItems {
  readonly #items = new Map<ThreadId, ItemId>();

  /** Reads all threads of the map. */
  readAll(map: MindMap): void {
    for (const { id, item } of map.threads.values()) this.#items.set(id, item);
  }

  /** The items that these threads are on, or were on before the change. */
  follow(map: MindMap, threads: ReadonlySet<ThreadId>): ReadonlySet<ItemId> {
    const found = new Set<ItemId>();
    for (const id of threads) {
      const before = this.#items.get(id);
      const now = map.threads.get(id)?.item;
      if (before !== undefined) found.add(before);
      if (now === undefined) this.#items.delete(id);
      else {
        found.add(now);
        this.#items.set(id, now);
      }
    }
    return found;
  }
}
