import type { ClientId, Clock, Lineage, MapId, PersonId, PrefixName, Random } from '@bough/base';
import type { ItemId, NumberedChange, Op, ParsedOps, Refusal, RefusalReason, Touched } from '@bough/map';
import type { PresenceState } from '../wire/frames.ts';

// What stands around a SyncClient: the shell performs its effects and hands back what came of them. The client itself never
// waits, opens, reads a clock or draws at random except through what is named here.

export interface ClientComponents {
  readonly clock: Clock;
  readonly random: Random;
  /** Performs one effect. Called during the client's methods; answers come later, never from inside this call. */
  readonly perform: (effect: ClientEffect) => void;
  /** Tells whoever draws the map. Called when the client's state is whole again, so everything may be read from inside. */
  readonly notify: (event: ClientEvent) => void;
}

export interface ClientSettings {
  readonly map: MapId;
  /** One for each running copy of the editor: two that count with one id at the same time would lose changes. */
  readonly client: ClientId;
  readonly person: PersonId;
}

/** What the client asks of its shell. */
export type ClientEffect =
  /** Get a ticket and open a socket; answer `opened(connection, ticket)`, and `closed(connection, why)` at its end. */
  | { readonly kind: 'connect'; readonly connection: number }
  /** Close that socket; no answer is needed. */
  | { readonly kind: 'disconnect'; readonly connection: number }
  | { readonly kind: 'send'; readonly connection: number; readonly text: string }
  /**
   * Fetch the document by HTTP; answer `loaded(name, text)` (as `encodeMap` wrote it) or `loadFailed(why)`. For a renewal, which is
   * rare, the answer brings `carryDown` of carry-down.ts.
   */
  | { readonly kind: 'fetch'; readonly isRenewal: boolean }
  /** Write all of `writes` in one transaction, in order; answer `stored(save)` when they are durable. */
  | { readonly kind: 'store'; readonly save: number; readonly writes: readonly StoreWrite[] };

/** One write of the client's journal: together they are enough to go on after a restart, without a network. */
export type StoreWrite =
  /** Replaces the document and forgets every stored remote change. */
  | { readonly kind: 'document'; readonly lineage: string | null; readonly seq: number; readonly text: string }
  /** The order has another name now, and what is stored is a beginning of it. */
  | { readonly kind: 'lineage'; readonly lineage: string }
  /** The next changes of the map's order, to be kept after the document. */
  | { readonly kind: 'changes'; readonly changes: readonly NumberedChange[] }
  /**
   * Puts (or replaces, by counter) a change that is not in the map yet. The store also remembers the highest counter that it
   * ever put, for `Saved.counter`: it must never be given to another change.
   */
  | { readonly kind: 'pending'; readonly pending: SavedPending }
  /** Forgets a pending change: nothing is left of it. */
  | { readonly kind: 'settled'; readonly counter: number }
  /** A change is in the map: no longer pending, kept until the second location has it. */
  | { readonly kind: 'acknowledged'; readonly change: AcknowledgedChange }
  /** Forgets an acknowledged change. */
  | { readonly kind: 'released'; readonly counter: number }
  /** Keeps a refused change for its author until dismissed. */
  | { readonly kind: 'refused'; readonly refused: RefusedChange }
  | { readonly kind: 'dismissed'; readonly counter: number };

export interface SavedPending {
  readonly counter: number;
  /** The number of the last change that `ops` were made (or rewritten) on top of. */
  readonly base: number;
  /** When it was made, by the author's clock: shown until the map's order says when it was. */
  readonly at: number;
  readonly ops: ParsedOps;
  /** true: it was acknowledged once, by an order that has lost it since. */
  readonly isAgain?: boolean;
}

/** An own change as it stands in the order: sent again, should the order lose it. */
export interface AcknowledgedChange extends PrefixName {
  readonly counter: number;
  /** When it was acknowledged, by the author's clock. */
  readonly at: number;
  readonly ops: ParsedOps;
}

/** What is known of the map's order (packages/base, lineage.ts). */
export interface Order {
  /** The name of the order that this copy is a beginning of; null while none is known. */
  readonly lineage: string | null;
  /** All its names, oldest first, as the last welcome said them; none before the first. */
  readonly lineages: readonly Lineage[];
  /** Up to which number the second location had it then; null: there is none. */
  readonly mirrored: number | null;
}

/** What a store gives back after a restart. */
export interface Saved {
  readonly document: { readonly seq: number; readonly text: string } | null;
  /** Of the order that document and changes are the beginning of; null: stored by a version that knew none. */
  readonly lineage: string | null;
  /** Dense, after the document's number. */
  readonly changes: readonly NumberedChange[];
  /** In counter order; their bases do not fall. */
  readonly pending: readonly SavedPending[];
  /** In counter order. */
  readonly acknowledged: readonly AcknowledgedChange[];
  readonly refused: readonly RefusedChange[];
  /** The highest counter that was ever put, 0 when none was. */
  readonly counter: number;
}

export type ClientStatus =
  /** No map yet, neither stored nor fetched. `isUnanswered`: the last time it was asked for, no server gave it. */
  | { readonly kind: 'loading'; readonly unsent: number; readonly isUnanswered: boolean }
  /** No connection; editing goes on. `retryAt` (wall clock) says when the next attempt is made. */
  | { readonly kind: 'offline'; readonly unsent: number; readonly retryAt: number | null }
  /** Connected, and not yet up to date. */
  | { readonly kind: 'joining'; readonly unsent: number }
  | { readonly kind: 'live'; readonly unsent: number }
  /** Connected and up to date, but the server has no room for what is unsent: it waits here, and is taken when there is room. */
  | { readonly kind: 'full'; readonly unsent: number }
  /**
   * The server speaks another version. Nothing is sent or taken, what waits is kept, and the line is tried again, since another
   * gateway may be older or newer. `isWhole`: there is a map, and editing goes on.
   */
  | { readonly kind: 'outdated'; readonly unsent: number; readonly isWhole: boolean }
  /** The server said no for good; only `start` or a reload tries again. */
  | { readonly kind: 'refused'; readonly unsent: number; readonly reason: ClosedReason; readonly detail: string };

export type ClosedReason = 'denied' | 'absent';

export type Origin = 'own' | 'remote' | 'reset';

export type ClientEvent =
  /** The map is another object now (`origin` is 'reset': read everything anew) or was changed in place. */
  | { readonly kind: 'map'; readonly origin: Origin; readonly touched: Touched }
  | { readonly kind: 'status' }
  | { readonly kind: 'role' }
  | { readonly kind: 'peers' }
  /** An own change was rolled back for good; its content is in `refused`, and in the client's `refused` until dismissed. */
  | { readonly kind: 'refused'; readonly refused: RefusedChange }
  | { readonly kind: 'undo' }
  /** The server lost the end of the map's order and goes on from before; so many own changes are sent again. */
  | { readonly kind: 'renewed'; readonly again: number };

export interface RefusedChange {
  readonly counter: number;
  readonly ops: readonly Op[];
  /** 'unknown': the answer was lost, only the fact is known. 'restored': the server had it once, and it does not fit what was restored. */
  readonly reason: RefusalReason | 'denied' | 'unknown' | 'restored';
  readonly detail: string;
  /** The texts that the author had written with it, for showing what was not kept. */
  readonly lost: readonly string[];
}

export interface EditOptions {
  /**
   * Edits that follow each other quickly under one name (`typing:<item>`, `drag:<gesture>`) are one undo step, and travel as
   * one change when they can be composed. Absent: a step of its own.
   */
  readonly step?: string;
}

export interface Edited {
  readonly counter: number;
  readonly touched: Touched;
  readonly recovered: readonly ItemId[];
}

/** Why an edit was not even tried: the map is untouched. */
export type EditRefusal =
  | Refusal
  | { readonly reason: 'denied' | 'no-map' | 'nothing-to-undo'; readonly op: 0; readonly detail: string };

/** Why the shell has no document to give, or no socket. 'version': the server speaks another one. */
export type FetchFailure = 'unavailable' | 'denied' | 'absent' | 'version';

export const NOBODY_HERE: PresenceState = {
  cursor: null,
  selection: [],
  editing: null,
  dragged: [],
  follows: null,
  view: null,
  slide: null,
};
