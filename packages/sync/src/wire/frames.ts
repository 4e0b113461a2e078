import type { ClientId, Lineage, MapId, PeerId, PersonId } from '@bough/base';
import type { MapRole } from '@bough/contracts';
import type { ItemId, NumberedChange, ParsedOps, RefusalReason } from '@bough/map';

// What travels on the socket, as JSON text, one frame a message. PROTOCOL_VERSION is a hash of this schema, which a
// test says. Two things stay as they are in every version, so that both ends can tell each other of another one: a hello has
// `kind` and `version`, and a bye is `kind`, `reason` and `detail`, with the reason 'version'. The map itself does not travel here: it is fetched by HTTP (compressed, cached), then joined with `since`.

export interface Hello {
  readonly kind: 'hello';
  readonly version: number;
  readonly map: MapId;
  readonly client: ClientId;
  /**
   * Who the client's changes were counted for when it began; null: the session's person. Somebody who has signed in since is another
   * person now: what they may have sent before is known by this name. It is believed of a guest who has become this person, and of nobody else.
   */
  readonly person: PersonId | null;
  /** One-time ticket from POST /api/maps/:id/ticket: proves session, CSRF token and client to the socket. */
  readonly ticket: string;
  /** The number of the last change that the client has, and the lineage that gave it; null: it knows no lineage. */
  readonly since: number;
  readonly lineage: string | null;
}
/** A greeting in another version: nothing of it is known but that. */
export interface OtherHello {
  readonly kind: 'other-hello';
  readonly version: number;
}
/**
 * All of a client's unacknowledged changes go in counter order; `base` is the last number they were made on top of. Counters advance by one: a
 * change follows on the last that docstore has seen, or the client is sent away. One without ops says that nothing will come under the
 * counters up to its own that docstore has not seen: what was refused, or what others had done.
 */
export interface Submit {
  readonly kind: 'submit';
  readonly base: number;
  readonly changes: readonly SubmittedChange[];
}
export interface SubmittedChange {
  readonly counter: number;
  readonly ops: ParsedOps;
}
export interface ShareState {
  readonly kind: 'presence';
  readonly state: PresenceState;
}
/**
 * Has everything before `from`, asks for what follows: one page, or all the rest when it is near enough to be pushed. How
 * much is the room's decision, so there is no upper end to get wrong.
 */
export interface Fill {
  readonly kind: 'fill';
  readonly from: number;
}
export interface Ping {
  readonly kind: 'ping';
  readonly nonce: number;
}
export type ClientFrame = Hello | Submit | ShareState | Fill | Ping;

export interface Welcome {
  readonly kind: 'welcome';
  readonly role: MapRole;
  /**
   * The last number of the map at this moment. The changes after `since` follow when they are at most
   * PROTOCOL_LIMITS.gapPushed; otherwise the client asks with `fill`, or fetches the map and asks from there.
   */
  readonly seq: number;
  /**
   * The names of the map's order, oldest first, the last one is the present (packages/base, lineage.ts). A client whose own name is
   * not among what they hold is pushed nothing: it fetches the map anew.
   */
  readonly lineages: readonly Lineage[];
  /** The last counter that docstore has seen from this client: what is at or below it is within `seq`, or was refused. */
  readonly counter: number;
  /** Up to which number the second location is known to have the map; null: there is none. */
  readonly mirrored: number | null;
  readonly person: PersonId;
  /** How the others here know this socket. */
  readonly peer: PeerId;
  readonly people: readonly Peer[];
}
/** The next changes, dense and in order. One's own come as any other's: that is the acknowledgement. */
export interface Changes {
  readonly kind: 'changes';
  readonly changes: readonly NumberedChange[];
  /** More is there, and is sent when asked for with `fill`: a large gap goes page by page, at the client's pace. */
  readonly more: boolean;
}
/** One of this client's changes will never be in the map. 'moot': others have already done all that was left of it. */
export interface Refused {
  readonly kind: 'refused';
  readonly counter: number;
  readonly reason: RefusalReason | 'denied' | 'unknown' | 'moot';
  readonly detail: string;
}
/** What the socket sent before under this counter, and all below it, is decided: what of it is not in the changes by now was refused. */
export interface Seen {
  readonly kind: 'seen';
  readonly counter: number;
}
/** What others show anew, gathered over one tick: whole, or, where only the pointer moved, as little as can be. */
export interface PeersShown {
  readonly kind: 'peers';
  readonly peers: readonly Peer[];
  /** Whose pointer is where now; of somebody who is not known (yet) it means nothing. */
  readonly moved: readonly Moved[];
}
/** Who, x, y, and the item that this is told from where that is another one: half the bytes of a large room are these. */
export type Moved =
  | readonly [peer: PeerId, x: number, y: number]
  | readonly [peer: PeerId, x: number, y: number, item: ItemId | null];
export interface PeerGone {
  readonly kind: 'peer-gone';
  readonly peer: PeerId;
}
export interface RoleChanged {
  readonly kind: 'role';
  readonly role: MapRole;
}
export interface Pong {
  readonly kind: 'pong';
  readonly nonce: number;
  /** The last number that the room has sent to anybody: who has less asks for it. */
  readonly seq: number;
  /** As in Welcome, as far as the room knows. */
  readonly mirrored: number | null;
}
/** Whether what this socket sent waits for room on the server: said when it begins to wait, and when that is over. */
export interface NoRoom {
  readonly kind: 'full';
  readonly isFull: boolean;
}
/** The last frame: the gateway closes the socket after it. */
export interface Bye {
  readonly kind: 'bye';
  readonly reason: 'denied' | 'absent' | 'version' | 'malformed' | 'too-slow' | 'too-fast' | 'restart' | 'refetch';
  readonly detail: string;
}
export type ServerFrame =
  | Welcome
  | Changes
  | Refused
  | Seen
  | PeersShown
  | PeerGone
  | RoleChanged
  | Pong
  | NoRoom
  | Bye;

/** What others may see of somebody right now; never kept. */
export interface PresenceState {
  readonly cursor: PeerCursor | null;
  readonly selection: readonly ItemId[];
  readonly editing: ItemId | null;
  /** What is on its way under their pointer: nothing of it is in the map before they let go. */
  readonly dragged: readonly Dragged[];
  /** Whose view they have. */
  readonly follows: PeerId | null;
  /** What they see of the map: said while somebody has their view. */
  readonly view: PeerView | null;
  /** The branch that they present. */
  readonly slide: ItemId | null;
}
/**
 * Where somebody points: so far from the place of an item that is near, where its branch enters; without an item, from nowhere. Two people
 * may have folded different branches, and nothing else stands at one place for both.
 */
export interface PeerCursor {
  readonly item: ItemId | null;
  readonly x: number;
  readonly y: number;
}
/**
 * How much of the map somebody sees, and how far its middle is from the place of an item that is near, as a pointer is. */
export interface PeerView {
  readonly item: ItemId | null;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** An item, and how far its place (where its branch enters) is from the pointer: it stays the same while the pointer moves. */
export type Dragged = readonly [item: ItemId, dx: number, dy: number];
export interface Peer {
  readonly peer: PeerId;
  readonly person: PersonId;
  readonly name: string;
  /** A branch hue number, 0..7. */
  readonly hue: number;
  readonly state: PresenceState;
}
