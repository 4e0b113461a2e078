import type { PersonId } from '@bough/base';
import type { SignedInBy } from '@bough/contracts';
import type { Person } from '../people/people-store.ts';

/** How a person comes in, and what an operator has said about them. Somebody of whom nothing is kept has none of it. */
export interface Account {
  readonly person: PersonId;
  /** The hash with its parameters, as people/passwords.ts writes it. */
  readonly password: string | null;
  /** Whether this person owns this Bough. */
  readonly isOwner: boolean;
  /** The provider (its hash) whose groups made this person an owner; null: an operator did, or the set-up link. */
  readonly ownerBy: string | null;
  /** Since when the person may not come in; null: they may. */
  readonly disabledAt: number | null;
}

/** The provider that a session was begun by: hashes of its issuer, and of what it calls its own session (`sid`) where it says so. */
export interface ProviderSession {
  readonly issuer: string;
  readonly session: string | null;
}

/** A browser where a person is signed in. It is a note for the person to read: what counts is the cookie. */
export interface SessionRecord {
  readonly session: string;
  readonly person: PersonId;
  readonly device: string;
  readonly by: SignedInBy;
  /** null: no provider began it, or one did before there were several. */
  readonly provider: ProviderSession | null;
  readonly beganAt: number;
  readonly seenAt: number;
}

/** Where people are signed in. */
export interface SessionRecordStore {
  addSessionRecord(record: SessionRecord): Promise<void>;
  setSessionSeen(session: string, at: number): Promise<void>;
  /** Last seen first. */
  sessionRecords(person: PersonId): Promise<readonly SessionRecord[]>;
  /** The sessions that the provider's own session of this hash began. */
  sessionRecordsOfProvider(session: string): Promise<readonly SessionRecord[]>;
  /** Whether the person had such a session. */
  removeSessionRecord(person: PersonId, session: string): Promise<boolean>;
  /** Forgets every session of the person but the one to keep. */
  removeSessionRecords(person: PersonId, keep: string | null): Promise<void>;
  /** Forgets sessions that were last seen before then. */
  pruneSessionRecords(before: number): Promise<void>;
}

/** Accounts, and where people are signed in. */
export interface AccountStore extends SessionRecordStore {
  account(person: PersonId): Promise<Account>;
  /** null takes the password away. */
  setPassword(person: PersonId, password: string | null): Promise<void>;
  /**
   * The same for a person whose sessions have been ended so many times when whoever asks began to. False: they have been ended since, or there
   * is no such person, and the password is what it was. Whatever ends sessions at the same moment, this comes before it or is refused.
   */
  trySetPassword(person: PersonId, password: string | null, epoch: number): Promise<boolean>;
  /** Keeps a newer hash of the same password; does nothing when it was changed meanwhile. */
  replacePassword(person: PersonId, from: string, to: string): Promise<void>;
  /** `by` is the provider whose groups say so; null: an operator, or the set-up link. */
  setOwner(person: PersonId, isOwner: boolean, by: string | null): Promise<void>;
  setDisabled(person: PersonId, at: number | null): Promise<void>;
  hasOwner(): Promise<boolean>;
  /**
   * Gives the person who has the one address the other, and removes their tokens; false: they have another by now, or somebody has the new one.
   * With `epoch` false, too, where all their sessions have been ended more often than that.
   */
  tryChangeEmail(person: PersonId, from: string, to: string, epoch?: number): Promise<boolean>;
  /** Forgets the person and everything of theirs but maps: roles, folders, tokens, invitations; ended sessions stay ended. */
  removePerson(person: PersonId): Promise<void>;
  /** People with an address, by id, at most `limit` after this one. */
  peopleAfter(person: PersonId | null, limit: number): Promise<readonly Person[]>;
}
