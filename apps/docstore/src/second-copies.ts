import type { BlobStore } from '@bough/bloblog';

export interface SecondCopiesParts {
  /** The second location, where there is one. */
  readonly second: BlobStore | null;
  /** Told when something has not reached the second location: `reconcile` will bring it there. */
  readonly onTrouble: (failure: unknown) => void;
}
export interface SecondCopiesSettings {
  /** Whether nothing is acknowledged before both locations have it. */
  readonly isSync: boolean;
}

/**
 * What stands beside the logs (images, names) on its way to the second location: in `sync` whoever brings it waits, else it goes
 * in the background, one after another for each key.
 */
export class SecondCopies {
  readonly #parts: SecondCopiesParts;
  readonly #settings: SecondCopiesSettings;
  readonly #running = new Map<string, Promise<void>>();

  constructor(parts: SecondCopiesParts, settings: SecondCopiesSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /** Does it to the second location; resolves when the caller may go on. */
  async bring(key: string, work: (second: BlobStore) => Promise<unknown>): Promise<void> {
    const { second, onTrouble } = this.#parts;
    if (second === null) return;
    if (this.#settings.isSync) {
      await work(second);
      return;
    }
    const before = this.#running.get(key) ?? Promise.resolve();
    const running = before
      .then(() => work(second))
      .then(() => undefined, onTrouble)
      .finally(() => {
        if (this.#running.get(key) === running) this.#running.delete(key);
      });
    this.#running.set(key, running);
  }

  /** Resolves when nothing is on its way any more. */
  async drain(): Promise<void> {
    await Promise.all(this.#running.values());
  }
}
