import {
  bringHome,
  type Head,
  hasMore,
  type LogPorts,
  type BlobStore,
  type Mirror,
  readHead,
  reconcileLog,
} from '@bough/bloblog';
import type { Log } from '@bough/service';
import { isPurged } from '../backup/place/purged-marks.ts';

export interface LostChangesParts {
  readonly ports: LogPorts;
  readonly first: BlobStore;
  readonly second: BlobStore;
  readonly mirror: Mirror;
  /** Whether the second location can be asked. */
  readonly isOpen: () => boolean;
  readonly log: Log;
}

export interface LostChangesSettings {
  /** How long opening a document waits for the second location; null: until it has answered. */
  readonly patienceMs: number | null;
}

/** After one who waited in vain, nobody waits for so long. */
const REST_MS = 30_000;

/**
 * Sees when a document is opened whether the second location has more of it than the first. In no way can it come to have that but one: the
 * first has lost it. Where the second goes on from what the first has, it is brought back before anybody reads or writes, so that nothing is lost and
 * no number is given twice. What went apart is left alone, and told by the mirror. Each process looks once at each document, and in `async` waits
 * for an answer for a moment only.
 */
export class LostChanges {
  readonly #parts: LostChangesParts;
  readonly #settings: LostChangesSettings;
  #restsUntilMs = -Infinity;

  constructor(parts: LostChangesParts, settings: LostChangesSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /** Brings back what the first location has lost of the document; answers whether it has another head by now. */
  async look(map: string, head: Head | null): Promise<boolean> {
    const { mirror, isOpen, ports } = this.#parts;
    const { patienceMs } = this.#settings;
    if (mirror.reached(map) > 0) return false;
    if (patienceMs === null) return await this.#bringBack(map, head);
    if (!isOpen() || mirror.isAway || ports.clock.monotonic() < this.#restsUntilMs) return false;
    const { promise: enough, resolve } = Promise.withResolvers<false>();
    const cancel = ports.clock.after(patienceMs, () => {
      this.#restsUntilMs = ports.clock.monotonic() + REST_MS;
      resolve(false);
    });
    const bringing = this.#bringBack(map, head).catch((error: unknown) => {
      this.#parts.log.warn('a document could not be compared with the second location', { map, error });
      return false;
    });
    const answer = await Promise.race([bringing, enough]);
    cancel();
    return answer;
  }

  async #bringBack(map: string, head: Head | null): Promise<boolean> {
    const { ports, first, second, mirror, log } = this.#parts;
    const there = await readHead({ ports, store: second }, map);
    if (there === null) return false;
    if (head === null) {
      if (await isPurged(first, map)) return false;
      const { lost } = await reconcileLog({ ports, first, second }, map);
      log.error('the first location had lost a document, which the second has: it is there again', { map, lost });
      return true;
    }
    if (head.writeId === there.head.writeId) mirror.sawSame(map, there);
    if (!hasMore(there.head, head)) return false;
    const brought = await bringHome({ ports, first, second }, map);
    if (brought === null) return false;
    const { from, to } = brought;
    log.error('the first location had lost changes, which the second has: they are there again', { map, from, to });
    return true;
  }
}
