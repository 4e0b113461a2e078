/** Hears what nobody catches until `stop`: the clients of the people run in this process, and one that breaks down says so by throwing. */
export class Uncaught {
  readonly #problems = new Set<string>();
  readonly #hear = (failure: unknown): void => {
    this.#problems.add(`S16: what runs in a page broke down: ${String(failure)}`);
  };

  constructor() {
    process.on('uncaughtException', this.#hear);
  }

  get problems(): readonly string[] {
    return [...this.#problems];
  }

  stop(): void {
    process.off('uncaughtException', this.#hear);
  }
}
