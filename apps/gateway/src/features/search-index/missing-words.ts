import { type Cancel, type Clock, Failure, type MapId } from '@bough/base';
import type { Bus } from '../../bus/bus.ts';
import type { Metadata } from '../../metadata/metadata.ts';
import type { StaleMaps } from './stale-maps.ts';
import type { WordIndex } from './word-index.ts';

export interface MissingWordsParts {
  readonly metadata: Metadata;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly index: WordIndex;
  readonly stale: Pick<StaleMaps, 'has'>;
  readonly onTrouble: (error: unknown) => void;
}

const PAGE = 50;
/** Between two maps, so that a first start with many maps is not noticed. */
const BETWEEN_MS = 20;
const AGAIN_MS = 15 * 60_000;
const CLAIM_MS = 5 * 60_000;

/** Indexes maps of which there are no words yet, or old ones: new maps, those from before there was an index, what a crash left out. */
export class MissingWords {
  readonly #parts: MissingWordsParts;
  #cancel: Cancel = () => undefined;
  #isOver = false;

  constructor(parts: MissingWordsParts) {
    this.#parts = parts;
  }

  /** Looks now and then. */
  start(): void {
    const { clock, onTrouble } = this.#parts;
    void this.indexAll()
      .catch(onTrouble)
      .then(() => {
        if (!this.#isOver) this.#cancel = clock.after(AGAIN_MS, () => this.start());
      });
  }

  stop(): void {
    this.#isOver = true;
    this.#cancel();
  }

  /** Indexes every map that has no words; of several gateways one does. */
  async indexAll(): Promise<void> {
    const { metadata, bus } = this.#parts;
    if (!(await bus.tryClaim('index of missing words', CLAIM_MS))) return;
    // Those of another key, and of a Bough that sealed nothing.
    await metadata.setOthersBehind('');
    let after: MapId | null = null;
    while (!this.#isOver) {
      const maps: readonly MapId[] = await metadata.mapsWithoutWords(after, PAGE);
      for (const map of maps) await this.#index(map);
      after = maps.at(-1) ?? null;
      if (after === null) return;
    }
  }

  async #index(map: MapId): Promise<void> {
    // Somebody draws it: whoever has it indexes it, and its words would be behind again at once.
    if (this.#isOver || this.#parts.stale.has(map)) return;
    await this.#parts.index.index(map).catch((error: unknown) => {
      // A map that was made and never kept, or is gone: there is nothing to index.
      if (!(error instanceof Failure) || error.kind !== 'absent') this.#parts.onTrouble(error);
    });
    await new Promise<void>((resolve) => {
      this.#cancel = this.#parts.clock.after(BETWEEN_MS, resolve);
    });
  }
}
