import type { Clock } from '@bough/base';
import type { Caller } from './caller.ts';
import { createPool } from './pool.ts';

export interface InstanceParts {
  readonly clock: Clock;
  readonly caller: Caller;
  readonly onChange: (isUp: boolean) => void;
}

const PROBE_TIMEOUT_MS = 1_000;
const PROBE_EVERY_MS = 250;

/**
 * One instance of a service, and whether it is up. It counts as up until a question for its readiness is not answered well; then
 * it is asked again and again, and is up with the first good answer. An instance that is up is asked nothing.
 */
export class Instance {
  readonly caller: Caller;
  readonly #parts: InstanceParts;
  readonly #pool: ReturnType<typeof createPool>;
  #isUp = true;
  #isStopped = false;
  #probing: Promise<boolean> | null = null;

  constructor(parts: InstanceParts, settings: { readonly url: string }) {
    this.#parts = parts;
    this.caller = parts.caller;
    // Of its own: a question must not wait behind calls that hang.
    this.#pool = createPool(settings.url, { connections: 1 });
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Asks whether it is ready; many who ask at once share one question. */
  async check(): Promise<boolean> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = null;
    });
    const isReady = await this.#probing;
    if (!isReady) this.markDown();
    return isReady;
  }

  /** It said itself, or showed, that it cannot serve. */
  markDown(): void {
    if (!this.#isUp || this.#isStopped) return;
    this.#isUp = false;
    this.#parts.onChange(false);
    this.#awaitReturn();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([this.#pool.destroy(), this.caller.stop?.()]);
  }

  #awaitReturn(): void {
    this.#parts.clock.after(PROBE_EVERY_MS, () => {
      if (this.#isStopped) return;
      void this.check().then((isReady) => {
        if (!isReady) this.#awaitReturn();
        else if (!this.#isUp) {
          this.#isUp = true;
          this.#parts.onChange(true);
        }
      });
    });
  }

  async #probe(): Promise<boolean> {
    const limit = new AbortController();
    const cancel = this.#parts.clock.after(PROBE_TIMEOUT_MS, () => limit.abort());
    try {
      const answer = await this.#pool.request({ path: '/ready', method: 'GET', signal: limit.signal });
      await answer.body.dump();
      return answer.statusCode === 200;
    } catch {
      return false;
    } finally {
      cancel();
    }
  }
}
