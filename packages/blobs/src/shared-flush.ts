/**
 * A flush that many wait for together: whoever asks while one is under way is answered by the one after that, with everybody else who
 * asked meanwhile.
 */
export class SharedFlush {
  readonly #flush: () => Promise<void>;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(flush: () => Promise<void>) {
    this.#flush = flush;
  }

  /** Whether nobody waits. */
  get isIdle(): boolean {
    return this.#running === null;
  }

  /** Resolves when everything that was there to be flushed when this was asked is safe. */
  ask(): Promise<void> {
    if (this.#running === null) return this.#begin();
    const again = (): Promise<void> => this.#begin();
    this.#next ??= this.#running.then(again, again);
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#next = null;
    const running = this.#flush();
    this.#running = running;
    const ended = (): void => {
      if (this.#running === running && this.#next === null) this.#running = null;
    };
    running.then(ended, ended);
    return running;
  }
}
