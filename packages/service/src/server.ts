import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RequestContext } from './context.ts';
import type { Component } from './component.ts';
import { runRoute, sendFailure, unauthenticated } from './endpoint.ts';
import type { Mounted } from './handler.ts';
import type { Metrics } from './metrics.ts';
import { clientGone, type ContextParts, type OpenContext, openRequestContext } from './request-context.ts';
import { createRouter } from './router.ts';
import { ServiceFailure } from './service-failure.ts';
import type { TokenVerifier } from './tokens.ts';

export interface ServerParts extends ContextParts {
  readonly metrics: Metrics;
  /** Needed when a route is for services. */
  readonly verifier: TokenVerifier | null;
  readonly routes: readonly Mounted[];
  /** Why the service cannot serve right now; empty when it can. */
  readonly unready?: () => readonly string[];
  /** Answers what no route does; an Express app, say. It finds its context by `requestContext(request)`. */
  readonly fallback?: RequestListener;
  /** Takes over sockets. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}
export interface ServerSettings {
  readonly host: string;
  readonly port: number;
  /** How long a request to the fallback may take. */
  readonly fallbackDeadlineMs?: number;
}
/** The HTTP server of a service. */
export interface ServiceServer extends Component {
  /** Answers one request; for tests without a port, and for servers of other kinds. */
  readonly listener: RequestListener;
  /** The port that it listens on, once started. */
  port(): number;
  /** How many connections were ever opened to it. */
  connectionsSeen(): number;
}

const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;
const LONGEST_DEADLINE_MS = 120_000;

const contexts = new WeakMap<IncomingMessage, RequestContext>();

/** The context of a request that a service server let in; a request from elsewhere is a bug and throws. */
export function requestContext(request: IncomingMessage): RequestContext {
  const context = contexts.get(request);
  if (context === undefined) throw new Error('a bug in Bough: the request came past no service server');
  return context;
}

/** A server for these routes, with GET /health, /ready and /metrics. It listens when started. */
export function createServiceServer(parts: ServerParts, settings: ServerSettings): ServiceServer {
  const router = createRouter(parts.routes);
  const live = new Map<OpenContext, ServerResponse>();
  let wakeDrain = (): void => {};
  let isDraining = false;
  const unready = (): readonly string[] => (isDraining ? ['draining'] : (parts.unready?.() ?? []));

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = request.url ?? '/';
    if (await answerOperator(address, request, response, unready, parts.metrics)) return;
    if (isDraining) response.setHeader('connection', 'close');
    const match = router(request.method ?? 'GET', address);
    const mounted = match.ok ? match.value.mounted : null;
    const forService = mounted?.route.access === 'service';
    const verified = forService ? await parts.verifier?.verify(request.headers.authorization) : undefined;
    const service = verified?.ok === true ? verified.value : null;
    const deadlineMs = mounted === null ? (settings.fallbackDeadlineMs ?? 30_000) : LONGEST_DEADLINE_MS;
    const open = openRequestContext(parts, request, response, {
      service,
      deadlineMs: service === null ? (mounted?.route.deadlineMs ?? deadlineMs) : deadlineMs,
    });
    const { context } = open;
    track(live, open, response, mounted?.route.name ?? 'fallback', parts);
    response.once('close', () => {
      if (live.size === 0) wakeDrain();
    });
    try {
      if (forService && service === null)
        throw unauthenticated(verified?.ok === false ? verified.error : 'none is taken here');
      if (match.ok) await runRoute(match.value.mounted, match.value.params, request, response, context);
      else if (parts.fallback !== undefined) {
        contexts.set(request, context);
        parts.fallback(request, response);
      } else throw noRoute(match.error);
    } catch (failure) {
      sendFailure(response, failure, context);
    }
  };
  const listener: RequestListener = (request, response) => {
    answer(request, response).catch((failure: unknown) => {
      parts.log.error('an answer could not be sent', { error: failure });
      response.destroy();
    });
  };
  const server = createServer(
    { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    listener,
  );
  const allAnswered = (withinMs: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = parts.clock.after(withinMs, () => {
        for (const open of live.keys()) open.abort(clientGone());
        resolve();
      });
      wakeDrain = () => {
        cancel();
        resolve();
      };
    });
  let connections = 0;
  server.on('connection', () => connections++);
  if (parts.upgrade !== undefined) server.on('upgrade', parts.upgrade);
  return {
    name: 'server',
    listener,
    port: () => (server.address() as AddressInfo).port,
    connectionsSeen: () => connections,
    start: async () => await listen(server, settings),
    drain: async (withinMs) => {
      isDraining = true;
      server.close();
      for (const response of live.values()) if (!response.headersSent) response.setHeader('connection', 'close');
      server.closeIdleConnections();
      if (live.size > 0) await allAnswered(withinMs);
      server.closeAllConnections();
    },
    stop: async () => server.closeAllConnections(),
  };
}

function track(
  live: Map<OpenContext, ServerResponse>,
  open: OpenContext,
  response: ServerResponse,
  route: string,
  parts: ServerParts,
): void {
  const startedMs = parts.clock.monotonic();
  live.set(open, response);
  parts.metrics.inFlight(1);
  response.once('close', () => {
    live.delete(open);
    parts.metrics.inFlight(-1);
    const seconds = (parts.clock.monotonic() - startedMs) / 1_000;
    const seen = response.writableFinished ? response.statusCode : 499;
    parts.metrics.requestDone(route, seen, seconds);
    open.context.log.debug('answered', { route, status: seen, ms: Math.round(seconds * 1_000) });
  });
}

/** Health, readiness and metrics: true when the request was one of these. */
async function answerOperator(
  address: string,
  request: IncomingMessage,
  response: ServerResponse,
  unready: () => readonly string[],
  metrics: Metrics,
): Promise<boolean> {
  if (request.method !== 'GET') return false;
  const send = (status: number, type: string, body: string): true => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    return true;
  };
  switch (address) {
    case '/health':
      return send(200, 'application/json', '{"alive":true}');
    case '/ready': {
      const reasons = unready();
      return send(
        reasons.length === 0 ? 200 : 503,
        'application/json',
        JSON.stringify({ ready: reasons.length === 0, reasons }),
      );
    }
    case '/metrics':
      return send(200, metrics.registry.contentType, await metrics.registry.metrics());
    default:
      return false;
  }
}

function noRoute(why: 'absent' | 'method' | 'malformed'): ServiceFailure {
  if (why === 'malformed') {
    return new ServiceFailure('The address is not well-formed.', { kind: 'invalid', code: 'service/malformed' });
  }
  return new ServiceFailure('There is nothing at this address.', { kind: 'absent', code: 'service/no-route' });
}

function listen(server: Server, settings: ServerSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const where = `${settings.host}:${settings.port}`;
      const message =
        error.code === 'EADDRINUSE'
          ? `The port ${settings.port} on ${settings.host} is taken by another program; set PORT to a free one.`
          : `Cannot listen on ${where}: ${error.message}.`;
      reject(new ServiceFailure(message, { kind: 'unavailable', code: 'service/cannot-listen', cause: error }));
    });
    server.listen(settings.port, settings.host, resolve);
  });
}
