import { HEADERS, problem, type Route, type BytesAnswer, type ServiceName } from '@bough/contracts';
import { assert, type Clock, tryJson } from '@bough/base';
import type { Dispatcher, Pool } from 'undici';
import type { Call, CallContext } from './call.ts';
import type { Component } from '../process/component.ts';
import { readJsonAnswer, strange, textsOf, unreached } from './exchange.ts';
import type { StreamAnswer } from '../server/handler.ts';
import { CallLine } from '../line/call-line.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { createPool, type PoolSettings } from './pool.ts';
import { fromProblem } from '../server/problems.ts';
import { clientGone, deadlinePassed } from '../context/request-context.ts';
import { ServiceFailure } from '../service-failure.ts';
import type { TokenMinter } from '../tokens.ts';
import { type TraceContext, traceparent } from '../tracing/trace-context.ts';
import type { Tracer } from '../tracing/tracer.ts';

export interface CallerParts {
  readonly clock: Clock;
  readonly minter: Pick<TokenMinter, 'authorization'>;
  readonly metrics: Metrics;
  /** Absent: no traces are kept. */
  readonly tracer?: Tracer | undefined;
}
export interface CallerSettings extends PoolSettings {
  /** Which service answers there. */
  readonly service: ServiceName;
  readonly url: string;
  /** Whether the service has other instances for the same things: then it makes sure that it knows what those did. */
  readonly isShared?: boolean;
}
/** The client of one service: one pool of kept connections. */
export interface Caller extends Component {
  /**
   * Calls the route and answers what the other service did, parsed. A refusal there is thrown here as the same failure. Ends
   * when the context's signal aborts, its deadline passes or the route's own time is up.
   */
  call<P, B, A>(route: Route<P, B, A>, request: Call<P, B>, context: CallContext): Promise<A>;
  /**
   * Calls a route of bytes and hands them on as they come, no faster than they are read; resolves when the answer begins. Ends as
   * `call` does, also in the middle of the bytes.
   */
  stream<P, B>(route: Route<P, B, BytesAnswer>, request: Call<P, B>, context: CallContext): Promise<StreamAnswer>;
}

/** A client of the service at this address. */
export function createCaller(parts: CallerParts, settings: CallerSettings): Caller {
  const pool = createPool(settings.url, settings);
  const line = new CallLine({ ...parts, pool }, settings);
  const measured = async <T>(
    route: string,
    context: CallContext,
    work: (context: CallContext) => Promise<T>,
  ): Promise<T> => {
    const span = parts.tracer?.begin('client', context.trace);
    const startedMs = parts.clock.monotonic();
    const answered = context.timing.wait(settings.service);
    const done = (outcome: string): void => {
      answered();
      const ms = parts.clock.monotonic() - startedMs;
      context.timing.add(`call-${route}`, ms);
      parts.metrics.callDone(settings.service, route, outcome, ms / 1_000);
      // Nothing is made of it where no traces are kept.
      span?.end({
        name: route,
        isFailed: outcome !== 'ok',
        facts: { 'bough.to': settings.service, 'bough.outcome': outcome, 'bough.request': context.requestId },
      });
    };
    try {
      const answer = await work(span === undefined ? context : inSpan(context, span.context));
      done('ok');
      return answer;
    } catch (failure) {
      done(failure instanceof ServiceFailure ? failure.kind : 'bug');
      throw failure;
    }
  };
  return {
    name: `client of ${settings.service}`,
    stop: async () => {
      line.stop();
      await pool.destroy();
    },
    call: (route, request, context) =>
      measured(route.name, context, (mine) =>
        route.isFrequent ? line.call(route, request, mine) : callOnce(parts, settings, pool, route, request, mine),
      ),
    stream: (route, request, context) =>
      measured(route.name, context, (mine) => streamOnce(parts, settings, pool, route, request, mine)),
  };
}

/** The same context at another place of its trace; its dearer parts stay unmade. */
function inSpan(context: CallContext, trace: TraceContext): CallContext {
  return Object.create(context, { trace: { value: trace } }) as CallContext;
}

async function callOnce<P, B, A>(
  parts: CallerParts,
  settings: CallerSettings,
  pool: Pool,
  route: Route<P, B, A>,
  request: Call<P, B>,
  context: CallContext,
): Promise<A> {
  const attempt = begin(parts, settings, route, context);
  try {
    return await readAnswer(await attempt.send(pool, request), route, context);
  } catch (failure) {
    throw attempt.toFailure(failure);
  } finally {
    attempt.end();
  }
}

async function streamOnce<P, B>(
  parts: CallerParts,
  settings: CallerSettings,
  pool: Pool,
  route: Route<P, B, BytesAnswer>,
  request: Call<P, B>,
  context: CallContext,
): Promise<StreamAnswer> {
  const attempt = begin(parts, settings, route, context);
  async function* chunks(body: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body) yield bytesOf(chunk);
    } catch (failure) {
      throw attempt.toFailure(failure);
    } finally {
      attempt.end();
    }
  }
  try {
    const response = await attempt.send(pool, request);
    if (response.statusCode !== 200) {
      const bytes = await readWithin(response, route.answerLimit);
      throw toFailure(response.statusCode, bytes);
    }
    mergeTiming(response, context);
    const { type, seq, lineage, fileName } = factsOf(response);
    const length = header(response, 'content-length');
    return {
      kind: 'stream',
      chunks: chunks(response.body),
      type,
      fileName,
      seq,
      lineage,
      length: length === null ? null : Number(length),
    };
  } catch (failure) {
    attempt.end();
    throw attempt.toFailure(failure);
  }
}

/** One call under way, with all that may end it before it is over. */
interface Attempt<P, B> {
  send(pool: Pool, request: Call<P, B>): Promise<Dispatcher.ResponseData>;
  toFailure(failure: unknown): unknown;
  end(): void;
}

function begin<P, B, A>(
  parts: CallerParts,
  settings: CallerSettings,
  route: Route<P, B, A>,
  context: CallContext,
): Attempt<P, B> {
  context.signal.throwIfAborted();
  const waitMs = Math.min(route.deadlineMs, context.deadline.remainingMs());
  if (waitMs <= 0) throw deadlinePassed();
  const limit = new AbortController();
  const leave = (): void => limit.abort(context.signal.reason ?? clientGone());
  context.signal.addEventListener('abort', leave, { once: true });
  const cancelTimer = parts.clock.after(waitMs, () => limit.abort(deadlinePassed()));
  return {
    send: async (pool, request) => {
      const options = await requestOptions(parts, settings, route, request, context, waitMs, limit.signal);
      return sendRequest(pool, options, route.method === 'GET');
    },
    toFailure: (failure) => {
      const why: unknown = limit.signal.reason;
      if (limit.signal.aborted) return why;
      return failure instanceof ServiceFailure ? failure : unreached(settings.service, failure);
    },
    end: () => {
      cancelTimer();
      context.signal.removeEventListener('abort', leave);
    },
  };
}

async function requestOptions<P, B, A>(
  parts: CallerParts,
  settings: CallerSettings,
  route: Route<P, B, A>,
  request: Call<P, B>,
  context: CallContext,
  waitMs: number,
  signal: AbortSignal,
): Promise<Dispatcher.RequestOptions> {
  const headers: Record<string, string> = {
    authorization: await parts.minter.authorization(settings.service),
    [HEADERS.requestId]: context.requestId,
    [HEADERS.deadlineMs]: String(Math.ceil(waitMs)),
  };
  if (context.person !== null) headers[HEADERS.person] = context.person;
  if (context.languages !== null) headers['accept-language'] = context.languages;
  if (settings.isShared === true) headers[HEADERS.shared] = 'true';
  if (context.trace !== null) headers['traceparent'] = traceparent(context.trace);
  const options = { path: addressOf(route, request.params), method: route.method, headers, signal };
  if (route.body.travels === 'nothing') return options;
  headers['content-type'] = route.body.travels === 'bytes' ? 'application/octet-stream' : 'application/json';
  const body: unknown = request.body;
  return { ...options, body: body instanceof Uint8Array ? body : JSON.stringify(body) };
}

/** The path and query that a route's parameters make. */
function addressOf<P>(route: Route<P, unknown, unknown>, params: P): string {
  const query = new URLSearchParams();
  let path = route.path;
  for (const [name, text] of Object.entries(textsOf(params))) {
    const withValue = path.replace(new RegExp(`:${name}(?=/|$)`), () => encodeURIComponent(text));
    if (withValue === path) query.set(name, text);
    path = withValue;
  }
  const rest = query.toString();
  return rest === '' ? path : `${path}?${rest}`;
}

const LOST_CONNECTION = new Set(['UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT', 'ECONNRESET', 'ECONNREFUSED', 'EPIPE']);

async function sendRequest(
  pool: Pool,
  options: Dispatcher.RequestOptions,
  mayRepeat: boolean,
): Promise<Dispatcher.ResponseData> {
  try {
    return await pool.request(options);
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
    if (!mayRepeat || !LOST_CONNECTION.has(code)) throw failure;
    return pool.request(options);
  }
}

async function readAnswer<A>(
  response: Dispatcher.ResponseData,
  route: Route<unknown, unknown, A> | Route<never, never, A>,
  context: CallContext,
): Promise<A> {
  mergeTiming(response, context);
  const bytes = await readWithin(response, route.answerLimit);
  if (response.statusCode >= 400) throw toFailure(response.statusCode, bytes);
  if (route.answer.travels === 'bytes') return bytesAnswerOf(response, bytes) as A;
  if (route.answer.travels === 'nothing') return undefined as A;
  return readJsonAnswer(route, utf8Of(bytes));
}

function mergeTiming(response: Dispatcher.ResponseData, context: CallContext): void {
  const timing = header(response, 'server-timing');
  if (timing !== null) context.timing.merge(timing);
}

async function readWithin(response: Dispatcher.ResponseData, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    const bytes = bytesOf(chunk);
    length += bytes.length;
    if (length > limit) throw strange(`it is longer than ${limit} bytes`);
    chunks.push(bytes);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, length);
}

function bytesOf(chunk: unknown): Uint8Array {
  assert(chunk instanceof Uint8Array, 'a body comes in bytes');
  return chunk;
}

function bytesAnswerOf(response: Dispatcher.ResponseData, bytes: Uint8Array): BytesAnswer {
  const { seq, lineage, type, fileName } = factsOf(response);
  const etag = header(response, 'etag');
  if (response.statusCode === 304) return { kind: 'unchanged', seq, lineage, etag };
  return { kind: 'bytes', bytes, type, encoding: header(response, 'content-encoding'), seq, lineage, etag, fileName };
}

/** What the headers say of bytes. */
function factsOf(response: Dispatcher.ResponseData): {
  readonly seq: number | null;
  readonly lineage: string | null;
  readonly type: string;
  readonly fileName: string | null;
} {
  const seqText = header(response, HEADERS.seq);
  return {
    seq: seqText !== null && /^[0-9]{1,15}$/.test(seqText) ? Number(seqText) : null,
    lineage: header(response, HEADERS.lineage),
    type: header(response, 'content-type') ?? 'application/octet-stream',
    fileName: fileNameOf(header(response, 'content-disposition')),
  };
}

/** The name that a service gave its answer (see answer.ts); a damaged one is none. */
function fileNameOf(disposition: string | null): string | null {
  const whole = /; filename\*=UTF-8''([\w.!~*'()%-]+)$/.exec(disposition ?? '')?.[1];
  if (whole === undefined) return null;
  try {
    return decodeURIComponent(whole);
  } catch {
    return null;
  }
}

function header(response: Dispatcher.ResponseData, name: string): string | null {
  const value = response.headers[name];
  return typeof value === 'string' ? value : null;
}

function utf8Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function toFailure(status: number, bytes: Uint8Array): ServiceFailure {
  const read = problem(tryJson(utf8Of(bytes)));
  return read.ok ? fromProblem(read.value) : strange(`its status is ${status}`);
}
