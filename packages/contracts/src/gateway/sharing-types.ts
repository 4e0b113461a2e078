import type { MapRole, PersonName } from './map-types.ts';

/** What somebody may do who came by a link. */
export type LinkRole = Exclude<MapRole, 'own'>;

export interface ShareLink {
  readonly id: string;
  /** It lives in the fragment of the link; the database has its hash alone. null: it cannot be shown again. */
  readonly secret: string | null;
  readonly role: LinkRole;
  /** Whether only people with an address may come by it, and no guests. */
  readonly needsSignIn: boolean;
  /** Whether who came by it may export and copy. Who may edit always may. */
  readonly mayCopy: boolean;
  /** Whether they may read what is not there any more. Who may edit always may. */
  readonly mayReadPast: boolean;
  /** After it the link, and what it gave, is worth nothing; null: until it is revoked. */
  readonly expiresAt: number | null;
  readonly createdAt: number;
}

/** Somebody who may open a map or a folder. */
export interface Member {
  readonly person: PersonName;
  /** Of people who were invited by it, and of oneself; null: it is not told, or there is none. */
  readonly email: string | null;
  readonly isGuest: boolean;
  readonly role: MapRole;
  /** Why: given to the person, by a link, or by a folder. The strongest reason, when there are several. */
  readonly by: 'person' | 'link' | 'folder';
}

/** An invitation that nobody has taken up yet. It waits for whoever proves to have the address. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: MapRole;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** An invitation as whom it is for sees it. */
export interface WaitingInvitation {
  readonly id: string;
  readonly kind: 'map' | 'folder';
  readonly title: string;
  /** Who invites; null: they are gone. */
  readonly by: string | null;
  readonly role: MapRole;
  readonly expiresAt: number;
}

/** Everything about who may open a map. */
export interface Sharing {
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
  readonly links: readonly ShareLink[];
  readonly isPublic: boolean;
  readonly mayPublicCopy: boolean;
}
