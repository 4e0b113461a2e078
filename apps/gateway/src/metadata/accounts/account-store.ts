import type { PersonId } from '@bough/base';
import type { SignedInBy } from '@bough/contracts';
import type { Person } from '../people/people-store.ts';

/** How a person comes in, and what an operator has said about them. Somebody of whom nothing is kept has none of it. */
export interface Account {
  readonly person: PersonId;
  /** The hash with its parameters, as people/passwords.ts writes it. */
  readonly password: string | null;
  /** SHA-256 of the provider's name and the person's there, base64url. */
  readonly provider: string | null;
  /** Whether this person owns this Bough. */
  readonly isOwner: boolean;
  /** Since when the person may not come in; null: they may. */
  readonly disabledAt: number | null;
}

/** A browser where a person is signed in. It is a note for the person to read: what counts is the cookie. */
export interface SessionRecord {
  readonly session: string;
  readonly person: PersonId;
  readonly device: string;
  readonly by: SignedInBy;
  readonly beganAt: number;
  readonly seenAt: number;
}

/** Accounts, and where people are signed in. */
export interface AccountStore {
  account(person: PersonId): Promise<Account>;
  personByProvider(provider: string): Promise<PersonId | null>;
  /** null takes the password away. */
  setPassword(person: PersonId, password: string | null): Promise<void>;
  /** Keeps a newer hash of the same password; does nothing when it was changed meanwhile. */
  replacePassword(person: PersonId, from: string, to: string): Promise<void>;
  /** Joins the provider's person to this one; false: that one, or this one, is joined to another. */
  tryJoinProvider(person: PersonId, provider: string): Promise<boolean>;
  setOwner(person: PersonId, isOwner: boolean): Promise<void>;
  setDisabled(person: PersonId, at: number | null): Promise<void>;
  hasOwner(): Promise<boolean>;
  /** Gives the person who has the one address the other; false: they have another by now, or somebody has the new one. */
  tryChangeEmail(person: PersonId, from: string, to: string): Promise<boolean>;
  /** Forgets the person and everything of theirs but maps: roles, folders, tokens, invitations; ended sessions stay ended. */
  removePerson(person: PersonId): Promise<void>;
  /** People with an address, by id, at most `limit` after this one. */
  peopleAfter(person: PersonId | null, limit: number): Promise<readonly Person[]>;

  addSessionRecord(record: SessionRecord): Promise<void>;
  setSessionSeen(session: string, at: number): Promise<void>;
  /** Last seen first. */
  sessionRecords(person: PersonId): Promise<readonly SessionRecord[]>;
  /** Whether the person had such a session. */
  removeSessionRecord(person: PersonId, session: string): Promise<boolean>;
  /** Forgets every session of the person but the one to keep. */
  removeSessionRecords(person: PersonId, keep: string | null): Promise<void>;
  /** Forgets sessions that were last seen before then. */
  pruneSessionRecords(before: number): Promise<void>;
}
