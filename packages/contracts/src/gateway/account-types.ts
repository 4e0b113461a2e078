import type { PersonId } from '@bough/base';

export interface SessionFacts {
  /** null: nobody yet; the first map or the first visit by link makes a guest. */
  readonly person: PersonFacts | null;
  /** Goes back in the header `bough-csrf` of every unsafe request. */
  readonly csrf: string;
  /** Whether whoever is here may make maps: in a closed Bough guests may not. */
  readonly mayMakeMaps: boolean;
  /** Somebody has shown the first step of signing in here, and is asked for the second: a code. */
  readonly awaitsCode: boolean;
}
export interface PersonFacts {
  readonly id: PersonId;
  readonly name: string;
  readonly email: string | null;
  readonly isGuest: boolean;
  readonly hue: number;
}
