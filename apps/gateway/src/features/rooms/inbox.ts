import type { Clock, PeerId } from '@bough/base';
import { isSubmit } from '@bough/sync';
import type { Beat } from './beat.ts';
import { Company } from './company.ts';

/** More are not held, nor more bytes of them. */
const MOST = 256;
const MOST_UNITS = 1024 * 1024;

/**
 * Submits of one map, as they came. While several write, what is said until the next beat is read then, all of it in one go: that
 * costs a fraction of reading each between other things, and nothing of it would leave earlier.
 */
export class Inbox {
  readonly #beat: Beat;
  readonly #company: Company;
  #held: (() => void)[] = [];
  #units = 0;

  constructor(parts: { readonly clock: Clock; readonly beat: Beat }) {
    this.#beat = parts.beat;
    this.#company = new Company(parts.clock);
  }

  /** Has it read at once or, where it can wait, at a beat, after what the socket submitted before. */
  take(peer: PeerId, text: string, read: (text: string) => void): void {
    const canWait = isSubmit(text) && (this.#company.isFoundBy(peer) || this.#held.length > 0);
    if (!canWait) {
      read(text);
      return;
    }
    this.#held.push(() => read(text));
    this.#units += text.length;
    if (this.#held.length >= MOST || this.#units >= MOST_UNITS) this.readAll();
    else if (this.#held.length === 1) this.#beat.next(() => this.readAll(), this.#company.ofEvery);
  }

  /** Has everything that is held read now, as one moment. */
  readAll(): void {
    const held = this.#held;
    if (held.length === 0) return;
    this.#held = [];
    this.#units = 0;
    this.#beat.now(() => {
      for (const read of held) read();
    });
  }
}
