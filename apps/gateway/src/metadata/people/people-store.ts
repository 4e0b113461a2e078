import type { PersonId } from '@bough/base';

export interface Person {
  readonly id: PersonId;
  readonly name: string;
  /** In lower case; null: a guest. */
  readonly email: string | null;
  readonly hue: number;
  readonly createdAt: number;
}

/** Who there is. */
export interface PeopleStore {
  addPerson(person: Person): Promise<void>;
  person(id: PersonId): Promise<Person | null>;
  /** Those of these people that there are, in no order. */
  people(ids: readonly PersonId[]): Promise<readonly Person[]>;
  /** For those of these guests that became somebody who had an account already: who that is. */
  successors(guests: readonly PersonId[]): Promise<ReadonlyMap<PersonId, PersonId>>;
  personByEmail(email: string): Promise<Person | null>;
  /** Changes what others see of the person. */
  setPersonFacts(id: PersonId, facts: Pick<Person, 'name' | 'hue'>): Promise<void>;
  /** Gives a guest an address; false: somebody has it already, or the person has one. */
  tryClaimEmail(id: PersonId, email: string): Promise<boolean>;
}
