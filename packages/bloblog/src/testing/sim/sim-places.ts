import type { Random } from '@bough/base';
import type { VirtualClock } from '@bough/base/testing';
import type { BlobStore } from '../../store/blob-store.ts';
import { sealedStore, type SealingKeys } from '../../store/sealed-store.ts';
import { FaultyStore, NO_FAULTS, someFaults } from '../faulty-store.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { toyCiphers } from '../toy-ports.ts';

/** One location: what is there, the way to it, its key, and who it is. */
export interface Place {
  readonly raw: MemoryStore;
  readonly way: FaultyStore;
  readonly keys: SealingKeys;
  /** Its identity, as heads keep it. */
  readonly location: string;
}

interface PlacesParts {
  readonly clock: VirtualClock;
  readonly random: Random;
  /** For what came to be later: a seed's other events stay as they were. */
  readonly apart: Random;
}

/** Both locations of a simulation, and what becomes of them when one is lost or is brought back from a backup. */
export class Places {
  first: Place;
  second: Place;
  readonly #parts: PlacesParts;
  readonly #lost: FaultyStore[] = [];
  #backups: MemoryStore['objects'][] = [];
  #made = 2;

  constructor(parts: PlacesParts) {
    const { clock, random, apart } = parts;
    this.#parts = parts;
    const raws = [new MemoryStore(clock), new MemoryStore(clock)] as const;
    const ways = raws.map((inner) => new FaultyStore({ inner, clock, random, apart }, someFaults(random, apart)));
    const [one, two] = ways;
    if (one === undefined || two === undefined) throw new Error('two ways');
    this.first = { raw: raws[0], way: one, keys: [{ id: 'first', bytes: random.bytes(32) }], location: 'first' };
    this.second = { raw: raws[1], way: two, keys: [{ id: 'second', bytes: random.bytes(32) }], location: 'second' };
  }

  /** All ways that there are and were. */
  get ways(): readonly FaultyStore[] {
    return [this.first.way, this.second.way, ...this.#lost];
  }

  sealed(store: BlobStore, { keys }: Place, random: Random): BlobStore {
    return sealedStore(store, keys, { ciphers: toyCiphers, random });
  }

  /** The faults end. */
  mend(): void {
    for (const way of this.ways) {
      way.faults = { ...NO_FAULTS, slowestMs: 20 };
      way.isDown = false;
    }
  }

  /** Copies the first location as it stands, for a restore. */
  backUp(): void {
    this.#backups.push(new Map(this.first.raw.objects));
  }

  /** The first location is lost; the second takes its place, and an empty one that of the second. */
  failOver(): void {
    this.#lost.push(this.first.way);
    this.first = this.second;
    this.second = this.#newPlace(new MemoryStore(this.#parts.clock));
    this.#backups = [];
    this.backUp();
  }

  /** The first location is brought back from the backup at `fraction` of them, in its place; the second is made anew. */
  restore(fraction: number): void {
    const backup = this.#backups[Math.floor(fraction * this.#backups.length)];
    if (backup === undefined) throw new Error('there is a backup from the beginning on');
    const raw = this.first.raw.restoredTo(backup);
    this.#lost.push(this.first.way, this.second.way);
    this.first = { ...this.#newPlace(raw), keys: this.first.keys };
    this.second = this.#newPlace(new MemoryStore(this.#parts.clock));
  }

  #newPlace(inner: MemoryStore): Place {
    const { clock, apart } = this.#parts;
    const location = `place ${++this.#made}`;
    const way = new FaultyStore({ inner, clock, random: apart, apart }, someFaults(apart, apart));
    return { raw: inner, way, keys: [{ id: location.replace(' ', '-'), bytes: apart.bytes(32) }], location };
  }
}
