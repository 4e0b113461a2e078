import type { Cancel, Clock, Random } from '@bough/base';
import type { Log } from '../log/logger.ts';
import { below, type TraceContext } from './trace-context.ts';

/** Most spans that wait to be sent; what comes beyond is dropped. */
const MOST = 2_048;
/** So many are sent at once, */
const BATCH = 256;
/** or what has gathered in this time. */
const GATHER_MS = 1_000;

/** Work that is under way. */
export interface Span {
  readonly context: TraceContext;
  /** Ends it, once; what it was is known by then. `name` is a route's, never an address. */
  end(outcome: SpanOutcome): void;
}
export interface SpanOutcome {
  readonly name: string;
  readonly isFailed: boolean;
  /** Numbers and words of Bough, never of people. */
  readonly facts: Readonly<Record<string, string | number>>;
}
export type SpanKind = 'server' | 'client';

/** A span that has ended. */
export interface EndedSpan extends SpanOutcome {
  readonly context: TraceContext;
  readonly parent: TraceContext | null;
  readonly kind: SpanKind;
  readonly startedAt: number;
  readonly tookMs: number;
}

export interface TracerParts {
  readonly clock: Clock;
  readonly random: Pick<Random, 'bytes' | 'fraction'>;
  readonly log: Log;
  /** Takes them where they are kept; throws where that is not possible. */
  readonly send: (spans: readonly EndedSpan[]) => Promise<void>;
}

/** Notes what a service does for whom, and sends it in batches. Nothing waits for it: what cannot be sent is dropped. */
export class Tracer {
  readonly #parts: TracerParts;
  readonly #percent: number;
  #waiting: EndedSpan[] = [];
  #sending: Promise<void> | null = null;
  #cancel: Cancel | null = null;
  #isTroubled = false;

  constructor(parts: TracerParts, settings: { readonly percent: number }) {
    this.#parts = parts;
    this.#percent = settings.percent;
  }

  /** Begins one below `parent`, or, below null, a trace. */
  begin(kind: SpanKind, parent: TraceContext | null): Span {
    const { clock, random } = this.#parts;
    const context = below(parent, random, this.#percent);
    const [startedAt, startedMs] = [clock.now(), clock.monotonic()];
    let isEnded = false;
    return {
      context,
      end: (outcome) => {
        if (isEnded || !context.isRecorded) return;
        isEnded = true;
        this.#note({ ...outcome, context, parent, kind, startedAt, tookMs: clock.monotonic() - startedMs });
      },
    };
  }

  /** Sends what is left. */
  async stop(): Promise<void> {
    this.#cancel?.();
    await this.#sending;
    await this.#send();
  }

  #note(span: EndedSpan): void {
    if (this.#waiting.length >= MOST) return;
    this.#waiting.push(span);
    if (this.#waiting.length >= BATCH) void this.#send();
    else this.#cancel ??= this.#parts.clock.after(GATHER_MS, () => void this.#send());
  }

  /** One batch is under way at a time. */
  async #send(): Promise<void> {
    if (this.#sending !== null) return;
    this.#cancel?.();
    this.#cancel = null;
    const batch = this.#waiting.splice(0, BATCH);
    if (batch.length === 0) return;
    this.#sending = this.#attempt(batch);
    await this.#sending;
    this.#sending = null;
    if (this.#waiting.length > 0) await this.#send();
  }

  async #attempt(batch: readonly EndedSpan[]): Promise<void> {
    try {
      await this.#parts.send(batch);
      if (this.#isTroubled) this.#parts.log.info('traces are taken again');
      this.#isTroubled = false;
    } catch (error) {
      if (!this.#isTroubled) this.#parts.log.warn('traces are not taken, and dropped', { error });
      this.#isTroubled = true;
    }
  }
}
