import type { Writable } from 'node:stream';
import type { Cancel, Clock, PersonId } from '@bough/base';
import {
  type Bye,
  closeCodeOf,
  type Hello,
  parseClientFrame,
  PROTOCOL_VERSION,
  type RoomSocket,
  SocketLoad,
} from '@bough/sync';
import type { RawData, WebSocket } from 'ws';
import { type Bucket, tryTake, waitMs } from '../../limits/token-bucket.ts';
import type { Session } from '../../http/session.ts';
import { SOCKET_LIMITS } from './limits.ts';
import type { Place } from './rooms.ts';
import type { TextFrames } from './text-frames.ts';

/** Why a hello was not honoured. */
export type Denied = { readonly kind: 'denied'; readonly reason: Bye['reason']; readonly detail: string };

/** What all sockets of a gateway share. */
export interface SocketParts {
  readonly clock: Clock;
  readonly frames: TextFrames;
  /** Honours a hello: proves its ticket and finds a place in the room. */
  readonly admit: (socket: MapSocket, hello: Hello) => Promise<Place | Denied>;
  readonly onClosed: (socket: MapSocket) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** Whose socket it is. */
export interface SocketUser {
  readonly session: Session;
  readonly person: PersonId;
  /** The connection below the WebSocket: where nothing is compressed, whole frames may be written to it. */
  readonly line: Writable;
}

/**
 * One socket: waits for hello, then hands each message to its place in the room. It is read no faster than its limits
 * allow, asked for a sign of life, and closed when it breaks a rule.
 */
export class MapSocket implements RoomSocket {
  readonly session: Session;
  readonly person: PersonId;
  readonly #line: Writable;
  readonly #ws: WebSocket;
  readonly #parts: SocketParts;
  /** A timer that is done with is let go: there are as many as there are people. */
  #cancelHello: Cancel | null;
  #state: 'greeting' | 'admitting' | 'joined' | 'closed' = 'greeting';
  #place: Place | null = null;
  #frames: Bucket | null = null;
  #bytes: Bucket | null = null;
  #flood: Bucket | null = null;
  #missed = 0;
  #cancelPause: Cancel | null = null;
  #cancelTerminate: Cancel | null = null;
  /** What came while the hello was looked at; a client may send at once. */
  #waiting: string[] = [];
  readonly #load: SocketLoad;

  constructor(ws: WebSocket, parts: SocketParts, { session, person, line }: SocketUser) {
    this.#ws = ws;
    this.#parts = parts;
    this.session = session;
    this.person = person;
    this.#line = line;
    this.#load = new SocketLoad(this);
    this.#cancelHello = parts.clock.after(SOCKET_LIMITS.helloMs, () => {
      if (this.#state === 'greeting') this.bye('denied', 'no hello came in time');
    });
    ws.on('message', (data, isBinary) => this.#message(data, isBinary));
    ws.on('pong', () => {
      this.#missed = 0;
    });
    ws.on('close', () => this.#closed());
    // What goes wrong on a socket (a frame too large, a reset) closes it; 'close' follows.
    ws.on('error', () => undefined);
  }

  get isOpen(): boolean {
    return this.#ws.readyState === this.#ws.OPEN;
  }

  send(text: string): void {
    if (this.isOpen) this.#line.write(this.#parts.frames.of(text));
  }

  bufferedBytes(): number {
    return this.#ws.bufferedAmount;
  }

  /** Whoever reads too slowly would not read the close frame either. */
  close(code: number, reason: Bye['reason']): void {
    if (this.#ws.readyState === this.#ws.CLOSED) return;
    this.#ws.close(code, reason);
    this.#cancelTerminate ??= this.#parts.clock.after(SOCKET_LIMITS.closeMs, () => this.#ws.terminate());
  }

  /** Asks for a sign of life; ends a socket that gave none to the last two. */
  beat(): void {
    if (this.#missed >= 2) this.#ws.terminate();
    else {
      this.#missed++;
      this.#ws.ping();
    }
  }

  /** The session has ended: nothing more is taken from the socket or told to it. */
  expel(): void {
    if (this.#place === null) this.bye('denied', 'the session has ended');
    else this.#place.expel();
  }

  /** Says why, and closes. */
  bye(reason: Bye['reason'], detail: string): void {
    if (this.isOpen) {
      const frame: Bye = { kind: 'bye', reason, detail };
      this.#ws.send(JSON.stringify(frame));
    }
    this.close(closeCodeOf(reason), reason);
  }

  /** Ends it without a word. */
  terminate(): void {
    this.#ws.terminate();
  }

  #message(data: RawData, isBinary: boolean): void {
    this.#missed = 0;
    if (this.#state === 'closed' || !this.isOpen) return;
    if (isBinary || !Buffer.isBuffer(data)) {
      this.bye('malformed', 'frames are text');
      return;
    }
    if (!this.#take(data.length)) return;
    const text = data.toString('utf8');
    switch (this.#state) {
      case 'greeting':
        this.#greet(text);
        return;
      case 'admitting':
        this.#wait(text);
        return;
      case 'joined':
        this.#place?.received(text);
    }
  }

  /** Whoever has not been let in yet holds up no more than anybody else. */
  #wait(text: string): void {
    this.#waiting.push(text);
    this.#load.hold(text.length);
    if (this.#load.isTooMuch) this.bye('too-fast', 'too much was sent before the welcome');
  }

  #greet(text: string): void {
    const frame = parseClientFrame(text);
    if (frame.ok && frame.value.kind === 'other-hello') {
      this.bye('version', `this gateway speaks version ${PROTOCOL_VERSION}`);
      return;
    }
    if (!frame.ok || frame.value.kind !== 'hello') {
      this.bye('malformed', frame.ok ? 'the first frame must be hello' : frame.error);
      return;
    }
    this.#state = 'admitting';
    this.#greeted();
    this.#parts.admit(this, frame.value).then(
      (answer) => this.#admitted(answer),
      (error: unknown) => {
        this.#parts.onTrouble(error);
        this.bye('restart', 'try again');
      },
    );
  }

  #admitted(answer: Place | Denied): void {
    if ('kind' in answer) {
      this.bye(answer.reason, answer.detail);
      return;
    }
    if (this.#state === 'closed') {
      answer.leave();
      return;
    }
    this.#place = answer;
    this.#state = 'joined';
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const text of waiting) answer.received(text);
  }

  #greeted(): void {
    this.#cancelHello?.();
    this.#cancelHello = null;
  }

  /** False: a flood, and the socket is being closed. Above the limits it is not read for as long as they need. */
  #take(bytes: number): boolean {
    const nowMs = this.#parts.clock.monotonic();
    const flood = tryTake(this.#flood, SOCKET_LIMITS.flood, nowMs);
    if (flood === null) {
      this.bye('too-fast', 'far too many frames');
      return false;
    }
    this.#flood = flood;
    const frames = tryTake(this.#frames, SOCKET_LIMITS.frames, nowMs);
    const size = tryTake(this.#bytes, SOCKET_LIMITS.bytes, nowMs, bytes);
    if (frames !== null && size !== null) {
      this.#frames = frames;
      this.#bytes = size;
      return true;
    }
    // Frames that had been read already still come.
    this.#pause(
      Math.max(
        this.#frames === null ? 0 : waitMs(this.#frames, SOCKET_LIMITS.frames, nowMs, SOCKET_LIMITS.frames.burst / 4),
        this.#bytes === null ? 0 : waitMs(this.#bytes, SOCKET_LIMITS.bytes, nowMs, bytes),
      ),
    );
    return true;
  }

  #pause(forMs: number): void {
    if (this.#cancelPause !== null) return;
    this.#ws.pause();
    this.#cancelPause = this.#parts.clock.after(Math.max(10, forMs), () => {
      this.#cancelPause = null;
      if (this.#state !== 'closed') this.#ws.resume();
    });
  }

  #closed(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#waiting = [];
    this.#greeted();
    this.#cancelPause?.();
    this.#cancelTerminate?.();
    this.#place?.leave();
    this.#place = null;
    this.#parts.onClosed(this);
  }
}
