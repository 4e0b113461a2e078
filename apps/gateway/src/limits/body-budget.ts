import type { Cancel, Clock } from '@bough/base';
import { TooMany } from './rate-limits.ts';

// A body is in memory from its first byte until its request is answered. How many bytes that may be is counted as they come, for the
// person, or for all who are nobody yet in a network; for the network; and for this process, where small bodies have a share of their
// own, so that large ones never stand in their way. What is declared and does not come takes nothing from anybody. Who would go beyond
// waits, unread, in the network. A large body is counted whole once more of it came than a small one has: so that some are read to their
// end, where many would all stand still in the middle.

const MIB = 1024 * 1024;
const SMALL = 64 * 1024;
const PERSON_MOST = 24 * MIB;
/** For all of a network who have no session: no route of theirs takes a large body. */
const NOBODY_MOST = 4 * MIB;
/** Of small bodies a quarter of what the process may have: one network keeps nobody elsewhere from posting. */
const NETWORK_MOST = { small: 16 * MIB, large: 64 * MIB } as const;
const PROCESS_MOST = { small: 64 * MIB, large: 128 * MIB } as const;
/** A small body is here by then, or is waited for no longer. The server has its own time for large ones. */
const SMALL_WITHIN_MS = 10_000;
/** So long somebody may wait for room, and so many may wait; who comes then comes again later. */
const WAIT_MS = 10_000;
const WAITING_MOST = 2_000;
const WAITING_OF_ONE = 200;
const AGAIN_S = 5;

/** Whose body it is; null: nobody's yet. */
export interface Sender {
  readonly person: string | null;
  readonly network: string;
}
/** What a count may come to. */
interface Share {
  readonly name: string;
  readonly most: number;
}
interface Waiting {
  readonly shares: readonly Share[];
  readonly bytes: number;
  readonly grant: () => void;
}

/** What a body in flight has to do with its request. */
export interface BodyEvents {
  /** Runs it when the sender is gone. */
  readonly onAbort: (run: (why: unknown) => void) => Cancel;
  /** Is called for a small body that has not ended in time. */
  readonly onLate: () => void;
}
/** A body that is being read, or passed on. */
export interface BodyInFlight {
  /**
   * Counts bytes that have come. Resolves when more may be read; throws GatewayFailure 'too-many' when there is no room in time, and what
   * `onAbort` says when the sender is gone.
   */
  count(bytes: number): Promise<void>;
  /** Gives back what was counted. */
  end(): void;
}

/** Counts the bytes of bodies that are in flight. */
export class BodyBudget {
  readonly #clock: Clock;
  readonly #held = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();

  constructor(components: { readonly clock: Clock }) {
    this.#clock = components.clock;
  }

  /** How many bytes are held for all. */
  get heldBytes(): number {
    return (this.#held.get('process small') ?? 0) + (this.#held.get('process large') ?? 0);
  }

  /** A body of at most so many bytes begins. */
  begin(sender: Sender, mostBytes: number, { onAbort, onLate }: BodyEvents): BodyInFlight {
    const shares = sharesOf(sender, mostBytes);
    const cancel = mostBytes > SMALL ? (): void => undefined : this.#clock.after(SMALL_WITHIN_MS, onLate);
    let [arrived, held, isOver] = [0, 0, false];
    return {
      count: async (bytes) => {
        arrived += bytes;
        const more = (arrived > SMALL ? mostBytes : arrived) - held;
        if (this.#fits(shares, more)) this.#count(shares, more);
        else await this.#wait(shares, more, onAbort);
        if (isOver) this.#giveBack(shares, more);
        else held += more;
      },
      end: () => {
        isOver = true;
        cancel();
        this.#giveBack(shares, held);
      },
    };
  }

  #giveBack(shares: readonly Share[], bytes: number): void {
    this.#count(shares, -bytes);
    this.#letIn();
  }

  async #wait(
    shares: readonly Share[],
    bytes: number,
    onAbort: (run: (why: unknown) => void) => Cancel,
  ): Promise<void> {
    const [own] = shares;
    const ofOne = [...this.#waiting].filter((each) => each.shares[0]?.name === own?.name).length;
    if (this.#waiting.size >= WAITING_MOST || ofOne >= WAITING_OF_ONE) throw new TooMany(AGAIN_S);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { shares, bytes, grant: resolve };
    this.#waiting.add(waiting);
    // At once: whoever has gone must not be let in by what they themselves give back.
    const leave = (why: unknown): void => {
      this.#waiting.delete(waiting);
      reject(why);
    };
    const cancelTimer = this.#clock.after(WAIT_MS, () => leave(new TooMany(AGAIN_S)));
    const cancelAbort = onAbort(leave);
    try {
      await promise;
    } finally {
      cancelTimer();
      cancelAbort();
    }
  }

  /** Those for whom there is room now, first come first; nobody waits behind somebody whose own share is used up. */
  #letIn(): void {
    for (const waiting of this.#waiting) {
      if (!this.#fits(waiting.shares, waiting.bytes)) continue;
      this.#waiting.delete(waiting);
      this.#count(waiting.shares, waiting.bytes);
      waiting.grant();
    }
  }

  #fits(shares: readonly Share[], bytes: number): boolean {
    return shares.every(({ name, most }) => (this.#held.get(name) ?? 0) + bytes <= most);
  }

  #count(shares: readonly Share[], bytes: number): void {
    for (const { name } of shares) {
      const held = (this.#held.get(name) ?? 0) + bytes;
      if (held > 0) this.#held.set(name, held);
      else this.#held.delete(name);
    }
  }
}

function sharesOf({ person, network }: Sender, bytes: number): readonly Share[] {
  const size = bytes <= SMALL ? 'small' : 'large';
  const own =
    person === null
      ? { name: `nobody ${network}`, most: NOBODY_MOST }
      : { name: `person ${person}`, most: PERSON_MOST };
  return [
    own,
    { name: `network ${size} ${network}`, most: NETWORK_MOST[size] },
    { name: `process ${size}`, most: PROCESS_MOST[size] },
  ];
}
