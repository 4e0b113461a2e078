import type { Backwards } from './backwards.ts';
import type { CommentId, Item, ItemId, LinkId, ThreadId } from '../model/model.ts';
import type { RefusalReason, Touched } from './outcome.ts';
import type { MapState } from '../state/state.ts';
import type { PersonId } from '@bough/base';

/** Why an op does not apply. What it wrote before it said so is undone by `apply`. */
export interface No {
  readonly reason: RefusalReason;
  readonly detail: string;
}

/** A no. */
export function no(reason: RefusalReason, detail: string): No {
  return { reason, detail };
}

/** One change on its way into a map. */
export interface Step {
  readonly map: MapState;
  readonly author: PersonId;
  readonly at: number;
  readonly backwards: Backwards;
  readonly recovered: ItemId[];
  readonly touched: TouchedBuilder;
}

/** The item with this id on the other side than `undefined`: live, gone, or not there at all. */
export function whereIs(map: MapState, id: ItemId): 'live' | 'gone' | 'nowhere' {
  if (map.items.has(id)) return 'live';
  return map.goneItems.has(id) ? 'gone' : 'nowhere';
}

const NOTHING: ReadonlySet<never> = new Set<never>();

/** Gathers what a change touched; sets are made when the first thing goes in. */
export class TouchedBuilder {
  #items: Set<ItemId> | null = null;
  #removed: Set<ItemId> | null = null;
  #parents: Set<ItemId | null> | null = null;
  #links: Set<LinkId> | null = null;
  #threads: Set<ThreadId> | null = null;
  #messages: Set<CommentId> | null = null;
  settings = false;

  item(id: ItemId): void {
    (this.#items ??= new Set()).add(id);
    this.#removed?.delete(id);
  }

  /** An item's place changed: it, and the list of children that it came to or left. */
  place(item: Pick<Item, 'id' | 'parent'>): void {
    this.item(item.id);
    this.parent(item.parent);
  }

  removed(id: ItemId): void {
    (this.#removed ??= new Set()).add(id);
    this.#items?.delete(id);
  }

  parent(id: ItemId | null): void {
    (this.#parents ??= new Set()).add(id);
  }

  link(id: LinkId): void {
    (this.#links ??= new Set()).add(id);
  }

  thread(id: ThreadId): void {
    (this.#threads ??= new Set()).add(id);
  }

  message(id: CommentId): void {
    (this.#messages ??= new Set()).add(id);
  }

  /** What was touched and is still there; of the parents some may have gone again. */
  done(live: ReadonlyMap<ItemId, Item>): Touched {
    for (const id of this.#parents ?? NOTHING) if (id !== null && !live.has(id)) this.#parents?.delete(id);
    return {
      items: this.#items ?? NOTHING,
      removed: this.#removed ?? NOTHING,
      parents: this.#parents ?? NOTHING,
      links: this.#links ?? NOTHING,
      threads: this.#threads ?? NOTHING,
      messages: this.#messages ?? NOTHING,
      settings: this.settings,
    };
  }
}
