import type { Cancel, Clock } from '@bough/base';
import type { KnownNumber, News, NewsQuery } from '@bough/contracts';
import type { Documents } from '../documents/documents.ts';

/** Of one map so many changes, and of all of them so many ops, go into one answer; who lacks more reads it. */
export const NEWS_LIMITS = { changesOfMap: 64, opsOfAll: 20_000 } as const;
/** What is not in memory is opened, and told as far as it is there by then; the next question finds the rest. */
const PATIENCE_MS = 300;
const OPENED_AT_ONCE = 16;
/** How long a gateway that said that it hears nobody counts. */
const DEAF_MS = 5_000;
const DEAF_MOST = 1_000;

export interface MapNewsParts {
  readonly clock: Clock;
  readonly documents: Pick<Documents, 'isAtHand' | 'newsOf'>;
}

/** Answers gateways that ask for all their rooms at once, from memory wherever that is possible. */
export class MapNews {
  readonly #parts: MapNewsParts;
  /** When each was last here, the oldest first. */
  readonly #deaf = new Map<string, number>();

  constructor(parts: MapNewsParts) {
    this.#parts = parts;
  }

  /** What is new. A map that is absent, damaged or slow holds up no other. */
  async answer({ asker, isDeaf, known, mustBeFresh }: NewsQuery): Promise<News> {
    const maps: News['maps'][number][] = [];
    let opsLeft: number = NEWS_LIMITS.opsOfAll;
    let isOver = false;
    const look = async (each: KnownNumber): Promise<void> => {
      const found = await this.#parts.documents.newsOf(each, mustBeFresh).catch(() => null);
      if (found === null || isOver) return;
      const ops = found.changes.reduce((sum, change) => sum + change.ops.length, 0);
      const { seq, lineage, mirrored } = found;
      const fits = found.changes.length <= NEWS_LIMITS.changesOfMap && ops <= opsLeft;
      if (fits) opsLeft -= ops;
      maps.push({ map: each.map, seq, lineage, mirrored, changes: fits ? found.changes : [] });
    };
    const isAtHand = ({ map }: KnownNumber): boolean => !mustBeFresh && this.#parts.documents.isAtHand(map);
    const { atHand = [], elsewhere = [] } = Object.groupBy(known, (each) => (isAtHand(each) ? 'atHand' : 'elsewhere'));
    const work = Promise.all([...atHand.map(look), inTurns(elsewhere, OPENED_AT_ONCE, look)]);
    await this.#within(work);
    isOver = true;
    return { othersAreDeaf: this.#meet(asker, isDeaf), maps };
  }

  async #within(work: Promise<unknown>): Promise<void> {
    let cancel: Cancel = () => undefined;
    const late = new Promise<void>((resolve) => {
      cancel = this.#parts.clock.after(PATIENCE_MS, resolve);
    });
    await Promise.race([work, late]);
    cancel();
  }

  /** Whether others said lately that they hear nobody; notes what this one says. */
  #meet(asker: string, isDeaf: boolean): boolean {
    const nowMs = this.#parts.clock.monotonic();
    this.#deaf.delete(asker);
    if (isDeaf) this.#deaf.set(asker, nowMs);
    for (const [each, atMs] of this.#deaf) {
      if (nowMs - atMs <= DEAF_MS && this.#deaf.size <= DEAF_MOST) break;
      this.#deaf.delete(each);
    }
    return this.#deaf.size > (isDeaf ? 1 : 0);
  }
}

/** Does the work for each, so many at once. */
async function inTurns<T>(all: readonly T[], atOnce: number, work: (each: T) => Promise<void>): Promise<void> {
  const left = all.values();
  const worker = async (): Promise<void> => {
    for (const each of left) await work(each);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
