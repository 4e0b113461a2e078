import type { Lineage } from '@bough/base';
import type { NumberedChange, Op } from '@bough/map';
import { Dice } from '@bough/map/testing';
import type { Saved, ServerFrame, StoreWrite } from '@bough/sync';
import { Artist } from '../bough/artist.ts';
import { personOf } from '../bough/record.ts';
import type { GivenPerson } from '../k6/given.ts';
import { CrookedLine } from './crooked-line.ts';
import { Kept } from './kept.ts';
import { isTooEarly, leftProblems, type Witness } from './oracles.ts';

/** A frame with changes, and when it came. */
export interface Heard {
  readonly atMs: number;
  readonly lineage: string;
  readonly changes: readonly NumberedChange[];
}

/** After so many changes the page goes away, so long after the last of them: it is on its way to the server, if it left at once. */
const [COMES_BACK_AFTER, GOES_AFTER_MS] = [24, 100];
/** What is said to a page in the place of which another one of the same person has come. */
const REPLACED = 'replaced';
/** No two pages draw items of the same ids. */
const NEXT_PAGE = 100_000;
/** Nor does what they draw follow from when they draw it. */
const WHEN = 50_000;
/** Nor what comes of their lines. */
const LINES = 70_000;

/**
 * Somebody who goes on drawing whatever happens, with the client of browsers, on a page that goes away now and then and comes back with what
 * its browser kept; all that they wrote and were told is known.
 */
export class Person {
  readonly id: string;
  readonly heard: Heard[] = [];
  /** The last form of every change that was ever written down, by its counter. */
  readonly put = new Map<number, readonly Op[]>();
  /** What their copy counts as in the map, by counter. */
  readonly acknowledged = new Map<number, { readonly lineage: string; readonly seq: number }>();
  /** Counters that were refused, with the author told. */
  readonly refused = new Set<number>();
  /** And those that no server had refused in so many words. */
  readonly inferred = new Set<number>();
  readonly given: GivenPerson;
  /** The names of the map's order, as it was last said. */
  lineages: readonly Lineage[] = [];
  readonly #kept = new Kept((writes) => writes.forEach((one) => this.#write(one)));
  readonly #open: (page: number, saved: Saved | null) => Artist;
  /** When they draw, and what the browser of a lost page had written. */
  readonly #dice: Dice;
  #artist: Artist;
  /** Up to which number the second location was ever said to have the map. */
  #mirrored = 0;
  /** And when it was said last. */
  #mirroredNow: number | null = null;
  readonly #wrong: string[] = [];
  #wasSentAway = false;
  #pages = 1;
  #drawn = 0;
  #timer: NodeJS.Timeout | null = null;
  #going: NodeJS.Timeout | null = null;

  private constructor(url: string, given: GivenPerson, id: string, seed: number) {
    this.id = id;
    this.given = given;
    this.#dice = new Dice(seed + WHEN);
    const nowMs = (): number => performance.now();
    const hear = (frame: ServerFrame): void => this.#hear(frame);
    const write = (writes: readonly StoreWrite[]): Promise<void> => this.#kept.write(writes);
    this.#open = (page, saved) => {
      const before = saved === null ? {} : { saved, client: this.#artist.client };
      const lines = new Dice(seed + page * NEXT_PAGE + LINES);
      const line = (): ((text: string) => readonly string[]) => {
        const crooked = new CrookedLine(lines);
        return (text) => crooked.carry(text);
      };
      const facts = { person: id, seed: seed + page * NEXT_PAGE, nowMs, hear, write, line, ...before };
      return new Artist(url, given, facts);
    };
    this.#artist = this.#open(0, null);
  }

  static async come(url: string, given: GivenPerson, seed: number): Promise<Person> {
    return new Person(url, given, await personOf(url, given), seed);
  }

  /** The page that is open. */
  get artist(): Artist {
    return this.#artist;
  }
  /** Somebody said that there is no such map for them, to this page or one before. */
  get isSentAway(): boolean {
    return this.#wasSentAway || this.#artist.isRefused;
  }
  /** Everything is with the server, and written down here. */
  get isDone(): boolean {
    return this.#artist.isDone && this.#kept.isQuiet;
  }
  /** It was said that both locations have all that is here. */
  get isTold(): boolean {
    return this.#mirroredNow !== null && this.#mirroredNow >= this.artist.seq;
  }
  /** What the browser keeps that it should not keep, a moment after they were told that both locations have everything. */
  get left(): readonly string[] {
    return leftProblems(this.id, this.#kept.saved, this.lineages, this.isTold ? this.#mirroredNow : null);
  }
  /** What was wrong on the way. */
  get problems(): readonly string[] {
    return [...this.#wrong, ...this.#kept.problems];
  }

  /** What they did and were told. */
  get witness(): Witness & { readonly inferred: ReadonlySet<number> } {
    const { id, put, acknowledged, refused, inferred, heard } = this;
    const { client, hash } = this.artist;
    return { id, client, put, acknowledged, refused, inferred, heard, hash };
  }

  /** Draws about so often until `rest`; `comesBack`: on one page after the other. */
  draw(everyMs: number, comesBack = false): void {
    const again = (): void => {
      const isLast = comesBack && ++this.#drawn % COMES_BACK_AFTER === 0;
      if (isLast) {
        this.#kept.isLate = true;
        this.#going = setTimeout(() => {
          this.goAway();
          this.comeBack();
        }, GOES_AFTER_MS);
      }
      this.artist.draw();
      this.#timer = setTimeout(again, everyMs * (0.5 + this.#dice.random.fraction()));
    };
    this.#timer = setTimeout(again, everyMs * this.#dice.random.fraction());
  }

  rest(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#going !== null) clearTimeout(this.#going);
    this.#kept.isLate = false;
    [this.#timer, this.#going] = [null, null];
  }

  /** The page is gone, in the middle of what it did. */
  goAway(): void {
    this.#wasSentAway = this.isSentAway;
    this.#artist.stop();
    this.#kept.lose(this.#dice.chance(0.5));
  }

  /** Another page is opened, with what the browser has. */
  comeBack(): void {
    this.#artist = this.#open(this.#pages++, this.#kept.saved);
  }

  #hear(frame: ServerFrame): void {
    if (frame.kind === 'welcome') this.lineages = frame.lineages;
    if (frame.kind === 'welcome' || frame.kind === 'pong') {
      this.#mirroredNow = frame.mirrored;
      this.#mirrored = Math.max(this.#mirrored, frame.mirrored ?? 0);
    }
    // A page that lost its line hears nothing more on it: whoever hears this was sent away by somebody else under their client id.
    if (frame.kind === 'bye' && frame.detail === REPLACED) this.#wrong.push(`S22: ${this.id} was sent away by another`);
    if (frame.kind === 'refused') this.refused.add(frame.counter);
    if (frame.kind === 'changes') {
      this.heard.push({ atMs: performance.now(), lineage: this.lineages.at(-1)?.id ?? '', changes: frame.changes });
    }
  }

  #write(write: StoreWrite): void {
    if (write.kind === 'pending') this.put.set(write.pending.counter, write.pending.ops);
    if (write.kind === 'refused') {
      const { counter, reason, detail } = write.refused;
      this.refused.add(counter);
      if (reason === 'unknown' && detail === '') this.inferred.add(counter);
    }
    if (write.kind === 'acknowledged') {
      const { counter, lineage, seq } = write.change;
      this.acknowledged.set(counter, { lineage, seq });
    }
    if (write.kind === 'released') {
      const change = this.acknowledged.get(write.counter);
      if (change !== undefined && isTooEarly(change, this.lineages, this.#mirrored))
        this.#wrong.push(`S18: ${this.id}/${write.counter} is forgotten before the second location has it`);
    }
  }
}
