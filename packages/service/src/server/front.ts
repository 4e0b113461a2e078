import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AnyRoute } from '@bough/contracts';
import { announcesBody } from './body.ts';
import type { RequestContext } from '../context/context.ts';
import { mustBeCaller, runRoute, sendFailure, unauthenticated } from './endpoint.ts';
import { answerOperator, isForOperators, type Readiness } from './operator.ts';
import { clientGone, type OpenContext, openRequestContext } from '../context/request-context.ts';
import { inTiming } from '../context/timing.ts';
import { createRouter, type Router } from './router.ts';
import type { ServerParts } from './server-parts.ts';
import { answered } from '../tracing/answered.ts';
import { parseTraceparent } from '../tracing/trace-context.ts';
import type { Span } from '../tracing/tracer.ts';
import { ServiceFailure } from '../service-failure.ts';

const LONGEST_DEADLINE_MS = 600_000;
/** How long somebody may go on sending a body after the answer: long enough to be told why, too short to be worth anything. */
const UNREAD_MS = 2_000;
/** So many at once are read on meanwhile; the others for a moment, in which a small body is there. */
const THROWN_AWAY_MOST = 3;
const MOMENT_MS = 250;

const contexts = new WeakMap<IncomingMessage, OpenContext>();

/** The context of a request that a service server let in; a request from elsewhere is a bug and throws. */
export function requestContext(request: IncomingMessage): RequestContext {
  const open = contexts.get(request);
  if (open === undefined) throw new Error('a bug in Bough: the request came past no service server');
  return open.context;
}

/** By what route the fallback answers. */
const routesOfFallback = new WeakMap<IncomingMessage, string>();

/** Gives a request to the fallback the time, and the name, of the route which it turned out to be for. */
export function takeRoute(request: IncomingMessage, route: Pick<AnyRoute, 'name' | 'deadlineMs'>): void {
  contexts.get(request)?.extend(route.deadlineMs);
  routesOfFallback.set(request, route.name);
}

export interface FrontSettings {
  readonly fallbackDeadlineMs: number;
  /** Whether the request that comes now on this connection was let in already. */
  readonly hasLetIn: (socket: Socket) => boolean;
}

/** Who stands at the door: finds out who asks, makes the context, hands over to the route, and knows who is still inside. */
export class Front {
  readonly #parts: ServerParts;
  readonly #settings: FrontSettings;
  readonly #router: Router;
  readonly #inside = new Set<ServerResponse>();
  readonly #open = new Set<OpenContext>();
  #isDraining = false;
  /** Requests that were answered, of whose bodies the rest is read and thrown away. */
  #throwingAway = 0;
  #wakeDrain = (): void => {};

  constructor(parts: ServerParts, settings: FrontSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#router = createRouter(parts.routes);
  }

  /** Answers one request, whatever happens. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#enter(response);
    this.#cutUnread(request, response);
    try {
      if (isForOperators(request))
        await answerOperator(request, response, () => this.#readiness(), this.#parts.metrics);
      else if (!this.#turnsAway(request, response)) await this.#answerRoute(request, response);
    } catch (failure) {
      this.#parts.log.error('an answer could not be sent', { error: failure });
      response.destroy();
    }
  }

  /** Resolves when nobody is inside any more; after `withinMs` those who are have been told to leave. */
  async drain(withinMs: number): Promise<void> {
    this.#isDraining = true;
    for (const response of this.#inside) if (!response.headersSent) response.setHeader('connection', 'close');
    if (this.#inside.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wakeDrain = resolve;
    const cancel = this.#parts.clock.after(withinMs, () => {
      for (const open of this.#open) open.abort(clientGone());
      resolve();
    });
    await promise;
    cancel();
  }

  #turnsAway(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.#settings.hasLetIn(request.socket)) return false;
    const answer = this.#parts.turnAway?.answerTo(request) ?? null;
    if (answer === null) return false;
    response.writeHead(answer.status, answer.headers).end(answer.body);
    this.#parts.metrics.requestDone('turned-away', answer.status, 0);
    return true;
  }

  async #answerRoute(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const match = this.#router(request.method ?? 'GET', request.url ?? '/');
    const route = match.ok ? match.value.mounted.route : null;
    const verified =
      route?.access === 'service' ? await this.#parts.verifier?.verify(request.headers.authorization) : undefined;
    const service = verified?.ok === true ? verified.value : null;
    const ownDeadlineMs = route?.deadlineMs ?? this.#settings.fallbackDeadlineMs;
    // Of a trace that somebody outside began nothing is believed: it begins here.
    const parent = service === null ? null : parseTraceparent(request.headers['traceparent']);
    const span = this.#parts.tracer?.begin('server', parent);
    const open = openRequestContext(this.#parts, request, response, {
      service,
      trace: span?.context ?? null,
      deadlineMs: service === null ? ownDeadlineMs : LONGEST_DEADLINE_MS,
    });
    const { context } = open;
    this.#track(open, request, response, route?.name ?? 'fallback', span);
    try {
      if (route?.access === 'service') {
        if (service === null)
          throw unauthenticated(verified?.ok === false ? verified.error : 'this service accepts none');
        mustBeCaller(route, service);
      }
      if (match.ok) {
        const { mounted, params } = match.value;
        await inTiming(context.timing, () => runRoute(mounted, params, request, response, context));
      } else if (this.#parts.fallback !== undefined) {
        const { fallback } = this.#parts;
        contexts.set(request, open);
        inTiming(context.timing, () => fallback(request, response));
      } else {
        throw noRoute(match.error);
      }
    } catch (failure) {
      sendFailure(response, failure, context);
    }
  }

  #enter(response: ServerResponse): void {
    this.#inside.add(response);
    if (this.#isDraining) response.setHeader('connection', 'close');
    response.once('close', () => {
      this.#inside.delete(response);
      if (this.#inside.size === 0) this.#wakeDrain();
    });
  }

  /**
   * What is still being sent after the answer is thrown away, and not for long: so it arrives with those who read only when they have
   * sent all. Of many at once, who would have all of it pass through here, most are left unread.
   */
  #cutUnread(request: IncomingMessage, response: ServerResponse): void {
    if (!announcesBody(request)) return;
    response.once('finish', () => {
      if (request.complete) return;
      const isRead = this.#throwingAway < THROWN_AWAY_MOST;
      if (isRead) this.#throwingAway++;
      const { clock } = this.#parts;
      // Node itself reads on when it has answered; who is stopped later is not read any more.
      const stop = isRead ? () => undefined : clock.after(MOMENT_MS, () => request.socket.pause());
      const cancel = clock.after(UNREAD_MS, () => {
        if (!request.complete) request.socket.destroy();
      });
      request.once('close', () => {
        stop();
        cancel();
        if (isRead) this.#throwingAway--;
      });
    });
  }

  #track(
    open: OpenContext,
    request: IncomingMessage,
    response: ServerResponse,
    matched: string,
    span: Span | undefined,
  ): void {
    const { clock, metrics } = this.#parts;
    const startedMs = clock.monotonic();
    this.#open.add(open);
    metrics.inFlight(1);
    response.once('close', () => {
      this.#open.delete(open);
      metrics.inFlight(-1);
      const seconds = (clock.monotonic() - startedMs) / 1_000;
      const status = response.writableFinished ? response.statusCode : 499;
      const route = routesOfFallback.get(request) ?? matched;
      metrics.requestDone(route, status, seconds);
      span?.end(answered(route, status, open.context.requestId));
      open.context.log.debug('answered', { route, status, ms: Math.round(seconds * 1_000) });
    });
  }

  #readiness(): Readiness {
    const reasons = this.#isDraining ? ['draining'] : (this.#parts.unready?.() ?? []);
    return { reasons, notes: this.#parts.notes?.() ?? [] };
  }
}

function noRoute(why: 'absent' | 'method' | 'malformed'): ServiceFailure {
  if (why === 'malformed') {
    return new ServiceFailure('The address is not well-formed.', { kind: 'invalid', code: 'service/malformed' });
  }
  return new ServiceFailure('There is nothing at this address.', { kind: 'absent', code: 'service/no-route' });
}
