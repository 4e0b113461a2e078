import type { Comment, ItemId, LinkId, MindMap, ThreadId, Touched } from '@bough/map';

/** Gathers what several applications touched into one answer, so that a batch of changes is one repaint. */
export class Touches {
  readonly #items = new Set<ItemId>();
  readonly #removed = new Set<ItemId>();
  readonly #parents = new Set<ItemId | null>();
  readonly #links = new Set<LinkId>();
  readonly #threads = new Set<ThreadId>();
  readonly #messages = new Set<Comment['id']>();
  #settings = false;
  #isEmpty = true;

  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  add(touched: Touched): void {
    this.#isEmpty = false;
    for (const id of touched.items) this.#items.add(id);
    for (const id of touched.removed) this.#removed.add(id);
    for (const id of touched.parents) this.#parents.add(id);
    for (const id of touched.links) this.#links.add(id);
    for (const id of touched.threads) this.#threads.add(id);
    for (const id of touched.messages) this.#messages.add(id);
    this.#settings ||= touched.settings;
  }

  /** What was touched in all, against the map as it is now: an item that went and came back counts as touched, not removed. */
  total(map: MindMap): Touched {
    const named = this.#items.union(this.#removed);
    const items = new Set<ItemId>();
    const removed = new Set<ItemId>();
    for (const id of named) (map.items.has(id) ? items : removed).add(id);
    return {
      items,
      removed,
      parents: this.#parents,
      links: this.#links,
      threads: this.#threads,
      messages: this.#messages,
      settings: this.#settings,
    };
  }
}
