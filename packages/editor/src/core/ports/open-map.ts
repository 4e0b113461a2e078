import type { ClientId, PeerId, Result } from '@bough/base';
import type { MindMap, Op, Touched } from '@bough/map';
import type { MapRole } from '@bough/contracts';
import type { ClosedReason, EditRefusal, Peer, PresenceState, RefusedChange } from '@bough/sync';

/** How safe the work is, in one word and a number; the page turns it into words. */
export type MapStatus =
  /** `isAsked`: this browser has no copy, and a server is asked for one. `isUnanswered`: this browser has no copy, and no server gave one when it was last asked. */
  | { readonly kind: 'opening'; readonly isAsked: boolean; readonly isUnanswered: boolean }
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving'; readonly unsent: number }
  | { readonly kind: 'offline'; readonly unsent: number }
  /** The server has no room for what is unsent. */
  | { readonly kind: 'full'; readonly unsent: number }
  /** The server is of another version than this page, which must be loaded anew; `isOpen`: the map is there, and editing goes on. */
  | { readonly kind: 'outdated'; readonly unsent: number; readonly isOpen: boolean }
  | { readonly kind: 'closed'; readonly reason: ClosedReason; readonly detail: string; readonly unsent: number };

/** Who and what is around the map right now. A new object whenever something in it changed. */
export interface MapFacts {
  readonly status: MapStatus;
  /** null until a server has said it: writing is allowed then, and checked when it arrives. */
  readonly role: MapRole | null;
  readonly client: ClientId;
  readonly people: readonly Peer[];
  /** How the others know this person here; null: they do not yet. */
  readonly self: PeerId | null;
  /** Own changes that the map will never have, until they are dismissed. */
  readonly refused: readonly RefusedChange[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Whether what is unsent survives a reload: false where the browser keeps nothing. */
  readonly isKept: boolean;
}

/** What happened to an open map. `replaced`: everything may be different. */
export type MapEvent =
  | { readonly kind: 'touched'; readonly touched: Touched; readonly isOwn: boolean }
  | { readonly kind: 'replaced' }
  | { readonly kind: 'facts' }
  | { readonly kind: 'refused'; readonly refused: RefusedChange }
  /** The server lost what came last, and goes on from before; so many own changes are sent again. A `replaced` comes with it. */
  | { readonly kind: 'renewed'; readonly again: number };

/** How the line to the server stands: for those who develop, read when somebody looks. */
export interface LineFacts {
  /** null: there is none now. */
  readonly socket: WebSocket | null;
  /** How often one was asked for. */
  readonly attempts: number;
  /** The order of which the map here is a beginning; null while none is known. */
  readonly lineage: string | null;
  /** The last number of that order that is here. */
  readonly seq: number;
  /** Own changes that the map has and its second location may not have yet; null: there is no second one. */
  readonly unmirrored: number | null;
  readonly items: number;
}

/**
 * A map that is open: what the editor draws and changes; `connectMap` makes one. `map` is changed in place; its identity changes
 * only with a `replaced` event.
 */
export interface OpenMap {
  readonly map: MindMap;
  /** Absent or null: it has none, or none yet. */
  readonly line?: LineFacts | null;
  facts(): MapFacts;
  /** Applies at once and keeps for sending; quick changes under one `step` name are one step of undo. */
  change(ops: readonly Op[], step?: string): Result<Touched, EditRefusal>;
  /** The next change begins another step of undo, whatever its name. */
  endStep(): void;
  undo(): void;
  redo(): void;
  share(state: PresenceState): void;
  /** The person has seen a refused change: it is forgotten. */
  dismissRefused(counter: number): void;
  subscribe(listener: (event: MapEvent) => void): () => void;
  close(): void;
}
