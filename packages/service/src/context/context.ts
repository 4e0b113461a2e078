import type { Cancel, PersonId } from '@bough/base';
import type { ServiceName } from '@bough/contracts';
import type { Deadline } from './deadline.ts';
import type { Log } from '../log/logger.ts';
import type { Timing } from './timing.ts';
import type { TraceContext } from '../tracing/trace-context.ts';

/** What every part of the work on one request may know about it. */
export interface RequestContext {
  /** The same on every hop of one request. */
  readonly requestId: string;
  readonly deadline: Deadline;
  /** Aborts when nobody waits any more: the client has gone or the deadline has passed. */
  readonly signal: AbortSignal;
  /** Runs it, with the reason, when the signal aborts, or at once when it has; costs less than the signal. */
  readonly onAbort: (run: (why: unknown) => void) => Cancel;
  /** Throws the reason when the signal has aborted; costs less than the signal. */
  readonly mustBeWanted: () => void;
  readonly timing: Timing;
  /** On whose behalf a service asks, as its header says; null on the page's own requests, whose session the gateway reads. */
  readonly person: PersonId | null;
  /** Whether the caller knows other instances of this service, which may have answered about the same things meanwhile. */
  readonly isShared: boolean;
  /** What the browser at the far end said that it reads (Accept-Language), for words that leave by mail; null: nothing. */
  readonly languages: string | null;
  /** Which service asks, proven by its token; null for anybody else. */
  readonly service: ServiceName | null;
  /** Where in a trace the work stands; null where none is kept. */
  readonly trace: TraceContext | null;
  /** Carries the request id. */
  readonly log: Log;
}
