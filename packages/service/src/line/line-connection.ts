import type { Duplex } from 'node:stream';
import { type Clock, tryJson } from '@bough/base';
import { problem } from '@bough/contracts';
import type { CallContext } from '../caller/call.ts';
import { fromProblem } from '../server/problems.ts';
import { deadlinePassed } from '../context/request-context.ts';
import { type Frame, FrameReader, frameText } from './frames.ts';
import { Outgoing } from './outgoing.ts';

/** One call, as it is put to the other side. */
export interface LineCall {
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: string;
  /** What steers it: request id, person, whether there are other instances, languages. */
  readonly facts: readonly unknown[];
}

/** What came back. */
export interface LineAnswer {
  readonly body: string;
  readonly timing: string;
}

export interface LineSettings {
  /** Longest frame that is taken, in bytes. */
  readonly longest: number;
}

/** What may end a call before it is over. */
export type LineContext = Pick<CallContext, 'onAbort' | 'deadline'>;

interface Waiting {
  readonly sentMs: number;
  readonly resolve: (answer: LineAnswer) => void;
  readonly reject: (failure: unknown) => void;
}

/** More than that unsent, and the other side does not keep up. */
const MOST_UNSENT_BYTES = 32 * 1024 * 1024;
/** Nothing was heard for so long while a call waited in vain: the connection may be dead without having been closed. */
const DEAD_AFTER_MS = 500;

/** The caller's end of one connection that has become a line: any number of calls at once, answered in any order. */
export class LineConnection {
  readonly #clock: Clock;
  readonly #socket: Duplex;
  readonly #outgoing: Outgoing;
  readonly #reader: FrameReader;
  readonly #calls = new Map<number, Waiting>();
  #lastId = 0;
  #authorization = '';
  #heardMs: number;
  #isOpen = true;

  constructor(clock: Clock, socket: Duplex, settings: LineSettings) {
    this.#clock = clock;
    this.#socket = socket;
    this.#outgoing = new Outgoing(clock, socket);
    this.#reader = new FrameReader(settings);
    this.#heardMs = clock.monotonic();
    socket.on('data', (chunk: Buffer) => this.#heard(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => this.#lost());
    socket.on('end', () => socket.destroy());
  }

  /** Whether new calls may be made on it. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Says who calls from now on; costs nothing while it is the same. */
  authorize(authorization: string): void {
    if (authorization === this.#authorization) return;
    this.#authorization = authorization;
    this.#outgoing.send(frameText(['token', authorization]));
  }

  /** Makes a call; it ends with an answer, a failure, after `waitMs` or when the context aborts. */
  async call({ route, params, body, facts }: LineCall, context: LineContext, waitMs: number): Promise<LineAnswer> {
    if (!this.#isOpen || this.#outgoing.waitingBytes > MOST_UNSENT_BYTES) throw lost();
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<LineAnswer>();
    this.#calls.set(id, { sentMs: this.#clock.monotonic(), resolve, reject });
    this.#outgoing.send(frameText(['call', id, route, params, Math.ceil(waitMs), ...facts], body));
    const forget = context.onAbort((why) => this.#leave(id, why));
    // The context aborts when its own time is up: another timer is needed only for what has less.
    const isShort = waitMs < context.deadline.remainingMs() - 1;
    const cancel = isShort ? this.#clock.after(waitMs, () => this.#leave(id, deadlinePassed())) : null;
    try {
      return await promise;
    } finally {
      cancel?.();
      forget();
    }
  }

  /** Ends it; calls that wait fail. */
  destroy(): void {
    this.#socket.destroy();
    this.#lost();
  }

  #leave(id: number, why: unknown): void {
    const waiting = this.#calls.get(id);
    if (waiting === undefined) return;
    this.#calls.delete(id);
    waiting.reject(why);
    const nowMs = this.#clock.monotonic();
    if (this.#heardMs < waiting.sentMs && nowMs - waiting.sentMs >= DEAD_AFTER_MS) this.destroy();
    else this.#outgoing.send(frameText(['leave', id]));
  }

  #heard(chunk: Buffer): void {
    this.#heardMs = this.#clock.monotonic();
    try {
      for (const frame of this.#reader.take(chunk)) this.#take(frame);
    } catch {
      this.destroy();
    }
  }

  #take({ head, body }: Frame): void {
    const [kind, id, timing] = head;
    if (kind === 'goodbye') {
      this.#isOpen = false;
      this.#endWhenDone();
      return;
    }
    const waiting = typeof id === 'number' ? this.#calls.get(id) : undefined;
    if (typeof id !== 'number' || waiting === undefined) return;
    this.#calls.delete(id);
    if (kind === 'answer') waiting.resolve({ body, timing: typeof timing === 'string' ? timing : '' });
    else waiting.reject(failureOf(body));
    this.#endWhenDone();
  }

  #endWhenDone(): void {
    if (!this.#isOpen && this.#calls.size === 0) this.#socket.end();
  }

  #lost(): void {
    this.#isOpen = false;
    for (const waiting of this.#calls.values()) waiting.reject(lost());
    this.#calls.clear();
  }
}

/** The connection broke: nobody knows what became of the call. */
function lost(): Error {
  return Object.assign(new Error('the line was lost'), { code: 'ECONNRESET' });
}

function failureOf(body: string): unknown {
  const read = problem(tryJson(body));
  return read.ok ? fromProblem(read.value) : lost();
}
