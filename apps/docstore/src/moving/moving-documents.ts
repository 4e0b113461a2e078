import { type Clock, Failure, utf8Encode } from '@bough/base';
import { type BlobEntry, entriesBelow, HEADS, LOGS } from '@bough/bloblog';
import type { Moving, MovingEnd, MustBeOurs } from '@bough/service';
import { DocstoreFailure } from '../failure.ts';
import { inParallel } from '../in-parallel.ts';
import { LOCATION_KEY } from '../locations/location-identity.ts';
import type { Location } from '../locations/locations.ts';
import { MOVE_KEY, moveMarkIn, setMoveMark } from '../locations/move-key.ts';
import { type Pair, pairsBelow } from './two-listings.ts';

// Every object of a location, moved to another one: opened with the keys of the old place, sealed with those of the new one, and read back there at once.
// What stands below `logs/` never changes. So it can be copied while people write; the object `move-ahead` says, by the clock of the new place, up to
// when all that stood there had been read back, and what is older is not copied again.

const AHEAD_KEY = 'move-ahead';
const SAMPLES = 'move-sample/';
const SAMPLED = 32;
/** What belongs to a place and not to documents: who it is, which keys sealed it and how often, what proved it, and this move. */
const OWN = [LOCATION_KEY, MOVE_KEY, AHEAD_KEY, SAMPLES, 'keys/', 'key-uses/', 'self-check/'];

/** A location, with its name for people, and what is free there, where that is known. */
export interface NamedLocation {
  readonly name: string;
  readonly location: Pick<Location, 'store' | 'raw'>;
  readonly freeBytes?: () => Promise<number>;
}

/** The move of everything from one location to another. */
export function movingDocuments(
  clock: Pick<Clock, 'now' | 'monotonic'>,
  from: NamedLocation,
  to: NamedLocation,
): Moving {
  const work = new DocumentsMove(clock, from, to);
  return {
    what: 'Documents',
    from: endOf(from),
    to: { ...endOf(to), isEmpty: () => work.isEmpty() },
    plan: () => work.plan(),
    copy: (mustBeOurs) => work.copy(mustBeOurs),
    verify: () => work.verify(),
    ahead: (mustBeOurs) => work.ahead(mustBeOurs),
  };
}

function endOf({ name, location: { raw } }: NamedLocation): MovingEnd {
  return {
    name,
    mark: () => moveMarkIn(raw),
    setMark: async (mark) => {
      await setMoveMark(raw, mark);
      if (mark.state === 'whole') await raw.remove(AHEAD_KEY);
    },
  };
}

class DocumentsMove {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #from: NamedLocation;
  readonly #to: NamedLocation;
  /** What may be written again, as it was when it was copied. */
  readonly #etags = new Map<string, string>();
  #copied = { objects: 0, bytes: 0 };

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>, from: NamedLocation, to: NamedLocation) {
    this.#clock = clock;
    this.#from = from;
    this.#to = to;
  }

  async isEmpty(): Promise<boolean> {
    for await (const { there } of this.#pairs()) if (there !== null) return false;
    return true;
  }

  async plan(): Promise<readonly string[]> {
    const fromMs = this.#clock.monotonic();
    const aheadAt = await this.#aheadAt();
    const sample = new Sample();
    let [documents, objects, bytes, left, leftBytes] = [0, 0, 0, 0, 0];
    for await (const pair of this.#pairs()) {
      if (pair.here === null) continue;
      if (pair.key.startsWith(HEADS)) documents++;
      [objects, bytes] = [objects + 1, bytes + pair.here.size];
      if (isThere(pair, aheadAt)) continue;
      [left, leftBytes] = [left + 1, leftBytes + pair.here.size];
      sample.offer(pair.here);
    }
    const listedMs = this.#clock.monotonic() - fromMs;
    const free = await this.#to.freeBytes?.();
    if (free !== undefined && free < leftBytes)
      throw new Error(
        `${this.#to.name} has too little room: ${leftBytes} bytes are to be copied, and ${free} are free. Nothing was done.`,
      );
    const triedMs = await this.#try(sample.entries);
    const share = Math.max(left / Math.max(1, sample.entries.length), leftBytes / Math.max(1, sample.bytes));
    const seconds = Math.ceil((2 * listedMs + triedMs * share) / 1_000);
    const ahead = left < objects ? `, of which ${objects - left} are there already` : '';
    return [
      `${documents} documents, ${objects} objects, ${bytes} bytes${ahead}. About ${seconds} s of pause, as a sample of ${sample.entries.length} objects took.`,
    ];
  }

  async ahead(mustBeOurs: MustBeOurs): Promise<string> {
    const aheadAt = await this.#aheadAt();
    let there = 0;
    await inParallel(this.#pairs(LOGS), async (pair) => {
      if (pair.here === null) return;
      await mustBeOurs();
      if (isThere(pair, aheadAt)) there++;
      // It may have been collected since.
      else await this.#copy(pair.key);
    });
    await this.#to.location.raw.put(AHEAD_KEY, utf8Encode(String(this.#clock.now())));
    const { objects, bytes } = this.#copied;
    return `${objects} objects (${bytes} bytes) are copied and read back, ${there} were there. What is left is copied in the pause: stop Bough, and run this with --yes.`;
  }

  async copy(mustBeOurs: MustBeOurs): Promise<void> {
    const { raw } = this.#to.location;
    for await (const { key } of entriesBelow(raw, SAMPLES)) await raw.remove(key);
    const aheadAt = await this.#aheadAt();
    await inParallel(this.#pairs(), async (pair) => {
      await mustBeOurs();
      if (pair.here === null) await raw.remove(pair.key);
      else if (!isThere(pair, aheadAt) && !(await this.#copy(pair.key))) throw changed(this.#from, pair.key);
    });
  }

  async verify(): Promise<string> {
    let [documents, objects] = [0, 0];
    await inParallel(this.#pairs(), async ({ key, here, there }) => {
      if (here === null || there === null) throw changed(this.#from, key);
      objects++;
      if (key.startsWith(HEADS)) documents++;
      if (key.startsWith(LOGS)) return;
      const etag = this.#etags.get(key);
      const isAsCopied = etag !== undefined && (await this.#from.location.raw.getIfChanged(key, etag)) === 'unchanged';
      if (!isAsCopied) throw changed(this.#from, key);
    });
    const { objects: copied, bytes } = this.#copied;
    const before = copied < objects ? `, and ${objects - copied} before that` : '';
    return `${documents} documents, ${objects} objects: ${copied} (${bytes} bytes) were copied in the pause and read back the same${before}`;
  }

  /** Copies an object and reads it back; false: it is not there any more. */
  async #copy(key: string): Promise<boolean> {
    const blob = await this.#read(key);
    if (blob === null) return false;
    const { store } = this.#to.location;
    await store.put(key, blob.bytes);
    const back = await store.get(key);
    if (back === null || !Buffer.from(back.bytes).equals(blob.bytes))
      throw new DocstoreFailure(`${key} is not what was written in ${this.#to.name}.`, {
        kind: 'corrupt',
        code: 'docstore/damaged',
      });
    if (!key.startsWith(LOGS)) this.#etags.set(key, blob.etag);
    this.#copied = { objects: this.#copied.objects + 1, bytes: this.#copied.bytes + blob.bytes.length };
    return true;
  }

  async #read(key: string): ReturnType<Location['store']['get']> {
    try {
      return await this.#from.location.store.get(key);
    } catch (cause) {
      if (!(cause instanceof Failure) || cause.kind !== 'corrupt') throw cause;
      throw new DocstoreFailure(`${key} cannot be read in ${this.#from.name}.`, {
        kind: 'corrupt',
        code: 'docstore/damaged',
        hint: 'Nothing is moved before everything is whole: start Bough as before, run verify, and what it advises.',
        cause,
      });
    }
  }

  /** What copying these takes, in milliseconds; nothing of it stays. */
  async #try(entries: readonly BlobEntry[]): Promise<number> {
    const { store } = this.#to.location;
    const sampled = entries.map(({ key }, at) => ({ key, to: `${SAMPLES}${at}` }));
    const fromMs = this.#clock.monotonic();
    await inParallel(each(sampled), async ({ key, to }) => {
      const blob = await this.#read(key);
      if (blob === null) return;
      await store.put(to, blob.bytes);
      await store.get(to);
    });
    const tookMs = this.#clock.monotonic() - fromMs;
    await inParallel(each(sampled), ({ to }) => store.remove(to));
    return tookMs;
  }

  /** Before when all that stood in the new place had been read back, by its own clock. */
  async #aheadAt(): Promise<number> {
    const { entries } = await this.#to.location.raw.list(AHEAD_KEY, { limit: 1 });
    return entries.find(({ key }) => key === AHEAD_KEY)?.modifiedAt ?? Number.NEGATIVE_INFINITY;
  }

  async *#pairs(prefix = ''): AsyncGenerator<Pair> {
    for await (const pair of pairsBelow(this.#from.location.raw, this.#to.location.raw, prefix)) {
      if (!OWN.some((own) => pair.key === own || (own.endsWith('/') && pair.key.startsWith(own)))) yield pair;
    }
  }
}

function isThere({ key, there }: Pair, aheadAt: number): boolean {
  return key.startsWith(LOGS) && there !== null && there.modifiedAt < aheadAt;
}

/** Some of many, evenly. */
class Sample {
  #kept: BlobEntry[] = [];
  #stride = 1;
  #seen = 0;

  offer(entry: BlobEntry): void {
    if (this.#seen++ % this.#stride !== 0) return;
    this.#kept.push(entry);
    if (this.#kept.length <= SAMPLED) return;
    this.#kept = this.#kept.filter((_, at) => at % 2 === 0);
    this.#stride *= 2;
  }

  get entries(): readonly BlobEntry[] {
    return this.#kept;
  }

  get bytes(): number {
    return this.#kept.reduce((sum, { size }) => sum + size, 0);
  }
}

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}

function changed({ name }: NamedLocation, key: string): DocstoreFailure {
  return new DocstoreFailure(`${key} was written while it was copied: somebody still works on ${name}.`, {
    kind: 'conflict',
    code: 'docstore/elsewhere',
    hint: 'Stop every docstore that uses it, and run this again. It is still the place to start with.',
  });
}
