import type { PersonFacts } from '@bough/contracts';
import type { KeptPerson } from './kept-person.ts';
import type { SessionState } from './session.ts';

/** Who the page shows, and what it may offer them. */
export interface Here {
  /** null: nobody, or not known yet. */
  readonly person: PersonFacts | null;
  readonly mayMakeMaps: boolean;
  /** Only where it is certain that nobody has signed in: it must not flash by for somebody who has. */
  readonly isSignInOffered: boolean;
}

/** As the server says; until it has answered, or without it, as this browser knows it from before. */
export function whoIsHere(session: SessionState, kept: KeptPerson | null): Here {
  if (session.kind === 'known') {
    const { person, mayMakeMaps } = session.facts;
    return { person, mayMakeMaps, isSignInOffered: person === null || person.isGuest };
  }
  return { person: kept?.person ?? null, mayMakeMaps: kept?.mayMakeMaps ?? true, isSignInOffered: false };
}
