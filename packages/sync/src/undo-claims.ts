import { unreachable } from '@bough/base';
import type { ItemId, MindMap, Op } from '@bough/map';

// What others did since belongs to them: undoing one's own change must not undo theirs. This decides which part of an
// inverse is still one's own to take back.

/**
 * The ops of an own inverse, without what somebody else has since set, moved, or built upon. `before` are the ops that will
 * be applied first: what they bring back counts as here.
 */
export function withoutOverwritten(
  inverse: readonly Op[],
  foreign: readonly Op[],
  map: MindMap,
  before: readonly Op[],
): readonly Op[] {
  if (foreign.length === 0) return inverse;
  const claims = new Claims(foreign, map);
  const kept: Op[] = [];
  if (before.some((op) => op.kind === 'restore')) claims.expectReturn();
  for (const op of inverse) {
    const left = claims.leftOf(op);
    if (left !== null) kept.push(left);
    if (left?.kind === 'restore') claims.expectReturn();
  }
  return kept;
}

class Claims {
  readonly #fields = new Map<ItemId, Set<string>>();
  readonly #moved = new Set<ItemId>();
  readonly #touched = new Set<ItemId>();
  readonly #links = new Set<string>();
  readonly #settings = new Set<string>();

  readonly #map: MindMap;
  #isSomethingReturning = false;

  constructor(foreign: readonly Op[], map: MindMap) {
    this.#map = map;
    for (const op of foreign) this.#claim(op);
  }

  /** A subtree comes back first: which items are in it is not known here, so any may be. */
  expectReturn(): void {
    this.#isSomethingReturning = true;
  }

  #isHere(id: ItemId): boolean {
    return this.#isSomethingReturning || this.#map.items.has(id);
  }

  #claim(op: Op): void {
    switch (op.kind) {
      case 'set': {
        const fields = this.#fields.get(op.id) ?? new Set();
        for (const field of Object.keys(op.fields)) fields.add(field);
        this.#fields.set(op.id, fields);
        this.#touched.add(op.id);
        return;
      }
      case 'move':
      case 'restore':
        this.#moved.add(op.id);
        this.#touched.add(op.id);
        return;
      case 'add':
      case 'splice':
        this.#touched.add(op.id);
        return;
      case 'comment':
        this.#touched.add(op.item);
        return;
      case 'link':
      case 'unlink':
        this.#links.add(op.kind === 'link' ? op.link.id : op.id);
        return;
      case 'settings':
        for (const field of Object.keys(op.fields)) this.#settings.add(field);
        return;
      case 'remove':
      case 'edit-comment':
      case 'resolve':
        return;
      default:
        unreachable(op);
    }
  }

  /** What is left of the op: all of it, some of its fields, or null. */
  leftOf(op: Op): Op | null {
    switch (op.kind) {
      case 'set': {
        if (!this.#isHere(op.id)) return null;
        const theirs = this.#fields.get(op.id);
        const fields = Object.fromEntries(Object.entries(op.fields).filter(([field]) => theirs?.has(field) !== true));
        return Object.keys(fields).length === 0 ? null : { ...op, fields };
      }
      case 'splice':
        return this.#isHere(op.id) && this.#fields.get(op.id)?.has(op.field) !== true ? op : null;
      case 'move':
        return this.#isHere(op.id) && !this.#moved.has(op.id) ? op : null;
      case 'restore':
        return this.#map.items.has(op.id) && this.#touched.has(op.id) ? null : op;
      case 'remove':
        return this.#map.items.has(op.id) && !this.#isBuiltUpon(op.id) ? op : null;
      case 'link':
        return this.#links.has(op.link.id) ? null : op;
      case 'unlink':
        return this.#links.has(op.id) || !this.#map.links.has(op.id) ? null : op;
      case 'settings': {
        const fields = Object.fromEntries(Object.entries(op.fields).filter(([field]) => !this.#settings.has(field)));
        return Object.keys(fields).length === 0 ? null : { ...op, fields };
      }
      case 'add':
      case 'comment':
      case 'edit-comment':
      case 'resolve':
        return op;
      default:
        return unreachable(op);
    }
  }

  /** Whether something that others touched stands at or below the item: removing it would take their work along. */
  #isBuiltUpon(id: ItemId): boolean {
    for (const touched of this.#touched) {
      for (let at: ItemId | null = touched; at !== null; at = this.#map.items.get(at)?.parent ?? null)
        if (at === id) return true;
    }
    return false;
  }
}
