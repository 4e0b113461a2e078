import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import type { MountedRoute } from './handler.ts';
import type { ReadyAnswer } from './ready-answer.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ContextParts } from '../context/request-context.ts';
import type { TokenVerifier } from '../tokens.ts';
import type { Tracer } from '../tracing/tracer.ts';

/** As much of a request as is looked at to turn it away. */
export type Asked = Pick<IncomingMessage, 'method' | 'url'> & {
  readonly headers: { readonly 'accept-language'?: string | undefined };
};

/** Decides who cannot be served now. */
export interface TurnAway {
  /** Whether anybody is turned away now. */
  isOn(): boolean;
  /** What a request is answered, before anything else is done for it, that cannot be served now; null: it is served. Asked once for each. */
  answerTo(asked: Asked): ReadyAnswer | null;
}

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
  /** Absent: nobody is turned away. */
  readonly turnAway?: TurnAway | undefined;
  /** Takes over sockets. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}
