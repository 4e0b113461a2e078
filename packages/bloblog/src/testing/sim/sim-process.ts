import type { Cancel, Clock } from '@bough/base';
import type { BlobStore } from '../../store/blob-store.ts';

/**
 * What stands between a process and the world. Frozen, it gets no answer and no timer until it thaws, then all of them;
 * killed, never again. What it had sent still arrives.
 */
export class SimProcess {
  #isDead = false;
  #held: (() => void)[] | null = null;

  get isDead(): boolean {
    return this.#isDead;
  }
  get isFrozen(): boolean {
    return this.#held !== null;
  }

  freeze(): void {
    this.#held ??= [];
  }

  thaw(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const run of held) run();
  }

  kill(): void {
    this.#isDead = true;
    this.#held = null;
  }

  /** Runs when the process can: at once, when it thaws, or never. */
  deliver(run: () => void): void {
    if (this.#isDead) return;
    if (this.#held === null) run();
    else this.#held.push(run);
  }

  /** The clock as the process has it. */
  clock(inner: Clock): Clock {
    return {
      now: () => inner.now(),
      monotonic: () => inner.monotonic(),
      after: (delayMs, run): Cancel => {
        let isCancelled = false;
        inner.after(delayMs, () => this.deliver(() => void (isCancelled || run())));
        return () => {
          isCancelled = true;
        };
      },
    };
  }

  /** The store as the process has it. */
  store(inner: BlobStore): BlobStore {
    return {
      get: (...args) => this.#answer(inner.get(...args)),
      getIfChanged: (...args) => this.#answer(inner.getIfChanged(...args)),
      createIfAbsent: (...args) => this.#answer(inner.createIfAbsent(...args)),
      replaceIf: (...args) => this.#answer(inner.replaceIf(...args)),
      put: (...args) => this.#answer(inner.put(...args)),
      list: (...args) => this.#answer(inner.list(...args)),
      remove: (...args) => this.#answer(inner.remove(...args)),
    };
  }

  #answer<T>(coming: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      coming.then(
        (value) => this.deliver(() => resolve(value)),
        (failure: unknown) =>
          this.deliver(() => reject(failure instanceof Error ? failure : new Error(String(failure)))),
      );
    });
  }
}
