import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from '@bough/base';

// Server-Timing (W3C): `name;dur=1.2, other;dur=3`. Each hop measures its parts and merges what the hops below it said. Services tell each
// other all of it. Somebody outside is told only how long each hop took, and only where the route allows it: how long a refusal took, and
// for what, could say why it was refused.

const PART = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,60};dur=[0-9]{1,9}(?:\.[0-9]{1,3})?$/;
const MOST_PARTS = 24;
const LONGEST_HEADER = 8_192;
/** What docstore says of its blob storage, as `gather` names it there. */
const STORAGE = /(?:^|, )docstore\.storage;dur=([0-9.]{1,13})/g;

/** Where the time of one request went. */
export interface Timing {
  /** Runs `work` and notes how long it took, failed or not. */
  measure<T>(name: string, work: () => Promise<T>): Promise<T>;
  add(name: string, ms: number): void;
  /** Adds to the one part of this name. */
  gather(name: string, ms: number): void;
  /** Notes that the work waits for another hop, until the answer is called. Waits at once for one hop count once. */
  wait(hop: string): () => void;
  /** Takes over what a hop below said; what is malformed, or too much, is left out. */
  merge(header: string): void;
  /** The value of the header for another service; empty when there is nothing. */
  header(): string;
  /** From now on whoever asks from outside may be told the hops of this route. */
  allow(route: string): void;
  /** The value of the header for somebody outside: the time of each hop. Empty unless it is allowed. */
  hops(): string;
}

const current = new AsyncLocalStorage<Timing>();

/** Does the work of a request: stores and the like, which know nothing of requests, find its timing by `timingNow`. */
export function inTiming<T>(timing: Timing, work: () => T): T {
  return current.run(timing, work);
}

/** The timing of the request that is worked for; undefined where none is. */
export function timingNow(): Timing | undefined {
  return current.getStore();
}

/** Timing of one request, its parts named `<service>.<name>`. Texts are made when somebody asks for the header. */
export function createTiming(clock: Pick<Clock, 'monotonic'>, service: string): Timing {
  return new RequestTiming(clock, service);
}

class RequestTiming implements Timing {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #service: string;
  readonly #startedMs: number;
  readonly #noted: (Part | string)[] = [];
  #gathered: Map<string, Part> | null = null;
  #waits: Map<string, Wait> | null = null;
  /** While the work waits for any hop. */
  readonly #waiting: Wait = { ms: 0, open: 0, sinceMs: 0 };
  #route: string | null = null;

  constructor(clock: Pick<Clock, 'monotonic'>, service: string) {
    this.#clock = clock;
    this.#service = service;
    this.#startedMs = clock.monotonic();
  }

  async measure<T>(name: string, work: () => Promise<T>): Promise<T> {
    const startedMs = this.#clock.monotonic();
    try {
      return await work();
    } finally {
      this.add(name, this.#clock.monotonic() - startedMs);
    }
  }

  add(name: string, ms: number): void {
    if (this.#noted.length < MOST_PARTS) this.#noted.push({ name, ms });
  }

  gather(name: string, ms: number): void {
    this.#gathered ??= new Map();
    const part = this.#gathered.get(name);
    if (part !== undefined) part.ms += ms;
    else if (this.#noted.length < MOST_PARTS) {
      const first = { name, ms };
      this.#gathered.set(name, first);
      this.#noted.push(first);
    }
  }

  wait(hop: string): () => void {
    const waits = (this.#waits ??= new Map<string, Wait>());
    const wait = waits.get(hop) ?? { ms: 0, open: 0, sinceMs: 0 };
    waits.set(hop, wait);
    const beganMs = this.#clock.monotonic();
    const both = [wait, this.#waiting];
    for (const each of both) if (each.open++ === 0) each.sinceMs = beganMs;
    return () => {
      const endedMs = this.#clock.monotonic();
      for (const each of both) if (--each.open === 0) each.ms += endedMs - each.sinceMs;
    };
  }

  merge(header: string): void {
    if (header.length <= LONGEST_HEADER && this.#noted.length < MOST_PARTS) this.#noted.push(header);
  }

  header(): string {
    const parts = this.#noted.flatMap((each) =>
      typeof each === 'string'
        ? each.split(',').map((part) => part.trim())
        : [`${this.#service}.${each.name};dur=${each.ms.toFixed(1)}`],
    );
    return parts
      .filter((part) => PART.test(part))
      .slice(0, MOST_PARTS)
      .join(', ');
  }

  allow(route: string): void {
    this.#route = route;
  }

  hops(): string {
    if (this.#route === null) return '';
    const ownMs = this.#clock.monotonic() - this.#startedMs - this.#waiting.ms;
    const parts = [`${this.#service};dur=${ownMs.toFixed(1)};desc="${this.#route}"`];
    for (const [hop, { ms }] of this.#waits ?? []) {
      // Of docstore's time, that of its storage stands apart. Calls at once were waited for together.
      const storageMs = hop === 'docstore' ? Math.min(ms, this.#storageMs()) : 0;
      parts.push(`${hop};dur=${(ms - storageMs).toFixed(1)}`);
      if (storageMs > 0) parts.push(`storage;dur=${storageMs.toFixed(1)}`);
    }
    return parts.join(', ');
  }

  /** What docstore has said of its storage. */
  #storageMs(): number {
    let ms = 0;
    for (const each of this.#noted) {
      if (typeof each === 'string') for (const [, found] of each.matchAll(STORAGE)) ms += Number(found);
    }
    return Number.isFinite(ms) ? ms : 0;
  }
}

/** A part that was measured here; what a hop below said is kept as it came. */
interface Part {
  readonly name: string;
  ms: number;
}

/** How long was waited until now, and, while so many waits are open, since when. */
interface Wait {
  ms: number;
  open: number;
  sinceMs: number;
}
