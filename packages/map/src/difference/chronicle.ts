import type { PersonId } from '@bough/base';
import { apply } from '../apply/apply.ts';
import type { Op, ParsedOps } from '../changes/change.ts';
import type { ItemId, MindMap } from '../model/model.ts';
import { kindOf } from '../ops/table.ts';
import { stateOf } from '../state/state.ts';
import { Journal } from './journal.ts';

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
  /** By the target of an op: items, links, settings and more. */
  readonly #lives = new Map<string, Life>();
  /** Who made each change, and when: change 1 stands first. */
  readonly #authors: PersonId[] = [];
  readonly #times: number[] = [];
  readonly #removed = new Map<ItemId, Removed>();
  /** What could be seen after each change. */
  readonly journal: Journal;

  constructor(beginning: MindMap) {
    this.#map = beginning;
    this.journal = new Journal(beginning);
  }

  /** The next change of the map's order. */
  take({ seq, author, at, ops }: Told): void {
    this.#authors.push(author);
    this.#times.push(at);
    const applied = apply(this.#map, { author, at, ops });
    this.journal.note(applied.ok ? applied.value.touched : null);
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
    const life = this.#lives.get(`item ${id}`);
    if (life === undefined) return { made: null, changed: null };
    return { made: life.made, changed: life.changed.findLast((deed) => deed.seq <= seq) ?? null };
  }

  /** What was removed and is not back, the last first: every item that `isWanted` by its text and note. */
  removed(isWanted: (item: Pick<Removed, 'text' | 'note'>) => boolean): readonly Removed[] {
    return [...this.#removed.values()].filter(isWanted).toSorted((a, b) => b.by.seq - a.by.seq);
  }

  /** Who made change `seq`, and when; null for one that was not told. */
  madeBy(seq: number): Pick<Deed, 'author' | 'at'> | null {
    const [author, at] = [this.#authors[seq - 1], this.#times[seq - 1]];
    return author === undefined || at === undefined ? null : { author, at };
  }

  /** Everybody who made one of the changes after `from` up to `to`. */
  authorsBetween(from: number, to: number): readonly PersonId[] {
    return [...new Set(this.#authors.slice(from, to))];
  }

  /** When each change was made, the first one first. */
  times(): readonly number[] {
    return this.#times;
  }

  /** What this person's changes after `from` up to `to` were done to: the targets of their ops. */
  targetsBy(author: PersonId, from: number, to: number): ReadonlySet<string> {
    const isTheirs = (deed: Deed | null): boolean =>
      deed !== null && deed.author === author && deed.seq > from && deed.seq <= to;
    const targets = new Set<string>();
    for (const [target, { made, changed }] of this.#lives) {
      if (isTheirs(made) || changed.some(isTheirs)) targets.add(target);
    }
    return targets;
  }

  #note(op: Op, deed: Deed): void {
    const target = kindOf(op).target(op);
    const life = this.#lives.get(target);
    if (life !== undefined) life.changed.push(deed);
    else if (op.kind === 'add') this.#lives.set(target, { made: deed, changed: [] });
    else this.#lives.set(target, { made: null, changed: [deed] });
  }
}
