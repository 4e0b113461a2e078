/** What several need at once is got once: whoever comes while one holds it gets the same, and with the last it is gone. */
export class Shared<T> {
  readonly #held = new Map<string, { readonly value: Promise<T>; holders: number }>();

  /** Does work with what bears that name, which `get` gets for the first. */
  async with<R>(name: string, get: () => Promise<T>, use: (value: T) => Promise<R>): Promise<R> {
    const held = this.#held.get(name) ?? { value: get(), holders: 0 };
    this.#held.set(name, held);
    held.holders++;
    try {
      return await use(await held.value);
    } finally {
      held.holders--;
      if (held.holders === 0 && this.#held.get(name) === held) this.#held.delete(name);
    }
  }
}
