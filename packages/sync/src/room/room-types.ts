import type { ClientId, Clock, Lineage, MapId, PeerId, PersonId, PrefixName, Random, Result } from '@bough/base';
import type { Appended, DocumentState, MapRole, ReadChanges } from '@bough/contracts';
import type { Change, NumberedChange } from '@bough/map';
import type { Bye, Moved, Peer } from '../wire/frames.ts';

// What stands around a Room: sockets below, docstore behind, other gateways beside. All of it is called, nothing awaited.

export interface RoomComponents {
  readonly clock: Clock;
  readonly random: Random;
  readonly documents: DocumentPort;
  /** Tells the other gateways' rooms of this map (their `heard`); in one process alone: does nothing. */
  readonly publish: (message: RoomMessage) => void;
  /** Who may read what is not there any more; absent: everybody may, and is shown the whole. */
  readonly past?: PastPort;
  /** The map's order has lost its end: the room has closed itself, and whoever comes again needs another one. */
  readonly onRenewed: () => void;
}

/** Where the map's past ends for people who may not read it. */
export interface PastPort {
  /** The number that the person was first known to have of this order: `seq`, unless they have been here before. */
  firstSeen(person: PersonId, standing: { readonly lineages: readonly Lineage[]; readonly seq: number }): number;
}

export interface RoomSettings {
  readonly map: MapId;
}

/** Who counts: a person's client. The same client id of another person is another writer. */
export interface Writer {
  readonly client: ClientId;
  readonly person: PersonId;
  /** The guest who has become this person since the client began: counters that either has used are used for both. */
  readonly formerly: PersonId | null;
}

/** A writer, as their role lets them write: whoever may not edit only comments. */
export interface Submitter extends Writer {
  readonly mayEdit: boolean;
}

/** The owner of the document, as the room sees it. Each call answers once, later (never from inside the call). */
export interface DocumentPort {
  /**
   * Changes of one writer in counter order, made on top of `base`. May be repeated with the same counters: what was kept
   * before is not kept again. Where `base` is not of the order's present name nothing is kept: 'renewed'.
   */
  append(
    by: Submitter,
    base: PrefixName,
    changes: readonly Change[],
    answer: (result: Result<Appended, DocumentFailure>) => void,
  ): void;
  /** Changes `from`..`to`, both included, dense; may stop early, but never before the first. */
  read(from: number, to: number, answer: (result: Result<ReadChanges, DocumentFailure>) => void): void;
  /** The last durable number, and the last counter seen from this writer, both at one moment. */
  state(writer: Writer | null, answer: (result: Result<DocumentState, DocumentFailure>) => void): void;
}

export interface DocumentFailure {
  /**
   * unavailable: nobody knows whether it happened, ask again. full: there is no room for it, ask again. absent: there is no such
   * map (any more). renewed: the order has another name than the one that was asked about. jump: a counter does not follow on the
   * last one of its writer; nothing was kept. old: too much lies between its base and the present; nothing was kept.
   */
  readonly kind: 'unavailable' | 'full' | 'absent' | 'renewed' | 'jump' | 'old';
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
  /** The guest whom the hello names, where that is known to have become this person; else null. */
  readonly formerly: PersonId | null;
  readonly name: string;
  readonly hue: number;
  readonly role: MapRole;
  /** Whether they may read the past though they may not edit. */
  readonly mayReadPast?: boolean;
}

/** A session's handle: what `join` gives and the other methods take. */
export interface RoomSession {
  readonly client: ClientId;
  readonly person: PersonId;
  /** How the others know it. */
  readonly peer: PeerId;
}

/** Somebody in a room, as gateways tell each other: by person and client they know one who has come back by another gateway. */
export interface RoomPeer extends Peer {
  readonly client: ClientId;
}

/** What rooms of one map on several gateways tell each other. Plain JSON: it may cross a bus that loses and repeats. */
export type RoomMessage =
  | { readonly kind: 'changes'; readonly lineage: string; readonly changes: readonly NumberedChange[] }
  /** A room has just opened: the others name their people. */
  | { readonly kind: 'who' }
  | { readonly kind: 'peers'; readonly peers: readonly RoomPeer[]; readonly moved: readonly Moved[] }
  | { readonly kind: 'peer-gone'; readonly peer: PeerId };
