import type { ClientId, Clock, DocumentView, PeerId, PersonId } from '@bough/base';
import type { ParsedOps } from '@bough/map';
import type { MapRole } from '@bough/contracts';
import type { Bye, Hello, ServerFrame, Submit } from '../wire/frames.ts';
import { viewOfRole } from '../wire/roles.ts';
import type { RoomSession, RoomSocket, Visitor, Writer } from './room-types.ts';
import { closeCodeOf } from '../wire/close-codes.ts';
import { SocketLoad } from './socket-load.ts';

/** A client says something every few seconds; one that was silent for so long is gone. */
const SILENT_MS = 30_000;

/**
 * What of the map's order this socket has, and how it gets the rest. `joining`: nothing is known yet; `pulling`: it asks for
 * page after page; `feeding`: it is being sent what it lacks; `live`: it has everything up to `sent`, and gets the news.
 */
export type FeedMode = 'joining' | 'pulling' | 'feeding' | 'live';

/** A submit that waits, and how much it holds up. */
export interface WaitingSubmit extends Submit {
  readonly bytes: number;
}
export interface SessionParts {
  readonly clock: Clock;
  readonly peer: PeerId;
  /** Whether it is shown what its role may see, else the whole. */
  readonly hasViews: boolean;
  /** Told, once, when so much waits for it that it must be closed. */
  readonly onTooSlow: (session: SocketSession) => void;
}

/** One socket in a room. */
export class SocketSession implements RoomSession {
  readonly client: ClientId;
  readonly person: PersonId;
  readonly peer: PeerId;
  readonly writer: Writer;
  /** Whether the past is told to it in every role. */
  mayReadPast: boolean;
  readonly #hasViews: boolean;
  readonly #socket: RoomSocket;
  readonly #clock: Clock;
  role: MapRole;
  mode: FeedMode = 'joining';
  /** The last number sent. */
  sent = 0;
  /** Counts what feeds it, so that an answer to an earlier question is known as such. */
  feedNumber = 0;
  /** Waiting to be relayed, the first one under way. */
  submits: WaitingSubmit[] = [];
  isGone = false;
  /** A page of history is being read for it. */
  isReading = false;
  readonly load: SocketLoad;
  /** Changes up to this number are past for it, and are not told. */
  floor = 0;
  /** When the last of its changes was made that say something. */
  #saidAt = 0;
  /** What must not reach it before the changes up to a number have. */
  #held: { readonly seq: number; readonly text: string }[] = [];
  readonly #onTooSlow: (session: SocketSession) => void;
  #heardMs: number;
  #isFull = false;

  constructor(
    { clock, peer, hasViews, onTooSlow }: SessionParts,
    socket: RoomSocket,
    { client }: Hello,
    visitor: Visitor,
  ) {
    this.#hasViews = hasViews;
    this.#onTooSlow = onTooSlow;
    this.load = new SocketLoad(socket);
    this.mayReadPast = visitor.mayReadPast ?? false;
    this.#clock = clock;
    this.peer = peer;
    this.#socket = socket;
    this.client = client;
    this.person = visitor.person;
    this.writer = { client, person: visitor.person, formerly: visitor.formerly };
    this.role = visitor.role;
    this.#heardMs = clock.monotonic();
  }

  /** When a change was made that comes now. Words stand by time: of those that come together each is a little later than the one before. */
  timeOf(ops: ParsedOps, now: number): number {
    const isSaid = ops.some(({ kind }) => kind === 'comment' || kind === 'message');
    if (!isSaid) return now;
    this.#saidAt = Math.max(now, this.#saidAt + 1);
    return this.#saidAt;
  }

  /** What of the map it is shown. */
  get view(): DocumentView {
    return this.#hasViews ? viewOfRole(this.role) : 'whole';
  }
  /** Whether the past is told to it, by its role or in every role. */
  get seesPast(): boolean {
    return this.view === 'whole' || this.mayReadPast;
  }
  get isSilent(): boolean {
    return this.#clock.monotonic() - this.#heardMs > SILENT_MS;
  }

  heard(): void {
    this.#heardMs = this.#clock.monotonic();
  }

  send(frame: ServerFrame): void {
    this.sendText(JSON.stringify(frame));
  }

  /** Sends it, unless so much waits already, or then does, that the socket is closed. */
  sendText(text: string): void {
    if (this.isGone) return;
    if (!this.load.isTooMuch) this.#socket.send(text);
    this.#close();
  }

  /** Sends the frame once everything up to `seq` was sent. */
  sendAfter(seq: number, frame: ServerFrame): void {
    const text = JSON.stringify(frame);
    this.#held.push({ seq, text });
    this.load.hold(text.length);
    this.release();
    this.#close();
  }

  /** More was sent: what waited for it may go. */
  release(): void {
    if (this.#held.length === 0) return;
    const due = this.#held.filter((one) => one.seq <= this.sent);
    if (due.length === 0) return;
    this.#held = this.#held.filter((one) => one.seq > this.sent);
    for (const { text } of due) {
      this.load.hold(-text.length);
      this.sendText(text);
    }
  }

  /** What it sent waits for room, or does not any more. */
  tellFull(isFull: boolean): void {
    if (isFull === this.#isFull) return;
    this.#isFull = isFull;
    this.send({ kind: 'full', isFull });
  }

  /** Presence can be missed: the next one says it all. */
  sendPresence(text: string): void {
    if (this.mode === 'live' && this.load.hasRoom()) this.sendText(text);
  }

  end(reason: Bye['reason'], detail: string): void {
    if (this.isGone) return;
    this.isGone = true;
    const bye: Bye = { kind: 'bye', reason, detail };
    this.#socket.send(JSON.stringify(bye));
    this.submits = [];
    this.#socket.close(closeCodeOf(reason), reason);
  }

  #close(): void {
    if (!this.isGone && this.load.isTooMuch) this.#onTooSlow(this);
  }
}
