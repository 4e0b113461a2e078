import { type Clock, Failure } from '@bough/base';
import type { Log } from './logger.ts';

/** The same trouble is told again after so long, with how often it came meanwhile. */
const AGAIN_MS = 60_000;
const KINDS_MOST = 200;

/** Warns of troubles, of each kind once a minute however often it comes: in a storm a log is read, too. */
export class OneLineEach {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #told = new Map<string, { readonly atMs: number; times: number }>();

  constructor(parts: { readonly clock: Pick<Clock, 'monotonic'> }) {
    this.#clock = parts.clock;
  }

  /** Tells it, or counts it. */
  warn(log: Pick<Log, 'warn'>, message: string, error: unknown): void {
    const nowMs = this.#clock.monotonic();
    const kind = `${message} ${kindOf(error)}`;
    const known = this.#told.get(kind);
    if (known !== undefined && nowMs - known.atMs < AGAIN_MS) {
      known.times++;
      return;
    }
    this.#told.delete(kind);
    this.#told.set(kind, { atMs: nowMs, times: 0 });
    for (const oldest of this.#told.keys()) {
      if (this.#told.size <= KINDS_MOST) break;
      this.#told.delete(oldest);
    }
    log.warn(message, known === undefined || known.times === 0 ? { error } : { error, timesBefore: known.times });
  }
}

function kindOf(error: unknown): string {
  if (error instanceof Failure) return error.code;
  return error instanceof Error ? `${error.name} ${error.message.slice(0, 100)}` : String(error).slice(0, 100);
}
