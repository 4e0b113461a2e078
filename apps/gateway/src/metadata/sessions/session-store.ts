import type { PersonId } from '@bough/base';

/** What ends sessions before their time: one session, or all of a person's that are older than an epoch. */
export type Revocation =
  | { readonly kind: 'session'; readonly session: string; readonly at: number }
  | { readonly kind: 'person'; readonly person: PersonId; readonly epoch: number; readonly at: number };

/** What ended sessions. */
export interface SessionStore {
  addRevocation(revocation: Extract<Revocation, { readonly kind: 'session' }>): Promise<void>;
  /** Raises the person's epoch by one, keeps it as a revocation, and removes their tokens; answers the new epoch. */
  endSessions(person: PersonId, at: number): Promise<number>;
  /** The same where they have been ended so many times, and no more; null: they have been, or there is no such person, and nothing is done. */
  tryEndSessions(person: PersonId, at: number, epoch: number): Promise<number | null>;
  revocations(sinceMs: number): Promise<readonly Revocation[]>;
  /** Forgets revocations of single sessions from before then: no living session can meet them. */
  pruneRevocations(before: number): Promise<void>;
}
