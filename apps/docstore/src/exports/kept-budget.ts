import type { Clock, PersonId } from '@bough/base';

/** How many bytes may be kept in `overMs`. */
export interface KeptBudgetSettings {
  readonly overMs: number;
  /** In the name of one person; those whom nobody knows are one person together. */
  readonly bytesOfPerson: number;
  /** By this process. */
  readonly bytesOfAll: number;
}

interface Level {
  readonly bytes: number;
  readonly atMs: number;
}

/** What a piece counts at least: a tiny one takes a block, a name and a place in listings, too. */
export const LEAST_BYTES = 16 * 1024;
const NOBODY = '';

/**
 * How much is kept in whose name. What was kept counts for less as time passes, and for nothing after `overMs`, so that in any such time no more than twice
 * the bound is kept. It is known to this process alone, and not after it.
 */
export class KeptBudget {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #settings: KeptBudgetSettings;
  readonly #people = new Map<string, Level>();
  #all: Level = { bytes: 0, atMs: 0 };

  constructor(clock: Pick<Clock, 'now'>, settings: KeptBudgetSettings) {
    this.#clock = clock;
    this.#settings = settings;
  }

  /** Counts these bytes, unless they are too many for the person, or for this process. */
  tryTake(person: PersonId | null, bytes: number): boolean {
    const { bytesOfPerson, bytesOfAll } = this.#settings;
    const cost = Math.max(bytes, LEAST_BYTES);
    const name = person ?? NOBODY;
    const mine = this.#left(this.#people.get(name) ?? this.#nothing(), bytesOfPerson) + cost;
    const all = this.#left(this.#all, bytesOfAll) + cost;
    if (mine > bytesOfPerson || all > bytesOfAll) return false;
    const atMs = this.#clock.now();
    this.#all = { bytes: all, atMs };
    // Behind those who were seen before: the first ones have least left.
    this.#people.delete(name);
    this.#people.set(name, { bytes: mine, atMs });
    this.#forget();
    return true;
  }

  /** What the level has come down to, at a rate that empties a full one in `overMs`. */
  #left({ bytes, atMs }: Level, most: number): number {
    return Math.max(0, bytes - ((this.#clock.now() - atMs) * most) / this.#settings.overMs);
  }

  /** Lets those go, oldest first, of whom nothing counts any more. */
  #forget(): void {
    for (const [name, level] of this.#people) {
      if (this.#left(level, this.#settings.bytesOfPerson) > 0) return;
      this.#people.delete(name);
    }
  }

  #nothing(): Level {
    return { bytes: 0, atMs: this.#clock.now() };
  }
}
