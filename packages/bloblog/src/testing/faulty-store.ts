import { type Clock, pause, type Random } from '@bough/base';
import type { BlobEntry, BlobStore, PutOutcome } from '../store/blob-store.ts';
import { LogFailure } from '../failure.ts';

/** How often each thing goes wrong, 0..1 each; all 0 is a store that only takes its time. */
export interface Faults {
  /** It fails before anything happened. */
  readonly before: number;
  /** It happens, and the answer is lost. */
  readonly lostAnswer: number;
  /** A conditional write is answered as unsure, and lands later on its own. */
  readonly zombie: number;
  /** A read answers what was there before the last write. */
  readonly stale: number;
  /** A listing lacks some of what is there, and has some of what is gone. */
  readonly torn: number;
  readonly slowestMs: number;
}

/** Nothing goes wrong. */
export const NO_FAULTS: Faults = { before: 0, lostAnswer: 0, zombie: 0, stale: 0, torn: 0, slowestMs: 5 };

/** Some of them, each now and then. `apart` decides about listings, so that everything else is as it is without them. */
export function someFaults(random: Random, apart: Random): Faults {
  const rate = (most: number, dice = random): number => (dice.fraction() < 0.5 ? dice.fraction() * most : 0);
  return {
    before: rate(0.2),
    lostAnswer: rate(0.2),
    zombie: rate(0.1),
    stale: rate(0.1),
    torn: rate(0.5, apart),
    slowestMs: 1 + Math.floor(random.fraction() * 120),
  };
}

/** What went wrong, counted: a simulation asserts that it was not vacuous. */
export interface FaultCounts {
  before: number;
  lostAnswer: number;
  zombie: number;
  stale: number;
  torn: number;
}

/** What a faulty store stands on. */
export interface FaultyParts {
  readonly inner: BlobStore;
  readonly clock: Clock;
  readonly random: Random;
  /** Decides about listings; absent: `random` does. */
  readonly apart?: Random;
}

/** A store in front of a store: slow, failing, lying about what happened, never about what is there but for stale reads. */
export class FaultyStore implements BlobStore {
  faults: Faults;
  /** Nothing gets through while it is true. */
  isDown = false;
  /** Requests that have been made. */
  calls = 0;
  /** Conditional writes whose condition did not hold. */
  refused = 0;
  readonly counts: FaultCounts = { before: 0, lostAnswer: 0, zombie: 0, stale: 0, torn: 0 };
  readonly #inner: BlobStore;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #apart: Random;
  readonly #before = new Map<string, Awaited<ReturnType<BlobStore['get']>>>();
  readonly #listed = new Map<string, readonly BlobEntry[]>();

  constructor(parts: FaultyParts, faults: Faults) {
    this.#inner = parts.inner;
    this.#clock = parts.clock;
    this.#random = parts.random;
    this.#apart = parts.apart ?? parts.random;
    this.faults = faults;
  }

  async get(key: string, options?: Parameters<BlobStore['get']>[1]): ReturnType<BlobStore['get']> {
    return this.#read(async () => {
      if (this.#before.has(key) && this.#happens('stale')) return this.#before.get(key) ?? null;
      return this.#inner.get(key, options);
    });
  }

  async getIfChanged(key: string, etag: string): ReturnType<BlobStore['getIfChanged']> {
    return this.#read(() => this.#inner.getIfChanged(key, etag));
  }

  async createIfAbsent(key: string, bytes: Uint8Array): Promise<PutOutcome> {
    return this.#write(key, () => this.#inner.createIfAbsent(key, bytes));
  }

  async replaceIf(key: string, etag: string, bytes: Uint8Array): Promise<PutOutcome> {
    return this.#write(key, () => this.#inner.replaceIf(key, etag, bytes));
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    return this.#read(async () => {
      await this.#inner.put(key, bytes);
      if (this.#happens('lostAnswer')) throw noAnswer();
    });
  }

  async list(prefix: string, options?: Parameters<BlobStore['list']>[1]): ReturnType<BlobStore['list']> {
    return this.#read(async () => {
      const page = await this.#inner.list(prefix, options);
      const earlier = this.#listed.get(prefix) ?? [];
      this.#listed.set(prefix, page.entries);
      if (!this.#happens('torn', this.#apart)) return page;
      const told = new Map<string, BlobEntry>();
      for (const each of [...earlier, ...page.entries]) {
        const isOnPage = each.key > (options?.after ?? '') && (page.next === null || each.key <= page.next);
        if (isOnPage && this.#apart.fraction() < 0.7) told.set(each.key, each);
      }
      return { ...page, entries: [...told.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1)) };
    });
  }

  async remove(key: string): Promise<void> {
    await this.#read(() => this.#inner.remove(key));
  }

  async #read<T>(call: () => Promise<T>): Promise<T> {
    this.calls++;
    await this.#slow();
    if (this.isDown || this.#happens('before')) throw noAnswer();
    const answer = await call();
    await this.#slow();
    return answer;
  }

  async #write(key: string, call: () => Promise<PutOutcome>): Promise<PutOutcome> {
    this.calls++;
    await this.#slow();
    if (this.isDown || this.#happens('before')) return { kind: 'unsure', cause: noAnswer() };
    if (this.#happens('zombie')) {
      this.#clock.after(this.#random.fraction() * 20 * this.faults.slowestMs, () => {
        void this.#keepBefore(key).then(call);
      });
      return { kind: 'unsure', cause: noAnswer() };
    }
    await this.#keepBefore(key);
    const outcome = await call();
    if (outcome.kind === 'refused') this.refused++;
    await this.#slow();
    return this.#happens('lostAnswer') ? { kind: 'unsure', cause: noAnswer() } : outcome;
  }

  async #keepBefore(key: string): Promise<void> {
    if (this.faults.stale > 0) this.#before.set(key, await this.#inner.get(key));
  }

  #slow(): Promise<void> {
    return pause(this.#clock, this.#random.fraction() * this.faults.slowestMs);
  }

  #happens(fault: keyof FaultCounts, random = this.#random): boolean {
    if (random.fraction() >= this.faults[fault]) return false;
    this.counts[fault]++;
    return true;
  }
}

function noAnswer(): LogFailure {
  return new LogFailure('no answer', { kind: 'unavailable', code: 'bloblog/unavailable' });
}
