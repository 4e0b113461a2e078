import type { PersonFacts } from '@bough/contracts';
import type { KeptPerson } from './kept-person.ts';
import type { SessionState } from './session.ts';

/** Who the page shows, and what it may offer them. */
export interface Here {
  /** null: nobody, or not known yet. */
  readonly person: PersonFacts | null;
  readonly mayMakeMaps: boolean;
}

/** As the server says; until it has answered, or without it, as this browser knows it from before. */
export function whoIsHere(session: SessionState, kept: KeptPerson | null): Here {
  if (session.kind === 'known') {
    const { person, mayMakeMaps } = session.facts;
    return { person, mayMakeMaps };
  }
  return kept ?? { person: null, mayMakeMaps: true };
}

/** Only where it is certain that nobody has signed in: it must not flash by for somebody who has. */
export function isSignInOffered(session: SessionState): boolean {
  return session.kind === 'known' && session.facts.person?.isGuest !== false;
}
