import type { PersonId } from '@bough/base';

/** Somebody whose account was deleted, under the name that they had: what they wrote in maps of others keeps its author. */
export interface FormerPerson {
  readonly id: PersonId;
  readonly name: string;
  readonly hue: number;
}

/** Who is not there any more, and is still to be named. */
export interface FormerStore {
  /** Keeps the name; one that is kept already is replaced. */
  keepFormer(person: FormerPerson): Promise<void>;
  /** Those of these people that are kept, in no order. */
  formerPeople(ids: readonly PersonId[]): Promise<readonly FormerPerson[]>;
}
