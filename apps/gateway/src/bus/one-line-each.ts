import { type Clock, Failure } from '@bough/base';
import type { Log } from '@bough/service';

/** The same trouble is told again after so long, with how often it came meanwhile. */
const AGAIN_MS = 60_000;
const KINDS_MOST = 200;

/** Tells troubles to the log, each kind of them once a minute however often it comes: in a storm a log is read, too. */
export class OneLineEach {
  readonly #parts: { readonly clock: Clock; readonly log: Pick<Log, 'warn'> };
  readonly #told = new Map<string, { readonly atMs: number; times: number }>();

  constructor(parts: { readonly clock: Clock; readonly log: Pick<Log, 'warn'> }) {
    this.#parts = parts;
  }

  /** Tells it, or counts it. */
  tell(message: string, error: unknown): void {
    const { clock, log } = this.#parts;
    const nowMs = clock.monotonic();
    const kind = kindOf(error);
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
