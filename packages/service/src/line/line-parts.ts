import type { Tracer } from '../tracing/tracer.ts';
import type { MountedRoute } from '../server/handler.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { ContextParts } from '../context/request-context.ts';
import type { TokenVerifier } from '../tokens.ts';

/** What answering calls on lines is built from. */
export interface LineParts extends ContextParts {
  readonly metrics: Metrics;
  readonly verifier: TokenVerifier | null;
  /** Absent: no traces are kept. */
  readonly tracer?: Tracer | undefined;
  readonly routes: readonly MountedRoute[];
}
