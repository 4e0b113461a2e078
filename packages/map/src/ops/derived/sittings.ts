import type { PersonId } from '@bough/base';
import type { Op } from '../../changes/change.ts';
import { type Done, Tally } from '../parts/tally.ts';
import { kindOf } from '../table.ts';

/** Who did nothing for so long begins another sitting with their next change. */
const PAUSE_MS = 10 * 60_000;

/** A change, as far as sittings are made of it. */
interface Sat {
  readonly seq: number;
  readonly author: PersonId;
  readonly at: number;
  readonly ops: readonly Op[];
}

/** What one person did without a long pause. */
export interface Sitting {
  readonly author: PersonId;
  /** The numbers of its first and its last change. Others may have written in between. */
  readonly from: number;
  readonly to: number;
  readonly began: number;
  readonly ended: number;
  readonly done: Done;
}

interface Open extends Omit<Sitting, 'done'> {
  readonly tally: Tally;
}

/** Groups changes, given in their order, by person and pause: the sitting that ended last stands first. */
export function sittingsOf(changes: Iterable<Sat>): readonly Sitting[] {
  const open = new Map<PersonId, Open>();
  const all: Open[] = [];
  for (const { seq, author, at, ops } of changes) {
    const before = open.get(author);
    const goesOn = before !== undefined && at - before.ended <= PAUSE_MS;
    if (before !== undefined && !goesOn) all.push(before);
    const sitting = goesOn ? before : { author, from: seq, began: at, ended: at, tally: new Tally() };
    open.set(author, { ...sitting, to: seq, ended: Math.max(sitting.ended, at) });
    for (const op of ops) kindOf(op).tell(sitting.tally, op);
  }
  return [...all, ...open.values()]
    .toSorted((a, b) => b.to - a.to)
    .map(({ tally, ...sitting }) => ({ ...sitting, done: tally.done }));
}

/** What one person did in all, however long their pauses. */
export interface Share {
  readonly author: PersonId;
  readonly done: Done;
}

/** Counts what each person did in all. Changes are given in their order, as many at a time as the caller has. */
export class Shares {
  /** Who did something last stands last. */
  readonly #tallies = new Map<PersonId, Tally>();

  take(changes: Iterable<Pick<Sat, 'author' | 'ops'>>): void {
    for (const { author, ops } of changes) {
      if (ops.length === 0) continue;
      const tally = this.#tallies.get(author) ?? new Tally();
      this.#tallies.delete(author);
      this.#tallies.set(author, tally);
      for (const op of ops) kindOf(op).tell(tally, op);
    }
  }

  /** Who did something last stands first. */
  get all(): readonly Share[] {
    return [...this.#tallies].map(([author, { done }]) => ({ author, done })).toReversed();
  }
}
