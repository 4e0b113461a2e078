import type { MapId, PersonId } from '@bough/base';
import type { LinkRole } from '@bough/contracts';

export interface LinkRecord {
  readonly id: string;
  readonly map: MapId;
  /** SHA-256 of the secret, base64url. */
  readonly hash: string;
  readonly role: LinkRole;
  readonly needsSignIn: boolean;
  readonly mayCopy: boolean;
  readonly mayReadPast: boolean;
  /** null: when it is revoked. */
  readonly expiresAt: number | null;
  readonly createdAt: number;
}

/** Share links. */
export interface LinkStore {
  addLink(link: LinkRecord): Promise<void>;
  linksOf(map: MapId): Promise<readonly LinkRecord[]>;
  linkByHash(hash: string): Promise<LinkRecord | null>;
  /** Links that had ended by then. */
  linksEnded(nowMs: number): Promise<readonly Pick<LinkRecord, 'id' | 'map'>[]>;
  /** Takes back every grant that the link gave. */
  revokeGrants(map: MapId, link: string): Promise<void>;
  /** Removes the link and every grant that it gave; answers who lost one, or null when there was no such link. */
  revokeLink(map: MapId, id: string): Promise<readonly PersonId[] | null>;
}
