import type { PersonId } from '@bough/base';
import type { MapPerson } from '@bough/contracts';

/** Somebody who is in the map now. */
interface Present {
  readonly person: PersonId;
  readonly name: string;
}

/** What is known of the people of a map. */
export interface MapPeopleKnown {
  readonly me: PersonId;
  readonly all: readonly MapPerson[];
  readonly present: readonly Present[];
}

/** Who an author is: oneself, somebody who has this name or had it until their account was deleted, or nobody that is known. */
export type Author = { readonly kind: 'me' | 'unknown' } | { readonly kind: 'known' | 'gone'; readonly name: string };

/** Who wrote under this id. */
export function whoWrote(author: PersonId, { me, all, present }: MapPeopleKnown): Author {
  const found = all.find(({ id }) => id === author);
  const now = found?.person.id ?? author;
  if (now === me) return { kind: 'me' };
  // Who is here has just said how they are called.
  const peer = present.find(({ person }) => person === now);
  if (peer !== undefined) return { kind: 'known', name: peer.name };
  if (found === undefined) return { kind: 'unknown' };
  return { kind: found.isGone ? 'gone' : 'known', name: found.person.name };
}

/** The names of everybody who can be called into a thread, each once: who is here first. */
export function namesToCall({ me, all, present }: MapPeopleKnown): readonly string[] {
  const here = present.filter(({ person }) => person !== me).map(({ name }) => name);
  const members = all.filter(({ isMember, person }) => isMember && person.id !== me).map(({ person }) => person.name);
  return [...new Set([...here, ...members])];
}

/** Whether somebody is here of whom the list says nothing yet. */
export function isNewcomerHere({ all, present }: MapPeopleKnown): boolean {
  return present.some(({ person }) => !all.some((one) => one.person.id === person));
}
