import type { PersonId } from '@bough/base';
import type { PersonName } from '@bough/contracts';
import type { Metadata } from '../metadata/metadata.ts';

/** Who somebody is now. */
export interface Named extends PersonName {
  /** Whether their account was deleted: then it is the last name that they had. */
  readonly isGone: boolean;
}

/**
 * Who these people are now, by the ids that were asked for: a guest who has signed in is whom they became. Left out is of whom nothing is
 * known any more.
 */
export async function namesOf(
  metadata: Pick<Metadata, 'people' | 'successors' | 'formerPeople'>,
  ids: readonly PersonId[],
): Promise<ReadonlyMap<PersonId, Named>> {
  if (ids.length === 0) return new Map();
  const people = await metadata.people(ids);
  const guests = people.filter(({ email }) => email === null).map(({ id }) => id);
  const became = guests.length === 0 ? new Map<PersonId, PersonId>() : await metadata.successors(guests);
  const others = became.size === 0 ? [] : await metadata.people([...new Set(became.values())]);
  const here = new Map([...people, ...others].map((person) => [person.id, person]));
  const missing = [...ids, ...became.values()].filter((id) => !here.has(id));
  const former = missing.length === 0 ? [] : await metadata.formerPeople([...new Set(missing)]);
  const gone = new Map(former.map((person) => [person.id, person]));
  return new Map(
    ids.flatMap((id) => {
      const now = became.get(id) ?? id;
      const person = here.get(now) ?? gone.get(now);
      if (person === undefined) return [];
      const { name, hue } = person;
      return [[id, { id: now, name, hue, isGone: !here.has(now) }] as const];
    }),
  );
}
