import { assert, type PersonId } from '@bough/base';
import { emptyMap, type ItemId, type MindMap } from '@bough/map';
import {
  applyPatch,
  type Authorship,
  Chronicle,
  differenceBetween,
  differenceBy,
  type Patch,
  patchBetween,
  type Removed,
} from '@bough/map/difference';
import { compared } from './compared.ts';
import type { Differs } from './paint-marks.ts';
import type { ChangeTime } from './play-times.ts';
import { type PastChange, parsedPast } from './sittings.ts';

/** How two moments of a map differ, as the page tells it. */
export interface Comparison {
  /** The numbers of the earlier and the later moment. */
  readonly from: number;
  readonly to: number;
  readonly counts: Readonly<Record<Differs['kind'] | 'links', number>>;
  readonly marks: ReadonlyMap<ItemId, Differs>;
  /** What differs, in the order of the tree. */
  readonly order: readonly ItemId[];
  /** Who changed something in between. */
  readonly authors: readonly PersonId[];
}

/** A change of many items at once; `isNew`: nearly all of them were made by it. */
export interface LargeStep {
  readonly seq: number;
  readonly author: PersonId;
  readonly at: number;
  readonly items: number;
  readonly isNew: boolean;
}

/** The change that made a moment look as it does. */
export interface ShownBy {
  readonly seq: number;
  readonly author: PersonId;
  readonly at: number;
}

/** So many items at once are told of. */
const MANY = 20;

/** A moment that is drawn from one or other map: the numbers say which. */
interface Walker {
  readonly map: MindMap;
  seq: number;
}

/**
 * The past of a map, told from its first change on, and what of it somebody looks at. It knows what is drawn, and answers what makes
 * that another moment: at the cost of the changes in between, and of nothing where it was told no further.
 */
export class Timeline {
  readonly #chronicle: Chronicle;
  readonly #walkers: readonly [Walker, Walker];
  /** As it is drawn; `#shownSeq` is the number of the moment that it is, null for what is none. */
  readonly #shown: MindMap = emptyMap();
  #shownSeq: number | null = null;

  /** Takes over the map as it was before its first change. */
  constructor(beginning: MindMap) {
    this.#walkers = [
      { map: copyOf(beginning), seq: 0 },
      { map: copyOf(beginning), seq: 0 },
    ];
    this.#chronicle = new Chronicle(beginning);
  }

  /** The number of the last change that was told. */
  get last(): number {
    return this.#chronicle.journal.last;
  }

  /** The next changes, in the order of their numbers. */
  take(changes: readonly PastChange[]): void {
    for (const change of parsedPast(changes)) {
      assert(change.seq === this.last + 1, 'changes are told in order');
      this.#chronicle.take(change);
    }
  }

  /** What makes that which is drawn the moment after change `seq`, which was told. */
  show(seq: number): Patch {
    const known = this.#shownSeq;
    this.#shownSeq = seq;
    if (known === null || known > this.last) return this.#draw(patchBetween(this.#shown, this.#at(0, seq)));
    return this.#draw(this.#chronicle.journal.between(known, seq));
  }

  /** The same for a moment that was read from elsewhere. */
  showRead(seq: number, map: MindMap): Patch {
    this.#shownSeq = seq;
    return this.#draw(patchBetween(this.#shown, map));
  }

  /** What makes that which is drawn the two moments in one map, and how they differ; `by`: only what that person did. */
  showBoth(
    one: number,
    other: number,
    by: PersonId | null,
  ): { readonly patch: Patch; readonly comparison: Comparison } {
    const [from, to] = [Math.min(one, other), Math.max(one, other)];
    const [before, after] = [this.#at(0, from), this.#at(1, to)];
    const all = differenceBetween(before, after);
    const difference = by === null ? all : differenceBy(all, before, this.#chronicle.targetsBy(by, from, to));
    const { map, marks, order } = compared(before, after, difference);
    this.#shownSeq = null;
    const { added, changed, moved, removed, links } = difference;
    // What has moved and reads otherwise has the sign of what changed, and counts as both.
    const counts = { added: added.size, changed: changed.size, moved: moved.size, removed: removed.size };
    const authors = this.#chronicle.authorsBetween(from, to);
    const comparison = { from, to, counts: { ...counts, links: links.size }, marks, order, authors };
    return { patch: this.#draw(patchBetween(this.#shown, map)), comparison };
  }

  /** Who made the moment after change `seq` look as it does, and when: changes that show nothing are passed over. null: it looks as in the beginning. */
  shownBy(seq: number): ShownBy | null {
    let last = Math.min(seq, this.last);
    while (last > 0 && !this.#chronicle.journal.isSeen(last)) last--;
    const by = this.#chronicle.madeBy(last);
    return by === null ? null : { seq: last, ...by };
  }

  /** What makes the moment after change `from` the one after change `to`; from null: what makes it of an empty map. What is drawn is another matter. */
  step(from: number | null, to: number): Patch {
    return from === null ? patchBetween(emptyMap(), this.#at(0, to)) : this.#chronicle.journal.between(from, to);
  }

  /** When each change was made, and whether anything is to be seen of it, the first one first. */
  times(): readonly ChangeTime[] {
    const { journal } = this.#chronicle;
    return this.#chronicle.times().map((at, n) => ({ at, isSeen: journal.isSeen(n + 1) }));
  }

  /** The changes that were done to many items at once: an import, a large paste, a branch or a map that was restored. */
  largeSteps(): readonly LargeStep[] {
    const steps: LargeStep[] = [];
    for (let seq = 1; seq <= this.last; seq++) {
      const { made, others } = this.#chronicle.journal.itemsOf(seq);
      const by = made + others < MANY ? null : this.#chronicle.madeBy(seq);
      if (by !== null) steps.push({ seq, ...by, items: made + others, isNew: others * 10 < made });
    }
    return steps;
  }

  authorship(id: ItemId, seq: number): Authorship {
    return this.#chronicle.authorship(id, seq);
  }

  removed(isWanted: (item: Pick<Removed, 'text' | 'note'>) => boolean): readonly Removed[] {
    return this.#chronicle.removed(isWanted);
  }

  /** Whose hand each item of the moment after change `seq` is in: who changed it last, or made it. */
  hands(seq: number): readonly (readonly [ItemId, PersonId])[] {
    return [...this.#at(0, seq).items.keys()].flatMap((id): (readonly [ItemId, PersonId])[] => {
      const { made, changed } = this.#chronicle.authorship(id, seq);
      const author = (changed ?? made)?.author;
      return author === undefined ? [] : [[id, author]];
    });
  }

  /** The map of one of the two walkers, after it has walked there. */
  #at(which: 0 | 1, seq: number): MindMap {
    const walker = this.#walkers[which];
    applyPatch(walker.map, this.#chronicle.journal.between(walker.seq, seq));
    walker.seq = seq;
    return walker.map;
  }

  #draw(patch: Patch): Patch {
    applyPatch(this.#shown, patch);
    return patch;
  }
}

function copyOf(map: MindMap): MindMap {
  const copy = emptyMap();
  applyPatch(copy, patchBetween(copy, map));
  return copy;
}
