import { setTimeout as sleep } from 'node:timers/promises';
import { type BlobStore, type Head, objectsOf } from '@bough/bloblog';
import { comeAbout } from './come-about.ts';
import { missingObjects, mustHead, rewriteHead, unnamedObjects } from './named.ts';

/** One map, both of its places past every way, and what is done to the ways. */
export interface SealDrillParts {
  readonly log: string;
  readonly first: BlobStore;
  readonly second: BlobStore;
  /** Adds an item with so long a text to the map; resolves when that was acknowledged. */
  readonly add: (length: number) => Promise<void>;
  /** Segments on their way to the first location are held back, until `release`. */
  readonly held: { readonly hold: () => void; readonly release: () => void; readonly waiting: number };
  /** The way to the second location is cut, and mended again. */
  readonly cutSecond: () => Promise<void>;
  readonly mendSecond: () => Promise<void>;
  /** Both stores answer slowly, the second one more so, and as usual again. */
  readonly slow: () => Promise<void>;
  readonly asUsual: () => Promise<void>;
}

export interface SealDrillSettings {
  /** A tail as long as that is sealed. */
  readonly tailBytes: number;
  /** What has not happened after so long will not. */
  readonly patienceMs: number;
  /** A store has answered a request within this. */
  readonly answerMs: number;
}

const SHORT = 20;
/** After so many short ones, a long one again. */
const AGAIN_EVERY = 25;
/** Seals while the second location is slow: one of two at least grows a segment. */
const SLOW_SEALS = 3;
const LOOK_MS = 40;

/**
 * The moments of a log in which a lie about the order of its writes shows, which are too short for chance to meet them. What is looked for
 * holds at every moment, whatever was done: what a head names is there.
 */
export class SealDrill {
  readonly #parts: SealDrillParts;
  readonly #settings: SealDrillSettings;
  readonly #found = new Set<string>();

  constructor(parts: SealDrillParts, settings: SealDrillSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /** What was wrong. */
  get problems(): readonly string[] {
    return [...this.#found];
  }

  /** All of them, one after the other; throws where one did not come about. */
  async run(): Promise<void> {
    await this.#sealed();
    await this.#whileSegmentIsHeld();
    await this.#whileSecondIsAway();
    await this.#whileSecondIsSlow();
  }

  /** Leaves objects that were sealed, and that the next head will name: what is collected now is theirs, and that head must not be written. */
  async leaveUnnamed(): Promise<void> {
    await this.#sealed();
    await this.#sealUnnamed();
    await this.#caughtUp();
  }

  /** S10: no head counts before the segment that it names is there. */
  async #whileSegmentIsHeld(): Promise<void> {
    const { first, held, add } = this.#parts;
    held.hold();
    try {
      await this.#addLong();
      await this.#until('a segment is sealed', () => held.waiting > 0);
      await add(SHORT);
      await this.#look('first', first, 'first', first);
    } finally {
      held.release();
    }
    await this.#sealed();
  }

  /**
   * S8: what a head replaces goes when that head counts, and not when its write was lost: somebody else has written, and the second location
   * has to be brought something, at that moment.
   */
  async #whileSecondIsAway(): Promise<void> {
    const { first, log, held, add, cutSecond, mendSecond } = this.#parts;
    await this.#growing();
    await this.#caughtUp();
    await cutSecond();
    try {
      await this.#sealUnnamed();
      await this.#until('the head is written anew', () => rewriteHead(first, log));
      held.hold();
      // What is sealed instead is held back, so that the old segment is needed.
      await add(SHORT);
      await add(SHORT);
      await mendSecond();
      await this.#caughtUp();
      await this.#lookFor(this.#settings.answerMs, () => this.#look('first', first, 'first', first));
    } finally {
      held.release();
      await mendSecond();
    }
    await this.#sealed();
  }

  /** S8, S9: what the second location's head names is there, and stays in the first as well, while the second is behind. */
  async #whileSecondIsSlow(): Promise<void> {
    const { first, second, slow, asUsual } = this.#parts;
    await this.#caughtUp();
    await slow();
    let isOver = false;
    const looking = this.#lookWhile(
      () => !isOver,
      async () => {
        await this.#look('second', second, 'second', second);
        await this.#look('second', second, 'first', first);
      },
    );
    const looked = looking.catch(() => undefined);
    try {
      for (let seals = 0; seals < SLOW_SEALS; seals++) {
        await this.#addLong();
        await this.#sealed();
      }
      await this.#caughtUp();
    } finally {
      isOver = true;
      await looked;
      await asUsual();
    }
    await looking;
  }

  /** Something is sealed, and its writer knows that it is there: the next head will name it. */
  async #sealUnnamed(): Promise<void> {
    const { first, log } = this.#parts;
    const before = new Set(await unnamedObjects(first, log));
    await this.#addLong();
    await this.#until('a segment is there', async () =>
      (await unnamedObjects(first, log)).some((key) => !before.has(key) && key.includes('/segments/')),
    );
    await sleep(this.#settings.answerMs);
  }

  /** Goes on until a head names what was sealed. */
  async #sealed(): Promise<void> {
    let count = 0;
    await this.#until('the tail is sealed', async () => {
      // After a seal that failed, only a tail that has grown on is sealed.
      if (++count % AGAIN_EVERY === 0) await this.#addLong();
      await this.#parts.add(SHORT);
      return (await this.#head()).tail.reduce((sum, line) => sum + line.length + 1, 0) < this.#settings.tailBytes;
    });
  }

  /** Goes on until the last segment is one that the next seal makes longer, and replaces. */
  async #growing(): Promise<void> {
    await this.#until('a segment is to grow', async () => {
      const { segments, keyframes } = await this.#head();
      if ((segments.at(-1)?.from ?? 0) > (keyframes.at(-1)?.seq ?? 0)) return true;
      await this.#addLong();
      await this.#sealed();
      return false;
    });
  }

  /** The second location has what the first has. */
  async #caughtUp(): Promise<void> {
    const { second, log } = this.#parts;
    await this.#until('the second location has caught up', async () => {
      const there = await mustHead(second, log).catch(() => null);
      return there !== null && standsAt(there.head) === standsAt(await this.#head());
    });
  }

  async #addLong(): Promise<void> {
    await this.#parts.add(this.#settings.tailBytes + SHORT);
  }

  async #head(): Promise<Head> {
    return (await mustHead(this.#parts.first, this.#parts.log)).head;
  }

  async #look(whose: string, heads: BlobStore, where: string, kept: BlobStore): Promise<void> {
    for (const key of await missingObjects(heads, kept, this.#parts.log))
      this.#found.add(`S8, S10: the head of the ${whose} location names ${key}, which is not in the ${where}`);
  }

  async #lookFor(ms: number, look: () => Promise<void>): Promise<void> {
    const fromMs = performance.now();
    await this.#lookWhile(() => performance.now() - fromMs < ms, look);
  }

  async #lookWhile(holds: () => boolean, look: () => Promise<void>): Promise<void> {
    do {
      await look();
      await sleep(LOOK_MS);
    } while (holds());
  }

  async #until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    await comeAbout(what, this.#settings.patienceMs, holds);
  }
}

/** The same for two heads that have the same changes in the same objects. */
function standsAt(head: Head): string {
  return [head.seq, head.edition, ...objectsOf(head)].join(' ');
}
