import { instant, opaque } from '../../ids.ts';
import { line } from '../../line.ts';
import { flag, integer, list, nullable, object, optional, oneOf, type ParsedBy } from '../../parser.ts';
import { person } from './account-types.ts';
import { typedCode, typedPassword } from './sign-in-types.ts';

const SESSIONS_IN_LIST = 1_000;
const MAPS_IN_LIST = 10_000;
const RECOVERY_CODES_MOST = 100;

/** Proof that it is the person and not somebody who found the browser open, as fields of a body. */
export const given = {
  /** The password. Null when there is none, or when the session was proved within the hour. */
  proof: nullable(typedPassword),
  /** Of the second step, where that is on. */
  code: optional(typedCode),
};
/** These fields and no other. */
export const givenProof = object(given);
export type GivenProof = ParsedBy<typeof givenProof>;

/** What a person may know about their second step. */
const secondStepFacts = object({
  since: instant,
  /** How many recovery codes are left. */
  codesLeft: integer(0, RECOVERY_CODES_MOST),
});
export type SecondStepFacts = ParsedBy<typeof secondStepFacts>;

/** What a person may know about the own account. */
export const account = object({
  person,
  createdAt: instant,
  hasPassword: flag,
  /** Whether one may be set: not where people sign in by providers alone. */
  mayHavePassword: flag,
  /** Whether the provider's sign-in is joined to this account. */
  hasProvider: flag,
  /** Whether there is a passkey: it is a proof as well as a way in. */
  hasPasskey: flag,
  /** Whether this person owns this very Bough: the people and settings of it, not anybody's maps. */
  isOwner: flag,
  /** Whether the session is so fresh that what needs a proof needs no other; false: the password, or sign in again. */
  isFresh: flag,
  /** null: no second step is on. */
  secondStep: nullable(secondStepFacts),
});
export type AccountFacts = ParsedBy<typeof account>;

const signedInBy = oneOf('guest', 'mail', 'password', 'provider', 'passkey');
/** How a session began. */
export type SignedInBy = ParsedBy<typeof signedInBy>;

/** A browser where one is signed in. */
const sessionEntry = object({
  id: opaque,
  /** What the browser says it is, in a few words: `Firefox on Linux`. */
  device: line(200),
  by: signedInBy,
  beganAt: instant,
  /** To the day: it is noted when the session is renewed, and not at each request. */
  seenAt: instant,
  isThis: flag,
});
export type SessionEntry = ParsedBy<typeof sessionEntry>;
export const sessionEntries = list(sessionEntry, SESSIONS_IN_LIST);

/** What becomes of a map when its owner's account is deleted. */
export const deletion = object({
  /** Maps that are deleted with the account: nobody else may edit them. */
  deleted: list(line(500), MAPS_IN_LIST),
  /** Maps that stay: somebody else who may edit one becomes its owner. */
  handedOver: list(object({ title: line(500), to: line(80) }), MAPS_IN_LIST),
  /** Maps of others that the person can open no more. They stay as they are. */
  left: integer(0, MAPS_IN_LIST),
});
export type DeletionFacts = ParsedBy<typeof deletion>;
