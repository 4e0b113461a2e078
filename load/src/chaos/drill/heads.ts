import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobStore } from '@bough/bloblog';
import { changed, comeAbout } from './come-about.ts';
import { rewriteHead, unkeptProblems } from './named.ts';

/** One map, its first place past every way, and what is done to the writes of its head. */
export interface HeadDrillParts {
  readonly log: string;
  readonly first: BlobStore;
  /** Changes the map once; answers the number under which that was acknowledged, throws where it was not. */
  readonly change: () => Promise<number>;
  /** Heads on their way to the first location are held back, or the next ones of them, until `release`. */
  readonly held: { readonly hold: (atMost?: number) => void; readonly release: () => void; readonly waiting: number };
  /** The docstore that has the map. Another one takes it over while this one is frozen. */
  readonly owner: { readonly freeze: () => void; readonly thaw: () => void };
}

export interface HeadDrillSettings {
  /** What has not happened after so long will not. */
  readonly patienceMs: number;
  /** A docstore does not wait for the answer to a write any longer than this. */
  readonly writeMs: number;
  /** A store has answered a request within this. */
  readonly answerMs: number;
}

/**
 * The moments in which the write of a head has no answer, a wrong one, or one that comes late. What is looked for holds at each of them:
 * what was acknowledged is in the head.
 */
export class HeadDrill {
  readonly problems: string[] = [];
  readonly #parts: HeadDrillParts;
  readonly #settings: HeadDrillSettings;

  constructor(parts: HeadDrillParts, settings: HeadDrillSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /** All of them, one after the other; throws where one did not come about. */
  async run(): Promise<void> {
    await this.#whileNoneIsWritten();
    await this.#afterAnother();
    await this.#whenItComesLate();
  }

  /** No head is written: nothing is acknowledged, also when a docstore has waited in vain. */
  async #whileNoneIsWritten(): Promise<void> {
    const { held } = this.#parts;
    await this.#changed();
    held.hold();
    const asked = this.#ask();
    try {
      await this.#until('a head is held back', () => held.waiting > 0);
      const seq = await Promise.race([asked, sleep(this.#settings.writeMs, null)]);
      await this.#look(seq, 'while no head could be written');
    } finally {
      held.release();
      await asked;
    }
  }

  /** Somebody else has written meanwhile: the write is refused, and the head there now is not its own. */
  async #afterAnother(): Promise<void> {
    const { held, first, log } = this.#parts;
    await this.#changed();
    held.hold(1);
    const asked = this.#ask();
    try {
      await this.#until('a head is held back', () => held.waiting > 0);
      if (!(await rewriteHead(first, log))) throw new Error('nobody else writes a head while one is held back');
    } finally {
      held.release();
    }
    await this.#look(await asked, 'when another write had come before');
  }

  /** Its docstore sleeps, another one has taken over and gone on: what was sent before that must not be written any more. */
  async #whenItComesLate(): Promise<void> {
    const { held, owner } = this.#parts;
    await this.#changed();
    held.hold(1);
    const asked = this.#ask();
    await this.#until('a head is held back', () => held.waiting > 0);
    owner.freeze();
    try {
      await this.#changed();
      const seq = await this.#changed();
      const wasHeld = held.waiting > 0;
      held.release();
      if (!wasHeld) throw new Error('a frozen docstore does not wait for its write');
      await sleep(this.#settings.answerMs);
      await this.#look(seq, 'by one docstore, and another one wrote late');
    } finally {
      held.release();
      owner.thaw();
      await asked;
    }
  }

  async #look(seq: number | null, when: string): Promise<void> {
    this.problems.push(...(await unkeptProblems(this.#parts, seq, when)));
  }

  /** Its number, or null where it was not acknowledged. */
  #ask(): Promise<number | null> {
    return this.#parts.change().catch(() => null);
  }

  /** Asks until it is acknowledged. */
  async #changed(): Promise<number> {
    return await changed(this.#parts.change, this.#settings.patienceMs);
  }

  async #until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    await comeAbout(what, this.#settings.patienceMs, holds);
  }
}
