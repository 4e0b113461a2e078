import type { ClientId, Clock, MapId, PersonId, Random, Result } from '@bough/base';
import type { Change, NumberedChange } from '@bough/map';
import type { Bye, Moved, Peer, Role } from './frames.ts';

// What stands around a Room: sockets below, docstore behind, other gateways beside. All of it is called, nothing awaited.

export interface RoomComponents {
  readonly clock: Clock;
  readonly random: Random;
  readonly documents: DocumentPort;
  /** Tells the other gateways' rooms of this map (their `heard`); in one process alone: does nothing. */
  readonly publish: (message: RoomMessage) => void;
}

export interface RoomSettings {
  readonly map: MapId;
  /** How often docstore is asked for its last number, where the bus between gateways may lose messages. Absent: never. */
  readonly pollMs?: number;
}

/** The owner of the document, as the room sees it. Each call answers once, later (never from inside the call). */
export interface DocumentPort {
  /**
   * Changes of one client in counter order, made on top of `base`. May be repeated with the same counters: what was kept
   * before is not kept again.
   */
  append(base: number, changes: readonly Change[], answer: (result: Result<Appended, DocumentFailure>) => void): void;
  /** Changes `from`..`to`, both included, dense; may stop early, but never before the first. */
  read(from: number, to: number, answer: (result: Result<readonly NumberedChange[], DocumentFailure>) => void): void;
  /** The last durable number, and the last counter seen from this client, both at one moment. */
  state(client: ClientId | null, answer: (result: Result<DocumentState, DocumentFailure>) => void): void;
}

/** What docstore answered: the shape of contracts' `Appended`, with the map's own types. */
export interface Appended {
  readonly seq: number;
  readonly outcomes: readonly AppendOutcome[];
  /** What was newly kept, as it stands in the log. */
  readonly changes: readonly NumberedChange[];
}
export type AppendOutcome =
  | { readonly counter: number; readonly kind: 'kept'; readonly seq: number }
  | { readonly counter: number; readonly kind: 'refused'; readonly reason: string; readonly detail: string };
export interface DocumentState {
  readonly seq: number;
  readonly counter: number;
}
export interface DocumentFailure {
  /** unavailable: nobody knows whether it happened, ask again. absent: there is no such map (any more). */
  readonly kind: 'unavailable' | 'absent';
  readonly detail: string;
}

/** One socket, as the room sees it. */
export interface RoomSocket {
  send(text: string): void;
  /** Bytes handed to `send` that the network has not taken yet. */
  bufferedBytes(): number;
  /** Closes it; `room.left` follows from the shell as for any closed socket. */
  close(code: number, reason: Bye['reason']): void;
}

/** Who joins: proven by the shell (ticket, share, metadata) before the room hears of it. */
export interface Visitor {
  readonly person: PersonId;
  readonly name: string;
  readonly hue: number;
  readonly role: Role;
}

/** A session's handle: what `join` gives and the other methods take. */
export interface RoomSession {
  readonly client: ClientId;
  readonly person: PersonId;
}

/** What rooms of one map on several gateways tell each other. Plain JSON: it may cross a bus that loses and repeats. */
export type RoomMessage =
  | { readonly kind: 'changes'; readonly changes: readonly NumberedChange[] }
  /** The map has this number: whoever lacks something up to it asks docstore. Said after messages may have been lost. */
  | { readonly kind: 'reached'; readonly seq: number }
  /** A room has just opened: the others name their people. */
  | { readonly kind: 'who' }
  | { readonly kind: 'peers'; readonly peers: readonly Peer[]; readonly moved: readonly Moved[] }
  | { readonly kind: 'peer-gone'; readonly client: ClientId };
