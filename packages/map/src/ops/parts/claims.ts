import type { Op } from '../../changes/change.ts';
import type { ItemId, LinkId, MindMap } from '../../model/model.ts';

/** What others have set, moved and touched since one's own change was made. */
export class UndoClaims {
  readonly map: MindMap;
  /** Items that somebody moved, or did anything else to. */
  readonly moved = new Set<ItemId>();
  readonly touched = new Set<ItemId>();
  readonly links = new Set<LinkId>();
  /** Fields of items and settings of the map, each behind the name of what has it. */
  readonly #taken = new Set<string>();
  #isSomethingReturning = false;

  constructor(map: MindMap) {
    this.map = map;
  }

  /** `owner` is an item's id, or 'settings'. */
  take(owner: string, fields: object): void {
    for (const field in fields) this.#taken.add(`${owner} ${field}`);
  }

  isTaken(owner: string, field: string): boolean {
    return this.#taken.has(`${owner} ${field}`);
  }

  /** Those of the fields that nobody else has set since; null: none. */
  free<F extends object>(owner: string, fields: F): F | null {
    const free = Object.entries(fields).filter(([field]) => !this.isTaken(owner, field));
    return free.length === 0 ? null : (Object.fromEntries(free) as F);
  }

  /** This will be applied first. Which items are in a subtree that comes back is not known here, so any may be. */
  expect(op: Op): void {
    this.#isSomethingReturning ||= op.kind === 'restore';
  }

  isHere(id: ItemId): boolean {
    return this.#isSomethingReturning || this.map.items.has(id);
  }

  /** Whether something that others touched stands at or below the item: removing it would take their work along. */
  isBuiltUpon(id: ItemId): boolean {
    for (const touched of this.touched) {
      for (let at: ItemId | null = touched; at !== null; at = this.map.items.get(at)?.parent ?? null)
        if (at === id) return true;
    }
    return false;
  }
}
