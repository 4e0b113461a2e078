import type { Lineage } from '@bough/base';
import type { NumberedChange, Op } from '@bough/map';
import type { ServerFrame, StoreWrite } from '@bough/sync';
import { Artist } from '../bough/artist.ts';
import { personOf } from '../bough/record.ts';
import type { GivenPerson } from '../k6/given.ts';

/** A frame with changes, and when it came. */
export interface Heard {
  readonly atMs: number;
  readonly lineage: string;
  readonly changes: readonly NumberedChange[];
}

/** Somebody who goes on drawing whatever happens, with the client of browsers; all that they wrote and were told is kept. */
export class Person {
  readonly id: string;
  readonly artist: Artist;
  readonly heard: Heard[] = [];
  /** The last form of every change that was ever written down, by its counter. */
  readonly put = new Map<number, readonly Op[]>();
  /** What their copy counts as in the map, by counter. */
  readonly acknowledged = new Map<number, { readonly lineage: string; readonly seq: number }>();
  /** Counters that were refused, with the author told. */
  readonly refused = new Set<number>();
  readonly given: GivenPerson;
  /** The names of the map's order, as it was last said. */
  lineages: readonly Lineage[] = [];
  #timer: NodeJS.Timeout | null = null;

  private constructor(url: string, given: GivenPerson, id: string, seed: number) {
    this.id = id;
    this.given = given;
    const nowMs = (): number => performance.now();
    const hear = (frame: ServerFrame): void => this.#hear(frame);
    const write = (writes: readonly StoreWrite[]): void => writes.forEach((one) => this.#write(one));
    this.artist = new Artist(url, given, { person: id, seed, nowMs, hear, write });
  }

  static async come(url: string, given: GivenPerson, seed: number): Promise<Person> {
    return new Person(url, given, await personOf(url, given), seed);
  }

  /** Draws about so often until `rest`. */
  draw(everyMs: number): void {
    const again = (): void => {
      this.artist.draw();
      this.#timer = setTimeout(again, everyMs * (0.5 + Math.random()));
    };
    this.#timer = setTimeout(again, everyMs * Math.random());
  }

  rest(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #hear(frame: ServerFrame): void {
    if (frame.kind === 'welcome') this.lineages = frame.lineages;
    if (frame.kind === 'refused') this.refused.add(frame.counter);
    if (frame.kind === 'changes') {
      this.heard.push({ atMs: performance.now(), lineage: this.lineages.at(-1)?.id ?? '', changes: frame.changes });
    }
  }

  #write(write: StoreWrite): void {
    if (write.kind === 'pending') this.put.set(write.pending.counter, write.pending.ops);
    if (write.kind === 'refused') this.refused.add(write.refused.counter);
    if (write.kind === 'acknowledged') {
      const { counter, lineage, seq } = write.change;
      this.acknowledged.set(counter, { lineage, seq });
    }
  }
}
