/**
 * Work that many ask for at once: who asks while it runs is answered by the run after it, with everybody else who asked meanwhile. So an
 * answer is never older than its question, runs never overlap, and any number of questions cost at most two.
 */
export class Coalesced<T> {
  readonly #run: () => Promise<T>;
  #running: Promise<T> | null = null;
  #next: Promise<T> | null = null;

  constructor(run: () => Promise<T>) {
    this.#run = run;
  }

  /** Whether nobody waits. */
  get isIdle(): boolean {
    return this.#running === null;
  }

  /** What a run answers that begins now or later. */
  ask(): Promise<T> {
    if (this.#running === null) return this.#begin();
    const again = (): Promise<T> => this.#begin();
    this.#next ??= this.#running.then(again, again);
    return this.#next;
  }

  #begin(): Promise<T> {
    this.#next = null;
    const running = this.#run();
    this.#running = running;
    const ended = (): void => {
      if (this.#running === running && this.#next === null) this.#running = null;
    };
    running.then(ended, ended);
    return running;
  }
}
