import { type Backoff, backoffMs, type Clock, type Random } from '@bough/base';
import { type BlobStore, copyApart, DEFAULT_BACKOFF } from '@bough/bloblog';

export interface SecondCopiesParts {
  readonly ports: { readonly clock: Clock; readonly random: Random };
  readonly first: BlobStore;
  /** The second location, where there is one. */
  readonly second: BlobStore | null;
  /** Told once when something has not reached the second location; it is tried again. */
  readonly onTrouble: (failure: unknown) => void;
}
export interface SecondCopiesSettings {
  /** Whether nothing is acknowledged before both locations have it. */
  readonly isSync: boolean;
}

const PATIENT: Backoff = { ...DEFAULT_BACKOFF, longestMs: 60_000 };

/**
 * What stands beside the logs (images, names) on its way to the second location: in `sync` whoever brings it waits, else it goes
 * in the background, one after another for each log, and is tried again until it is there. What a process could not bring before
 * it ended is brought by the next one that brings something of the same log: nothing is asked of the stores for idle logs.
 */
export class SecondCopies {
  readonly #parts: SecondCopiesParts;
  readonly #settings: SecondCopiesSettings;
  readonly #running = new Map<string, Promise<void>>();
  /** Logs whose earlier objects are known to be there. */
  readonly #whole = new Set<string>();
  readonly #closing = Promise.withResolvers<void>();
  #isClosing = false;

  constructor(parts: SecondCopiesParts, settings: SecondCopiesSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /**
   * Does it to the second location; resolves when the caller may go on. `work` may be done more than once. What is added is in the first
   * location already: after a failure it is read there again, so that images do not fill the memory while the second is away.
   */
  async bring(log: string, how: 'add' | 'remove', work: (second: BlobStore) => Promise<unknown>): Promise<void> {
    const { second } = this.#parts;
    if (second === null) return;
    if (this.#settings.isSync) {
      await work(second);
      return;
    }
    const before = this.#running.get(log) ?? Promise.resolve();
    const running = before
      .then(() => this.#insist(log, second, how, work))
      .finally(() => {
        if (this.#running.get(log) === running) this.#running.delete(log);
      });
    this.#running.set(log, running);
  }

  /** Resolves when nothing is under way any more; what failed last is not tried again. */
  async drain(): Promise<void> {
    this.#isClosing = true;
    this.#closing.resolve();
    await Promise.all(this.#running.values());
  }

  async #insist(
    log: string,
    second: BlobStore,
    how: 'add' | 'remove',
    work: (second: BlobStore) => Promise<unknown>,
  ): Promise<void> {
    const { clock, random } = this.#parts.ports;
    let left: typeof work | null = work;
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#makeWhole(log, second);
        await left?.(second);
        return;
      } catch (failure) {
        if (how === 'add') {
          left = null;
          this.#whole.delete(log);
        }
        if (attempt === 0) this.#parts.onTrouble(failure);
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const cancel = clock.after(backoffMs(PATIENT, attempt, random), resolve);
      await Promise.race([promise, this.#closing.promise]);
      cancel();
      if (this.#isClosing) return;
    }
  }

  /** Brings what an earlier process could not, once for each log that something is brought of. */
  async #makeWhole(log: string, second: BlobStore): Promise<void> {
    if (this.#whole.has(log)) return;
    await copyApart(this.#parts.first, second, log);
    this.#whole.add(log);
    const [oldest] = this.#whole;
    if (this.#whole.size > MOST_WHOLE && oldest !== undefined) this.#whole.delete(oldest);
  }
}

const MOST_WHOLE = 10_000;
