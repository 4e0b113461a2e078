import type { Cancel, Clock } from '@bough/base';
import { type Bucket, tryTake } from '../../limits/token-bucket.ts';
import type { NewEntry } from './entry.ts';

// What strangers can have written, refusals above all, must not fill a disk. Of what is alike within ten minutes the first is written, the
// others are counted and told in one entry; and all of it together has a budget, beyond which what is left is told in one entry, too.

const WINDOW_MS = 600_000;
const BUDGET = { burst: 300, perSecond: 120 / 3_600 };

interface Counted {
  readonly entry: NewEntry;
  count: number;
}

/** Writes entries that may come as a flood. */
export class Floods {
  readonly #clock: Clock;
  readonly #write: (entry: NewEntry) => Promise<void>;
  readonly #onTrouble: (error: unknown) => void;
  readonly #alike = new Map<string, Counted>();
  #budget: Bucket | null = null;
  #cancel: Cancel | null = null;

  constructor(components: {
    readonly clock: Clock;
    readonly write: (entry: NewEntry) => Promise<void>;
    readonly onTrouble: (error: unknown) => void;
  }) {
    this.#clock = components.clock;
    this.#write = components.write;
    this.#onTrouble = components.onTrouble;
  }

  /** Writes the entry, or counts it among those that are `alike`. */
  async add(entry: NewEntry, alike: string): Promise<void> {
    this.#cancel ??= this.#clock.after(WINDOW_MS, () => void this.flush().catch(this.#onTrouble));
    const known = this.#alike.get(alike);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const budget = tryTake(this.#budget, BUDGET, this.#clock.monotonic());
    if (budget === null) {
      const { what, via, outcome } = entry;
      const rest = { what, via, outcome, person: null, name: null, code: 'too-many', about: {}, network: null };
      const others = this.#alike.get(what) ?? { entry: { ...rest, browser: null, count: 1 }, count: 0 };
      others.count++;
      this.#alike.set(what, others);
      return;
    }
    this.#budget = budget;
    this.#alike.set(alike, { entry, count: 0 });
    await this.#write(entry);
  }

  /** Tells what was only counted. */
  async flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    const counted = [...this.#alike.values()].filter(({ count }) => count > 0);
    this.#alike.clear();
    for (const { entry, count } of counted) await this.#write({ ...entry, count });
  }
}
