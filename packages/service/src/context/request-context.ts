import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Cancel, type Clock, type Ids, parsePersonId, type PersonId } from '@bough/base';
import { HEADERS, requestId as requestIdParser, type ServiceName } from '@bough/contracts';
import type { RequestContext } from './context.ts';
import type { Log } from '../log/logger.ts';
import { ServiceFailure } from '../service-failure.ts';
import { createTiming } from './timing.ts';
import type { TraceContext } from '../tracing/trace-context.ts';

/** What contexts are made from. */
export interface ContextParts {
  readonly service: ServiceName;
  readonly clock: Clock;
  readonly ids: Pick<Ids, 'short'>;
  readonly log: Log;
}
/** A context with an end: whoever opened it closes it, which frees its timer. */
export interface OpenContext {
  readonly context: RequestContext;
  /** Aborts the context's signal; does nothing after `close`. */
  abort(reason: ServiceFailure): void;
  /** Gives the work so much time from now, where that ends later than what it has. */
  extend(ms: number): void;
  close(): void;
}
export interface ContextFacts {
  readonly requestId?: string | null;
  readonly deadlineMs: number;
  readonly person?: PersonId | null;
  readonly service?: ServiceName | null;
  readonly isShared?: boolean;
  readonly languages?: string | null;
  readonly trace?: TraceContext | null;
}

/** A context for work that no HTTP request began: a frame on a socket, a planned task. */
export function openContext(parts: ContextParts, facts: ContextFacts): OpenContext {
  return new LazyContext(parts, facts);
}

/** Does the work in a context of its own, which ends with it. */
export async function inContext<T>(
  open: (facts: ContextFacts) => OpenContext,
  facts: ContextFacts,
  work: (context: RequestContext) => Promise<T>,
): Promise<T> {
  const opened = open(facts);
  try {
    return await work(opened.context);
  } finally {
    opened.close();
  }
}

/** A context whose dearer parts are made when somebody asks for them: most calls between services need none of them. */
class LazyContext implements OpenContext {
  readonly context: RequestContext;
  readonly #parts: ContextParts;
  #endsAtMs: number;
  #isOpen = true;
  #why: ServiceFailure | null = null;
  #controller: AbortController | null = null;
  #waiting: Set<(why: unknown) => void> | null = null;
  #cancelTimer: Cancel;

  constructor(parts: ContextParts, facts: ContextFacts) {
    this.#parts = parts;
    this.#endsAtMs = parts.clock.monotonic() + facts.deadlineMs;
    this.#cancelTimer = this.#arm(facts.deadlineMs);
    const requestId = facts.requestId ?? parts.ids.short();
    const signal = (): AbortSignal => this.#signal();
    let log: Log | null = null;
    this.context = {
      requestId,
      deadline: { remainingMs: () => Math.max(0, this.#endsAtMs - parts.clock.monotonic()) },
      get signal() {
        return signal();
      },
      onAbort: (run) => this.#onAbort(run),
      mustBeWanted: () => {
        if (this.#why !== null) throw this.#why;
      },
      timing: createTiming(parts.clock, parts.service),
      person: facts.person ?? null,
      service: facts.service ?? null,
      isShared: facts.isShared ?? false,
      languages: facts.languages ?? null,
      trace: facts.trace ?? null,
      get log() {
        return (log ??= parts.log.with({ requestId }));
      },
    };
  }

  abort(reason: ServiceFailure): void {
    if (!this.#isOpen || this.#why !== null) return;
    this.#why = reason;
    this.#controller?.abort(reason);
    const waiting = this.#waiting;
    this.#waiting = null;
    for (const run of waiting ?? []) run(reason);
  }

  extend(ms: number): void {
    const later = this.#parts.clock.monotonic() + ms;
    if (!this.#isOpen || later <= this.#endsAtMs) return;
    this.#endsAtMs = later;
    this.#cancelTimer();
    this.#cancelTimer = this.#arm(ms);
  }

  close(): void {
    this.#isOpen = false;
    this.#cancelTimer();
  }

  #arm(ms: number): Cancel {
    return this.#parts.clock.after(ms, () => this.abort(deadlinePassed()));
  }

  #signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#why !== null) this.#controller.abort(this.#why);
    }
    return this.#controller.signal;
  }

  #onAbort(run: (why: unknown) => void): Cancel {
    if (this.#why !== null) {
      run(this.#why);
      return () => undefined;
    }
    const waiting = (this.#waiting ??= new Set());
    waiting.add(run);
    return () => void waiting.delete(run);
  }
}

/**
 * The context of an HTTP request. Headers that steer (request id, deadline, person, shared) are believed only from a `service` whose
 * token held. The signal aborts when the client goes before it has its answer; the context closes with the response.
 */
export function openRequestContext(
  parts: ContextParts,
  request: IncomingMessage,
  response: ServerResponse,
  facts: { readonly service: ServiceName | null; readonly deadlineMs: number; readonly trace: TraceContext | null },
): OpenContext {
  const trusted = (name: string): string | undefined => {
    const value = facts.service === null ? undefined : request.headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const id = requestIdParser(trusted(HEADERS.requestId));
  const open = openContext(parts, {
    requestId: id.ok ? id.value : null,
    deadlineMs: Math.min(facts.deadlineMs, parseDeadline(trusted(HEADERS.deadlineMs))),
    person: parsePersonId(trusted(HEADERS.person)),
    service: facts.service,
    isShared: trusted(HEADERS.shared) === 'true',
    languages: parseLanguages(request.headers['accept-language']),
    trace: facts.trace,
  });
  response.once('close', () => {
    if (!response.writableFinished) open.abort(clientGone());
    open.close();
  });
  return open;
}

function parseDeadline(header: string | undefined): number {
  return header !== undefined && /^[0-9]{1,9}$/.test(header) ? Number(header) : Number.POSITIVE_INFINITY;
}

/** Anybody may say what they read; it is passed on as a header, so it is one only where it is short and plain. */
function parseLanguages(header: string | undefined): string | null {
  return header !== undefined && /^[A-Za-z0-9*,;=. -]{1,200}$/.test(header) ? header : null;
}

/** The failure that a signal aborts with when time is up. */
export function deadlinePassed(): ServiceFailure {
  return new ServiceFailure('The answer took too long.', { kind: 'unavailable', code: 'service/deadline' });
}

/** The failure that a signal aborts with when nobody waits any more. */
export function clientGone(): ServiceFailure {
  return new ServiceFailure('The client closed the connection.', { kind: 'cancelled', code: 'service/client-gone' });
}
