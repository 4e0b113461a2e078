import type { PersonId } from '@bough/base';

/** So long an answer counts. */
export const FRESH_MS = 60_000;

/** Whose faces are in the page, and when each was asked for last. */
export class ShownPeople {
  readonly #faces = new Map<PersonId, number>();
  readonly #asked = new Map<PersonId, number>();

  get isEmpty(): boolean {
    return this.#faces.size === 0;
  }

  /** One face more, or less, of that person is in the page. */
  count(person: PersonId, by: 1 | -1): void {
    const faces = (this.#faces.get(person) ?? 0) + by;
    if (faces > 0) this.#faces.set(person, faces);
    else this.#faces.delete(person);
  }

  /** Whether it is time to ask for that person: if so, it is taken as done. */
  takeDue(person: PersonId, now: number): boolean {
    if (now - (this.#asked.get(person) ?? -Infinity) < FRESH_MS) return false;
    this.#asked.set(person, now);
    return true;
  }

  /** All in the page whom it is time to ask for. */
  takeAllDue(now: number): readonly PersonId[] {
    return [...this.#faces.keys()].filter((person) => this.takeDue(person, now));
  }

  /** There was no answer, or it is another one since. */
  forget(person: PersonId): void {
    this.#asked.delete(person);
  }
}
