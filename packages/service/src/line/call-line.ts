import { assert, type Clock } from '@bough/base';
import type { Route, ServiceName } from '@bough/contracts';
import type { Pool } from 'undici';
import type { Call, CallContext } from '../caller/call.ts';
import { readJsonAnswer, strange, textsOf, unreached } from '../caller/exchange.ts';
import { deadlinePassed } from '../context/request-context.ts';
import { ServiceFailure } from '../service-failure.ts';
import type { TokenMinter } from '../tokens.ts';
import { traceparent } from '../tracing/trace-context.ts';
import { LINE } from './frames.ts';
import { type LineAnswer, type LineCall, LineConnection } from './line-connection.ts';

export interface CallLineParts {
  readonly clock: Clock;
  readonly minter: Pick<TokenMinter, 'authorization'>;
  /** Where the connection is opened. */
  readonly pool: Pool;
}
export interface CallLineSettings {
  readonly service: ServiceName;
  /** Whether the service has other instances for the same things. */
  readonly isShared?: boolean;
}

/** One connection for all frequent calls to one instance of a service, opened when first needed and anew when it was lost. */
export class CallLine {
  readonly #parts: CallLineParts;
  readonly #settings: CallLineSettings;
  #connection: LineConnection | null = null;
  #opening: Promise<LineConnection> | null = null;
  #isStopped = false;

  constructor(parts: CallLineParts, settings: CallLineSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /** Calls the route; as a caller's `call`. */
  async call<P, B, A>(route: Route<P, B, A>, request: Call<P, B>, context: CallContext): Promise<A> {
    const { requestId, person, languages, trace } = context;
    const call: LineCall = {
      route: route.name,
      params: textsOf(request.params),
      body: JSON.stringify(request.body),
      facts: [
        requestId,
        person,
        this.#settings.isShared === true,
        languages,
        ...(trace === null ? [] : [traceparent(trace)]),
      ],
    };
    const answer = await this.#ask(call, context, Math.min(route.deadlineMs, context.deadline.remainingMs()));
    if (answer.timing !== '') context.timing.merge(answer.timing);
    if (answer.body.length > route.answerLimit) throw strange(`it is longer than ${route.answerLimit} bytes`);
    return readJsonAnswer(route, answer.body);
  }

  stop(): void {
    this.#isStopped = true;
    this.#connection?.destroy();
    this.#connection = null;
  }

  async #ask(call: LineCall, context: CallContext, waitMs: number): Promise<LineAnswer> {
    const { clock, minter } = this.#parts;
    const startedMs = clock.monotonic();
    const left: { isOver: boolean; why?: unknown } = { isOver: false };
    const forget = context.onAbort((why) => Object.assign(left, { isOver: true, why }));
    try {
      if (left.isOver) throw left.why;
      const authorization = await minter.authorization(this.#settings.service);
      const known = this.#connection;
      const connection = known?.isOpen === true ? known : await this.#open(authorization, context.signal, waitMs);
      connection.authorize(authorization);
      return await connection.call(call, context, waitMs - (clock.monotonic() - startedMs));
    } catch (failure) {
      if (left.isOver) throw left.why;
      throw failure instanceof ServiceFailure ? failure : unreached(this.#settings.service, failure);
    } finally {
      forget();
    }
  }

  /** Waits for the one attempt that is under way, as long as the call may take. */
  async #open(authorization: string, signal: AbortSignal, waitMs: number): Promise<LineConnection> {
    this.#opening ??= this.#connect(authorization).finally(() => {
      this.#opening = null;
    });
    const { promise, reject } = Promise.withResolvers<never>();
    const leave = (): void => reject(signal.reason);
    const cancel = this.#parts.clock.after(waitMs, () => reject(deadlinePassed()));
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([this.#opening, promise]);
    } finally {
      cancel();
      signal.removeEventListener('abort', leave);
    }
  }

  async #connect(authorization: string): Promise<LineConnection> {
    const { clock, pool } = this.#parts;
    const { path, protocol } = LINE;
    const limit = AbortSignal.timeout(CONNECT_MS);
    const { socket } = await pool.upgrade({ path, protocol, headers: { authorization }, signal: limit });
    assert(!this.#isStopped, 'nothing is called after the end');
    const connection = new LineConnection(clock, socket, { longest: LONGEST_FRAME });
    this.#connection = connection;
    return connection;
  }
}

/** An answer to the upgrade comes within. */
const CONNECT_MS = 2_000;
/** The longest answer of any frequent route, and its head. */
const LONGEST_FRAME = 81 * 1024 * 1024;
