import { answered } from '../tracing/answered.ts';
import { parseTraceparent } from '../tracing/trace-context.ts';
import type { Duplex } from 'node:stream';
import { parsePersonId } from '@bough/base';
import { requestId as requestIdParser, type ServiceName, statusOf } from '@bough/contracts';
import { parseJsonBody } from '../server/body.ts';
import { mustBeCaller, problemOf, readParams, unauthenticated } from '../server/endpoint.ts';
import type { MountedRoute } from '../server/handler.ts';
import { clientGone, type ContextFacts, type OpenContext, openContext } from '../context/request-context.ts';
import { ServiceFailure } from '../service-failure.ts';
import { inTiming } from '../context/timing.ts';
import type { TokenVerifier } from '../tokens.ts';
import { type Frame, FrameReader, frameText } from './frames.ts';
import type { LineParts } from './line-parts.ts';
import { Outgoing } from './outgoing.ts';

export interface LineSessionParts extends Omit<LineParts, 'routes' | 'verifier'> {
  readonly verifier: TokenVerifier;
  readonly routes: ReadonlyMap<string, MountedRoute>;
  readonly socket: Duplex;
  /** Told whenever nobody waits for an answer any more. */
  readonly onIdle: () => void;
}

export interface LineSessionSettings {
  /** Who has opened the line, proven by the first token. */
  readonly service: ServiceName;
  readonly authorization: string;
  /** Longest frame that is taken, in bytes. */
  readonly longest: number;
}

/** A call, read from its frame; everything in it but the id is still to be parsed. */
interface Call {
  readonly id: number;
  readonly name: unknown;
  readonly params: unknown;
  readonly body: string;
}

/** Calls of one line that are answered at once; while there are so many, nothing more is read. */
const MOST_INSIDE = 1_024;
const LONGEST_DEADLINE_MS = 120_000;

/** The answering end of one line. */
export class LineSession {
  readonly #parts: LineSessionParts;
  readonly #outgoing: Outgoing;
  readonly #reader: FrameReader;
  readonly #inside = new Map<number, OpenContext>();
  readonly #service: ServiceName;
  #authorization: string;
  #isPaused = false;

  constructor(parts: LineSessionParts, settings: LineSessionSettings) {
    this.#parts = parts;
    this.#service = settings.service;
    this.#authorization = settings.authorization;
    this.#outgoing = new Outgoing(parts.clock, parts.socket);
    this.#reader = new FrameReader(settings);
  }

  get isIdle(): boolean {
    return this.#inside.size === 0;
  }

  start(): void {
    const { socket } = this.#parts;
    socket.on('data', (chunk: Buffer) => this.#heard(chunk));
    socket.on('end', () => socket.destroy());
  }

  /** Asks for no new calls; those that come all the same are answered. */
  goodbye(): void {
    this.#outgoing.send(frameText(['goodbye']));
    this.flush();
  }

  flush(): void {
    this.#outgoing.flush();
  }

  /** Nobody waits for what is under way. */
  end(why: ServiceFailure): void {
    for (const open of this.#inside.values()) open.abort(why);
  }

  destroy(): void {
    this.#parts.socket.destroy();
  }

  #heard(chunk: Buffer): void {
    try {
      for (const frame of this.#reader.take(chunk)) this.#take(frame);
    } catch (error) {
      this.#parts.log.warn('a line was cut, since what it said is no frame', { error });
      this.destroy();
    }
    if (this.#inside.size >= MOST_INSIDE && !this.#isPaused) {
      this.#isPaused = true;
      this.#parts.socket.pause();
    }
  }

  #take({ head, body }: Frame): void {
    const [kind, first] = head;
    if (kind === 'token' && typeof first === 'string') {
      this.#authorization = first;
    } else if (kind === 'leave' && typeof first === 'number') {
      this.#inside.get(first)?.abort(clientGone());
    } else if (kind === 'call' && typeof first === 'number') {
      void this.#answer({ id: first, name: head[2], params: head[3], body }, head.slice(4));
    }
  }

  async #answer(call: Call, facts: readonly unknown[]): Promise<void> {
    const { clock, metrics, verifier } = this.#parts;
    const startedMs = clock.monotonic();
    const mounted = typeof call.name === 'string' ? this.#parts.routes.get(call.name) : undefined;
    const known = factsOf(facts, this.#service);
    const span = this.#parts.tracer?.begin('server', known.trace ?? null);
    const open = openContext(this.#parts, { ...known, trace: span?.context ?? null });
    const { context } = open;
    this.#inside.set(call.id, open);
    metrics.inFlight(1);
    let status = 200;
    try {
      const verified = await verifier.verify(this.#authorization);
      if (!verified.ok) throw unauthenticated(verified.error);
      if (verified.value !== this.#service) throw unauthenticated('the connection belongs to another service');
      if (mounted === undefined) {
        throw new ServiceFailure('There is nothing at this address.', { kind: 'absent', code: 'service/no-route' });
      }
      const { route, handler } = mounted;
      mustBeCaller(route, this.#service);
      const params: unknown = readParams(route, call.params);
      const body: unknown = parseJsonBody(call.body, route);
      const work = async (): Promise<unknown> => await handler({ params, body, context });
      const answer = await inTiming(context.timing, () => context.timing.measure(route.name, work));
      this.#outgoing.send(frameText(['answer', call.id, context.timing.header()], JSON.stringify(answer)));
    } catch (failure) {
      const problem = problemOf(failure, context);
      status = statusOf(problem);
      this.#outgoing.send(frameText(['problem', call.id, context.timing.header()], JSON.stringify(problem)));
    }
    open.close();
    metrics.inFlight(-1);
    const name = mounted?.route.name ?? 'fallback';
    metrics.requestDone(name, status, (clock.monotonic() - startedMs) / 1_000);
    span?.end(answered(name, status, context.requestId));
    this.#leave(call.id);
  }

  #leave(id: number): void {
    this.#inside.delete(id);
    if (this.#isPaused && this.#inside.size < MOST_INSIDE / 2) {
      this.#isPaused = false;
      this.#parts.socket.resume();
    }
    if (this.#inside.size === 0) this.#parts.onIdle();
  }
}

/** What steers a call, as the head of its frame says after the parameters; what is not as agreed counts as not said. */
function factsOf(
  [deadlineMs, id, person, isShared, languages, trace]: readonly unknown[],
  service: ServiceName,
): ContextFacts {
  const known = requestIdParser(id);
  const withinMs = typeof deadlineMs === 'number' && deadlineMs >= 0 ? deadlineMs : LONGEST_DEADLINE_MS;
  return {
    requestId: known.ok ? known.value : null,
    deadlineMs: Math.min(LONGEST_DEADLINE_MS, withinMs),
    person: parsePersonId(person),
    service,
    isShared: isShared === true,
    languages: typeof languages === 'string' ? languages : null,
    trace: parseTraceparent(trace),
  };
}
