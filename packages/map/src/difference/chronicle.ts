import type { PersonId } from '@bough/base';
import { apply } from '../apply/apply.ts';
import type { Op, ParsedOps } from '../changes/change.ts';
import type { ItemId, MindMap } from '../model/model.ts';
import { kindOf } from '../ops/table.ts';
import { stateOf } from '../state/state.ts';

/** Somebody did something to an item, with the change of that number. */
export interface Deed {
  readonly author: PersonId;
  readonly at: number;
  readonly seq: number;
}

/** Who made an item, null where it was there from the beginning; and who changed it last, null while it is as it was made. */
export interface Authorship {
  readonly made: Deed | null;
  readonly changed: Deed | null;
}

/** An item that is not in the map any more, as it read when it was removed. */
export interface Removed {
  readonly id: ItemId;
  readonly text: string;
  readonly note: string;
  readonly by: Deed;
}

interface Told {
  readonly seq: number;
  readonly author: PersonId;
  readonly at: number;
  readonly ops: ParsedOps;
}

interface Life {
  readonly made: Deed | null;
  readonly changed: Deed[];
}

/** What became of every item of a map, told change by change from its beginning. Takes the map over: nobody else may change it. */
export class Chronicle {
  readonly #map: MindMap;
  readonly #lives = new Map<ItemId, Life>();
  readonly #removed = new Map<ItemId, Removed>();

  constructor(beginning: MindMap) {
    this.#map = beginning;
  }

  /** The next change of the map's order. */
  take({ seq, author, at, ops }: Told): void {
    const applied = apply(this.#map, { author, at, ops });
    if (!applied.ok) return;
    const deed: Deed = { author, at, seq };
    for (const op of ops) this.#note(op, deed);
    const { touched } = applied.value;
    for (const id of touched.items) this.#removed.delete(id);
    const { goneItems } = stateOf(this.#map);
    for (const id of touched.removed) {
      const gone = goneItems.get(id);
      if (gone !== undefined) this.#removed.set(id, { id, text: gone.text, note: gone.note, by: deed });
    }
  }

  /** Who made the item and changed it last, as of the moment after change `seq`. */
  authorship(id: ItemId, seq: number): Authorship {
    const life = this.#lives.get(id);
    if (life === undefined) return { made: null, changed: null };
    return { made: life.made, changed: life.changed.findLast((deed) => deed.seq <= seq) ?? null };
  }

  /** What was removed and is not back, the last first: every item that `isWanted` by its text and note. */
  removed(isWanted: (item: Pick<Removed, 'text' | 'note'>) => boolean): readonly Removed[] {
    return [...this.#removed.values()].filter(isWanted).toSorted((a, b) => b.by.seq - a.by.seq);
  }

  #note(op: Op, deed: Deed): void {
    const [what, id] = kindOf(op).target(op).split(' ') as [string, ItemId];
    if (what !== 'item') return;
    const life = this.#lives.get(id);
    if (life !== undefined) life.changed.push(deed);
    else if (op.kind === 'add') this.#lives.set(id, { made: deed, changed: [] });
    else this.#lives.set(id, { made: null, changed: [deed] });
  }
}
