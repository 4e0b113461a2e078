import { DocstoreFailure } from '../failure.ts';

/** Lets one in at a time, in order; refuses at once when more than `mostWaiting` wait: decoding takes memory. */
export class Turns {
  readonly #mostWaiting: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(settings: { readonly mostWaiting: number }) {
    this.#mostWaiting = settings.mostWaiting;
  }

  /** Does the work when its turn has come. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting > this.#mostWaiting) {
      throw new DocstoreFailure('Too many images are being uploaded.', { kind: 'unavailable', code: 'docstore/busy' });
    }
    this.#waiting++;
    const mine = this.#last.then(work).finally(() => this.#waiting--);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
