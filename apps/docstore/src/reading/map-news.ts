import type { Cancel, Clock } from '@bough/base';
import type { KnownNumber, News, NewsQuery } from '@bough/contracts';
import type { Documents } from '../documents/documents.ts';

/** Of one map so many changes, and of all of them so many ops, go into one answer; who lacks more reads it. */
export const NEWS_LIMITS = { changesOfMap: 64, opsOfAll: 20_000 } as const;
/** What is not in memory is opened, and told as far as it is there by then; the next question finds the rest. */
const PATIENCE_MS = 300;
const OPENED_AT_ONCE = 16;
/** Each gateway asks at least every five seconds: one that was not here for so long is gone. */
const MET_MS = 8_000;
const MET_MOST = 1_000;
/** How long it counts that a gateway from before said that it hears nobody. */
const DEAF_MS = 5_000;

/** What a gateway said when it was last here. */
interface Met {
  readonly atMs: number;
  readonly isDeaf: boolean;
  /** null: a gateway from before, which does not say. */
  readonly heard: ReadonlySet<string> | null;
}

export interface MapNewsParts {
  readonly clock: Clock;
  readonly documents: Pick<Documents, 'isAtHand' | 'newsOf'>;
}

/** Answers gateways that ask for all their rooms at once, from memory wherever that is possible. */
export class MapNews {
  readonly #parts: MapNewsParts;
  /** The gateways that were here lately, the one that asked last at the end. */
  readonly #met = new Map<string, Met>();

  constructor(parts: MapNewsParts) {
    this.#parts = parts;
  }

  /** What is new. A map that is absent, damaged or slow holds up no other. */
  async answer({ asker, isDeaf, heard, known, mustBeFresh }: NewsQuery): Promise<News> {
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
    const atMs = this.#parts.clock.monotonic();
    return {
      othersAreDeaf: this.#meet(asker, { atMs, isDeaf, heard: heard === undefined ? null : new Set(heard) }),
      maps,
    };
  }

  async #within(work: Promise<unknown>): Promise<void> {
    let cancel: Cancel = () => undefined;
    const late = new Promise<void>((resolve) => {
      cancel = this.#parts.clock.after(PATIENCE_MS, resolve);
    });
    await Promise.race([work, late]);
    cancel();
  }

  /** Whether another one that was here lately and this one do not hear each other; notes what this one says. */
  #meet(name: string, own: Met): boolean {
    this.#met.delete(name);
    this.#met.set(name, own);
    for (const [each, { atMs }] of this.#met) {
      if (own.atMs - atMs <= MET_MS && this.#met.size <= MET_MOST) break;
      this.#met.delete(each);
    }
    return [...this.#met].some(([each, other]) => {
      if (each === name) return false;
      // Not by what the other is told here: two that each believed it of the other would never stop.
      if (own.heard !== null && other.heard !== null) return !own.heard.has(each) || !other.heard.has(name);
      return other.isDeaf && own.atMs - other.atMs <= DEAF_MS;
    });
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
