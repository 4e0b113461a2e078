/**
 * Work that many ask for at once. Whoever asks while it runs is answered by the run after it, which begins later than the
 * question: so an answer is never older than its question, and any number of questions cost at most two runs.
 */
export class NextTurn<T> {
  readonly #run: () => Promise<T>;
  #running: Promise<T> | null = null;
  #next: Promise<T> | null = null;

  constructor(run: () => Promise<T>) {
    this.#run = run;
  }

  ask(): Promise<T> {
    if (this.#running === null) return this.#begin();
    this.#next ??= this.#running.then(
      () => this.#begin(),
      () => this.#begin(),
    );
    return this.#next;
  }

  #begin(): Promise<T> {
    this.#next = null;
    const running = this.#run().finally(() => {
      if (this.#running === running) this.#running = null;
    });
    this.#running = running;
    return running;
  }
}
