import type { Clock } from '@bough/base';
import { type MadeFile, piecesOfKept } from './kept-file.ts';

// Docstore keeps files on the disk on which it keeps what people write, and a change is safe only when the disk says so: behind megabytes that
// came at once it waits for a tenth of a second. So one file is kept at a time, piece by piece, and most of the time nothing is.

/** Between two pieces, at least; and so many times as long as the piece took. */
const REST_MS = 20;
const REST_TIMES = 4;

export interface KeepingParts {
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Told of a file that could not be kept. */
  readonly onTrouble: (error: unknown) => void;
}
/** How a file's pieces are kept. */
export type KeepPiece = (piece: number, body: Uint8Array) => Promise<unknown>;

interface Kept {
  readonly file: MadeFile;
  readonly keep: KeepPiece;
}

/** Files on their way to docstore. */
export class Keeping {
  readonly #parts: KeepingParts;
  readonly #mostBytes: number;
  readonly #files = new Map<string, Kept>();
  #work: Promise<void> = Promise.resolve();
  #isHurried = false;
  #wake = (): void => undefined;

  constructor(parts: KeepingParts, settings: { readonly mostBytes: number }) {
    this.#parts = parts;
    this.#mostBytes = settings.mostBytes;
  }

  /** A file that is on its way. */
  get(key: string): MadeFile | null {
    return this.#files.get(key)?.file ?? null;
  }

  /** Beside the answer: a file that cannot be kept was made all the same, and so was one for which too many wait. */
  add(key: string, file: MadeFile, keep: KeepPiece): void {
    const waiting = [...this.#files.values()].reduce((sum, one) => sum + one.file.bytes.length, 0);
    if (this.#files.has(key) || waiting + file.bytes.length > this.#mostBytes) return;
    const one = { file, keep };
    this.#files.set(key, one);
    this.#work = this.#work
      .then(() => this.#keep(one))
      .catch((error: unknown) => this.#parts.onTrouble(error))
      .finally(() => this.#files.delete(key));
  }

  /** Resolves when all is kept, which nobody rests for any more. */
  async drain(): Promise<void> {
    this.#isHurried = true;
    this.#wake();
    await this.#work;
    this.#isHurried = false;
  }

  /** One after the other, the first piece last: with it the file is there. */
  async #keep({ file, keep }: Kept): Promise<void> {
    const { clock } = this.#parts;
    for (const [piece, body] of [...piecesOfKept(file).entries()].toReversed()) {
      const fromMs = clock.monotonic();
      await keep(piece, body);
      await this.#rest(Math.max(REST_MS, REST_TIMES * (clock.monotonic() - fromMs)));
    }
  }

  #rest(ms: number): Promise<void> {
    if (this.#isHurried) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#parts.clock.after(ms, resolve);
    this.#wake = () => {
      cancel();
      resolve();
    };
    return promise;
  }
}
