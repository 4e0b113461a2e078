import type { MapId, PersonId } from '@bough/base';

// What the page asks of the gateway.

export type MapRole = 'view' | 'comment' | 'edit' | 'own';

export interface SessionFacts {
  /** null: nobody yet; the first map or the first visit by link makes a guest. */
  readonly person: PersonFacts | null;
  /** Goes back in the header `bough-csrf` of every unsafe request. */
  readonly csrf: string;
}
export interface PersonFacts {
  readonly id: PersonId;
  readonly name: string;
  readonly email: string | null;
  readonly isGuest: boolean;
  readonly hue: number;
}
export interface MapFacts {
  readonly id: MapId;
  readonly title: string;
  readonly role: MapRole;
  readonly createdAt: number;
  readonly openedAt: number;
}
export interface ShareLink {
  readonly id: string;
  /** Shown once, when made: it lives in the fragment of the link, hashed in the database. */
  readonly secret: string | null;
  readonly role: 'view' | 'edit';
  readonly createdAt: number;
}
/** What the socket's first frame proves itself with: good once, and soon. */
export interface SocketTicket {
  readonly ticket: string;
  readonly expiresInMs: number;
}
