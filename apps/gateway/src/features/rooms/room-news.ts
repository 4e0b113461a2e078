import type { Cancel, Clock } from '@bough/base';
import { docstoreRoutes, type KnownNumber, type MapNews, NEWS_MAPS, type NewsQuery } from '@bough/contracts';
import { type ContextFacts, type Fleet, type OpenContext, inContext } from '@bough/service';
import type { Bus } from '../../bus/bus.ts';
import type { Lookout } from '../../bus/lookout.ts';

// What the bus did not tell, docstore knows: for all rooms of this gateway it is asked in one call, at most once a second, and answers
// from memory. While messages are lost that is how rooms hear of the changes of other gateways.

const NEWS = {
  /** From one question to the next. */
  leastMs: 1_000,
  answerMs: 2_000,
  /** While messages are lost: how often several docstores are asked to compare what they have in memory with storage. */
  freshMs: 10_000,
} as const;

export interface RoomNewsParts {
  readonly clock: Clock;
  readonly bus: Pick<Bus, 'name' | 'heard'>;
  readonly docstore: Pick<Fleet, 'split'>;
  readonly lookout: Pick<Lookout, 'isDeaf' | 'othersAreDeaf'>;
  readonly openContext: (facts: ContextFacts) => OpenContext;
  /** The maps that have a room here, each with what it knows. */
  readonly known: () => Iterable<KnownNumber>;
  readonly onNews: (news: MapNews) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** Asks docstore what is new. */
export class RoomNews {
  readonly #parts: RoomNewsParts;
  #askedMs = -Infinity;
  #freshMs = -Infinity;
  #isAsking = false;
  #isPlanned = false;
  #isClosed = false;
  #cancel: Cancel = () => undefined;

  constructor(parts: RoomNewsParts) {
    this.#parts = parts;
  }

  /** Asks as soon as it may; resolves at once. */
  look(): void {
    if (this.#isPlanned || this.#isClosed) return;
    this.#isPlanned = true;
    const { clock } = this.#parts;
    const inMs = this.#isAsking ? NEWS.leastMs : Math.max(0, this.#askedMs + NEWS.leastMs - clock.monotonic());
    this.#cancel = clock.after(inMs, () => {
      this.#isPlanned = false;
      if (this.#isAsking) this.look();
      else void this.#ask();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel();
  }

  async #ask(): Promise<void> {
    const { bus, clock, docstore, lookout } = this.#parts;
    const { isDeaf } = lookout;
    this.#isAsking = true;
    this.#askedMs = clock.monotonic();
    const mustBeFresh = isDeaf && this.#askedMs - this.#freshMs >= NEWS.freshMs;
    if (mustBeFresh) this.#freshMs = this.#askedMs;
    const asked: Promise<void>[] = [];
    for (const { caller, maps } of docstore.split([...this.#parts.known()])) {
      // Also without a map: each docstore is told whom this gateway hears, and says whether there are others.
      for (let from = 0; from === 0 || from < maps.length; from += NEWS_MAPS) {
        const known = maps.slice(from, from + NEWS_MAPS);
        asked.push(this.#askOne(caller, { asker: bus.name, isDeaf, heard: bus.heard(), mustBeFresh, known }));
      }
    }
    await Promise.all(asked);
    this.#isAsking = false;
  }

  async #askOne(caller: ReturnType<Fleet['split']>[number]['caller'], body: NewsQuery): Promise<void> {
    const { openContext, lookout, onNews, onTrouble } = this.#parts;
    try {
      const news = await inContext(openContext, { deadlineMs: NEWS.answerMs }, (context) =>
        caller.call(docstoreRoutes.readNews, { params: {}, body }, context),
      );
      if (news.othersAreDeaf) lookout.othersAreDeaf();
      for (const one of news.maps) onNews(one);
    } catch (error) {
      onTrouble(error);
    }
  }
}
