import type { PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';

/** Somebody was invited by mail, and has not come yet. It waits for whoever proves to have the address. */
export interface InvitationRecord {
  readonly id: string;
  readonly kind: 'map' | 'folder';
  /** The map or the folder. */
  readonly target: string;
  /** In lower case. */
  readonly email: string;
  readonly role: MapRole;
  /** When the access ends that it gives; null: it does not. Never before that of the invitation itself. */
  readonly until: number | null;
  readonly by: PersonId;
  /** SHA-256 of the secret in the mail, base64url. */
  readonly hash: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Invitations that wait. */
export interface InvitationStore {
  /** One for each target and address: another takes the place of the first. */
  putInvitation(invitation: InvitationRecord): Promise<void>;
  /** Oldest first. */
  invitationsTo(target: string): Promise<readonly InvitationRecord[]>;
  invitationsFor(email: string): Promise<readonly InvitationRecord[]>;
  invitationByHash(hash: string): Promise<InvitationRecord | null>;
  /** false: there was none. */
  removeInvitation(target: string, id: string): Promise<boolean>;
  /** Forgets those that had ended by then. */
  pruneInvitations(nowMs: number): Promise<void>;
}
