/** What is fetched when it is wanted first. Without a network the map is seen without it. */
export class Late<T> {
  readonly #load: () => Promise<T>;
  #isAsked = false;
  /** null: it has not come. */
  here: T | null = null;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Has it come, once; `onCome` is called then. */
  ask(onCome: () => void): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#load().then(
      (come) => {
        this.here = come;
        onCome();
      },
      () => undefined,
    );
  }
}
