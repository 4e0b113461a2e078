import type { PersonId } from '@bough/base';

/** What a provider of OpenID Connect calls a person. Both are hashes (SHA-256, base64url): nothing here names anybody. */
export interface ProviderSubject {
  readonly issuer: string;
  /** Of the issuer and its `sub`. */
  readonly subject: string;
}

/** Which people of which providers are joined to which people here. */
export interface ProviderStore {
  /** Whom the subject is joined to; releases with one provider kept the subject alone, and that counts as well. */
  personByProvider(subject: string): Promise<PersonId | null>;
  /**
   * Joins the subject to the person. False: it is joined to somebody else, or the person is joined to another subject of this issuer, or to
   * one whose issuer nobody knows yet. Joining again what is joined is true, and notes the issuer.
   */
  tryJoinProvider(person: PersonId, of: ProviderSubject): Promise<boolean>;
  /** Whether any provider's person is joined to this one. */
  hasProvider(person: PersonId): Promise<boolean>;
  /** Takes every join of this person away; false: there was none. */
  leaveProviders(person: PersonId): Promise<boolean>;
}
