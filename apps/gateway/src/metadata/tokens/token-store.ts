import type { PersonId } from '@bough/base';
import type { TokenScope } from '@bough/contracts';

export interface TokenRecord {
  readonly id: string;
  readonly person: PersonId;
  /** SHA-256 of the secret, base64url. */
  readonly hash: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly createdAt: number;
  readonly usedAt: number | null;
  readonly expiresAt: number | null;
}

/** Personal tokens for the REST API. */
export interface TokenStore {
  /**
   * Keeps the token of a person whose sessions have been ended so many times when theirs began; false: they have been ended since, or
   * there is no such person. Whatever ends sessions at the same moment, the token is not kept, or ends with them.
   */
  tryAddToken(token: TokenRecord, epoch: number): Promise<boolean>;
  /** Oldest first. */
  tokensOf(person: PersonId): Promise<readonly TokenRecord[]>;
  tokenByHash(hash: string): Promise<TokenRecord | null>;
  setTokenUsed(id: string, at: number): Promise<void>;
  /** false: the person has no such token. */
  removeToken(person: PersonId, id: string): Promise<boolean>;
}
