import type { PersonFacts } from './account-types.ts';
import type { SignedInBy } from './sign-in-types.ts';

/** What is sent along as a proof that it is the person. */
export interface GivenProof {
  /** The password; null: none is given. */
  readonly proof: string | null;
  /** Of the second step, where that is on. */
  readonly code?: string;
}
/** What a person may know about the own account. */
export interface AccountFacts {
  readonly person: PersonFacts;
  readonly createdAt: number;
  readonly hasPassword: boolean;
  /** Whether one may be set: not where people sign in by providers alone. */
  readonly mayHavePassword: boolean;
  /** Whether the provider's sign-in is joined to this account. */
  readonly hasProvider: boolean;
  /** Whether there is a passkey: it is a proof as well as a way in. */
  readonly hasPasskey: boolean;
  /** Whether this person owns this very Bough: the people and settings of it, not anybody's maps. */
  readonly isOwner: boolean;
  /** Whether the session is so fresh that what needs a proof needs no other; false: the password, or sign in again. */
  readonly isFresh: boolean;
  /** null: no second step is on. */
  readonly secondStep: SecondStepFacts | null;
}
/** What a person may know about their second step. */
export interface SecondStepFacts {
  readonly since: number;
  /** How many recovery codes are left. */
  readonly codesLeft: number;
}
/** A browser where one is signed in. */
export interface SessionEntry {
  readonly id: string;
  /** What the browser says it is, in a few words: `Firefox on Linux`. */
  readonly device: string;
  readonly by: SignedInBy;
  readonly beganAt: number;
  /** To the day: it is noted when the session is renewed, and not at each request. */
  readonly seenAt: number;
  readonly isThis: boolean;
}
/** What becomes of a map when its owner's account is deleted. */
export interface DeletionFacts {
  /** Maps that are deleted with the account: nobody else may edit them. */
  readonly deleted: readonly string[];
  /** Maps that stay: somebody else who may edit one becomes its owner. */
  readonly handedOver: readonly { readonly title: string; readonly to: string }[];
  /** Maps of others that the person can open no more. They stay as they are. */
  readonly left: number;
}
