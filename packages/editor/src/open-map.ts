import type { ClientId, PersonId, Result } from '@bough/base';
import type { MindMap, Op, Refusal, Touched } from '@bough/map';
import type { Peer, PresenceState, Role } from '@bough/sync';

/** How safe the work is, in one word and a number; the page turns it into words. */
export type MapStatus =
  | { readonly kind: 'opening' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving'; readonly unsent: number }
  | { readonly kind: 'offline'; readonly unsent: number }
  | { readonly kind: 'closed'; readonly reason: CloseReason; readonly detail: string; readonly unsent: number };

/** Why an open map can take no more work: no access, no such map, a page that is too old, or a bug in what was sent. */
export type CloseReason = 'denied' | 'absent' | 'version' | 'malformed';

/** Who and what is around the map right now. A new object whenever something in it changed. */
export interface MapFacts {
  readonly status: MapStatus;
  readonly role: Role;
  /** null until the server has said who we are. */
  readonly person: PersonId | null;
  readonly client: ClientId;
  readonly people: readonly Peer[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** What happened to an open map. `replaced`: everything may be different. `author` is null for one's own changes. */
export type MapEvent =
  | { readonly kind: 'touched'; readonly touched: Touched; readonly author: PersonId | null }
  | { readonly kind: 'replaced' }
  | { readonly kind: 'facts' }
  | { readonly kind: 'refused'; readonly detail: string };

/**
 * A map that is open: what the editor draws and changes. `connectMap` makes one that lives on a server, `openLocalMap` one
 * that lives in memory. `map` is changed in place; its identity changes only with a `replaced` event.
 */
export interface OpenMap {
  readonly map: MindMap;
  facts(): MapFacts;
  /** Applies at once and keeps for sending; `join` makes one undo step of it together with the change before. */
  change(ops: readonly Op[], join?: 'join'): Result<Touched, Refusal>;
  undo(): void;
  redo(): void;
  share(state: PresenceState): void;
  subscribe(listener: (event: MapEvent) => void): () => void;
  close(): void;
}
