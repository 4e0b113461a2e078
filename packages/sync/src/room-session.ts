import type { ClientId, Clock, PersonId } from '@bough/base';
import type { Bye, Hello, Role, ServerFrame, Submit } from './frames.ts';
import { PROTOCOL_LIMITS } from './protocol.ts';
import type { RoomSession, RoomSocket, Visitor } from './room-types.ts';
import { TokenBucket } from './token-bucket.ts';

/** A client says something every few seconds; one that was silent for so long is gone. */
const SILENT_MS = 30_000;

/**
 * What of the map's order this socket has, and how it gets the rest. `joining`: nothing is known yet; `pulling`: it asks for
 * page after page; `feeding`: it is being sent what it lacks; `live`: it has everything up to `sent`, and gets the news.
 */
export type FeedMode = 'joining' | 'pulling' | 'feeding' | 'live';

/** One socket in a room. */
export class Session implements RoomSession {
  readonly client: ClientId;
  readonly person: PersonId;
  readonly bucket: TokenBucket;
  readonly #socket: RoomSocket;
  readonly #clock: Clock;
  role: Role;
  mode: FeedMode = 'joining';
  /** The last number sent. */
  sent = 0;
  /** Counts what feeds it, so that an answer to an earlier question is known as such. */
  feedNumber = 0;
  /** Waiting to be relayed, the first one under way. */
  submits: Submit[] = [];
  isGone = false;
  /** What must not reach it before the changes up to a number have. */
  #held: { readonly seq: number; readonly frame: ServerFrame }[] = [];
  #heardMs: number;
  #isFull = false;

  constructor(clock: Clock, socket: RoomSocket, hello: Hello, visitor: Visitor) {
    this.#clock = clock;
    this.#socket = socket;
    this.client = hello.client;
    this.person = visitor.person;
    this.role = visitor.role;
    this.bucket = new TokenBucket(clock, { perSecond: 100, burst: 400 });
    this.#heardMs = clock.monotonic();
  }

  get isSilent(): boolean {
    return this.#clock.monotonic() - this.#heardMs > SILENT_MS;
  }
  /** It holds up so much that it is better closed: the client comes back and catches up at its own pace. */
  get isTooSlow(): boolean {
    return this.#socket.bufferedBytes() > PROTOCOL_LIMITS.closedBytes;
  }
  /** It holds up so much that only what must reach it is sent. */
  get isSlow(): boolean {
    return this.#socket.bufferedBytes() > PROTOCOL_LIMITS.presenceDroppedBytes;
  }

  heard(): void {
    this.#heardMs = this.#clock.monotonic();
  }

  send(frame: ServerFrame): void {
    this.sendText(JSON.stringify(frame));
  }

  sendText(text: string): void {
    if (!this.isGone) this.#socket.send(text);
  }

  /** Sends the frame once everything up to `seq` was sent. */
  sendAfter(seq: number, frame: ServerFrame): void {
    this.#held.push({ seq, frame });
    this.release();
  }

  /** More was sent: what waited for it may go. */
  release(): void {
    if (this.#held.length === 0) return;
    const due = this.#held.filter((one) => one.seq <= this.sent);
    if (due.length === 0) return;
    this.#held = this.#held.filter((one) => one.seq > this.sent);
    for (const one of due) this.send(one.frame);
  }

  /** What it sent waits for room, or does not any more. */
  tellFull(isFull: boolean): void {
    if (isFull === this.#isFull) return;
    this.#isFull = isFull;
    this.send({ kind: 'full', isFull });
  }

  /** Presence can be missed: the next one says it all. */
  sendPresence(text: string): void {
    if (this.mode === 'live' && !this.isSlow) this.sendText(text);
  }

  end(reason: Bye['reason'], detail: string): void {
    this.send({ kind: 'bye', reason, detail });
    this.isGone = true;
    this.submits = [];
    this.#socket.close(closeCodeOf(reason), reason);
  }
}

/** The close code of RFC 6455 (and its registry) for a goodbye. */
function closeCodeOf(reason: Bye['reason']): number {
  switch (reason) {
    case 'restart':
      return 1012;
    case 'too-slow':
    case 'too-fast':
      return 1013;
    case 'refetch':
      return 1000;
    case 'denied':
    case 'absent':
    case 'version':
    case 'malformed':
      return 1008;
  }
}
