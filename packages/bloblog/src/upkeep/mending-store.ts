import type { Clock } from '@bough/base';
import { type LogFailure, tryDamage } from '../failure.ts';
import { readHead } from '../log/read-log.ts';
import { isLasting, isNamedByHead, logOf } from '../objects/keys.ts';
import { objectsOf } from '../objects/objects-of.ts';
import type { LogPorts } from '../ports.ts';
import type { Blob, BlobStore } from '../store/blob-store.ts';
import { isSame } from './repair-log.ts';

// An object that is damaged or missing here is read from another store that has the same objects. Only what never changes: heads differ
// in each place. Three things must not come of it:
//
// - What a newer head has replaced is missing for a good reason: the other store is asked only for what the newest head still names.
//   Files of the application have no head that names them, and may have been removed: missing ones are not looked for.
// - Nothing comes back that was removed meanwhile: a damaged object is replaced under the ETag of the damage, and only then.
// - Nobody waits long for a store that does not answer: after one reader who waited in vain, it is left alone for a while.

/** What was read from elsewhere since it is not whole here. */
export interface ReadElsewhere {
  readonly key: string;
  /** It is whole here again. A missing object is left to repairing. */
  readonly isMended: boolean;
  /** What kept it from being put back; null: nothing failed. */
  readonly trouble: unknown;
}

export interface MendingParts {
  readonly ports: Pick<LogPorts, 'clock' | 'compression' | 'digest'>;
  readonly store: BlobStore;
  readonly other: BlobStore;
  readonly onReadElsewhere: (read: ReadElsewhere) => void;
}

export interface MendingSettings {
  /** How long a reader waits for the other store, and then for the object to be put back. */
  readonly patienceMs: number;
  /** How long the other store is left alone when it did not answer in that time. */
  readonly restMs: number;
}

/** Together less than the ten seconds that a caller of docstore waits. */
export const DEFAULT_MENDING: MendingSettings = { patienceMs: 4_000, restMs: 30_000 };

/**
 * The store, whose damaged and missing objects are read from the other one; damaged ones are put back. If the other store does not help,
 * the answer is that of the store itself. What is whole costs no more requests than without.
 */
export function mendingStore(parts: MendingParts, settings: MendingSettings): BlobStore {
  const { store } = parts;
  const elsewhere = new Elsewhere(parts, settings);
  return {
    ...store,
    async get(key, options) {
      let damage: LogFailure | null = null;
      try {
        const blob = await store.get(key, options);
        if (blob !== null || !isNamedByHead(key)) return blob;
      } catch (failure) {
        damage = isLasting(key) ? tryDamage(failure) : null;
        if (damage === null) throw failure;
      }
      const found = await elsewhere.read(key, damage);
      if (found === null && damage !== null) throw damage;
      if (found === null) return null;
      // A copy: others may have the same bytes, and a slice of Node's buffers is none.
      const { from, to } = options?.range ?? {};
      return { ...found, bytes: new Uint8Array(found.bytes.subarray(from, to)) };
    },
  };
}

/** The other store, as readers may use it. */
class Elsewhere {
  readonly #parts: MendingParts;
  readonly #settings: MendingSettings;
  readonly #reading = new Map<string, Promise<Blob | null>>();
  #restsUntilMs = -Infinity;

  constructor(parts: MendingParts, settings: MendingSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /** What the other store has under the key, or null. Any number of readers cost one request. `damage`: null when it is missing here. */
  read(key: string, damage: LogFailure | null): Promise<Blob | null> {
    const underWay = this.#reading.get(key);
    if (underWay !== undefined) return underWay;
    const reading = this.#readNow(key, damage).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #readNow(key: string, damage: LogFailure | null): Promise<Blob | null> {
    const { ports, store, other, onReadElsewhere } = this.#parts;
    if (ports.clock.monotonic() < this.#restsUntilMs) return null;
    if (damage === null && !(await isNamed(ports, store, key))) return null;
    const { patienceMs, restMs } = this.#settings;
    // Whatever is wrong with the other store, the reader is told what is wrong with this one.
    const asking = other.get(key).catch(() => null);
    const blob = await inTime(ports.clock, patienceMs, asking, () => {
      this.#restsUntilMs = ports.clock.monotonic() + restMs;
    });
    if (blob === null) return null;
    const mending = (damage === null ? LEFT : putBack(store, key, damage, blob.bytes)).then((outcome) =>
      onReadElsewhere({ key, ...outcome }),
    );
    await inTime(ports.clock, patienceMs, mending, () => undefined);
    return blob;
  }
}

type Outcome = Omit<ReadElsewhere, 'key'>;

const LEFT: Promise<Outcome> = Promise.resolve({ isMended: false, trouble: null });

/** Whether the newest head names the object. With a head that cannot be read nobody knows: the reader, who needs it too, is told why. */
async function isNamed(ports: MendingParts['ports'], store: BlobStore, key: string): Promise<boolean> {
  const found = await readHead({ ports, store }, logOf(key)).catch(() => null);
  return found !== null && objectsOf(found.head).includes(key);
}

/** Puts the bytes in the place of the damage and of nothing else: it may have been removed, or mended by another process. */
async function putBack(store: BlobStore, key: string, { etag }: LogFailure, bytes: Uint8Array): Promise<Outcome> {
  try {
    if (etag !== null) await store.replaceIf(key, etag, bytes);
    const there = await store.get(key);
    return { isMended: there !== null && isSame(there.bytes, bytes), trouble: null };
  } catch (trouble) {
    return { isMended: false, trouble };
  }
}

/** What the work comes to, or null when it takes longer. */
async function inTime<T>(clock: Clock, ms: number, work: Promise<T>, onLate: () => void): Promise<T | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const cancel = clock.after(ms, () => {
    onLate();
    resolve(null);
  });
  const answer = await Promise.race([work, late]);
  cancel();
  return answer;
}
