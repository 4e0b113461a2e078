import type { MapId } from '@bough/base';

export type MapRole = 'view' | 'comment' | 'edit' | 'own';

export interface MapFacts {
  readonly id: MapId;
  readonly title: string;
  readonly role: MapRole;
  readonly createdAt: number;
  readonly openedAt: number;
}
/** What the socket's first frame proves itself with: good once, and soon. */
export interface SocketTicket {
  readonly ticket: string;
  readonly expiresInMs: number;
}
