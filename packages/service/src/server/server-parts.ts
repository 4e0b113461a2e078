import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { MountedRoute } from './handler.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ContextParts } from '../context/request-context.ts';
import type { TokenVerifier } from '../tokens.ts';
import type { Tracer } from '../tracing/tracer.ts';

/** What the HTTP server of a service is built from. */
export interface ServerParts extends ContextParts {
  readonly metrics: Metrics;
  /** Needed when a route is for services. */
  readonly verifier: TokenVerifier | null;
  /** Absent: no traces are kept. */
  readonly tracer?: Tracer | undefined;
  readonly routes: readonly MountedRoute[];
  /** Why the service cannot serve right now; empty when it can. */
  readonly unready?: () => readonly string[];
  /** What an operator should know although the service can serve. */
  readonly notes?: () => readonly string[];
  /** Answers what no route does; an Express app, say. It finds its context by `requestContext(request)`. */
  readonly fallback?: RequestListener;
  /** Answers, before anything else is done for it, a request that cannot be served now; false: it is served. */
  readonly turnAway?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Takes over sockets. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}
