import type { Cancel, ClientId, Clock } from '@bough/base';
import type { Change } from '@bough/map';

/** Changes of one client on their way to docstore, and who is to be told what became of them. */
export interface Submit<A> {
  readonly base: number;
  readonly changes: readonly Change[];
  readonly answer: A;
}

export interface AppendQueueParts<A> {
  readonly clock: Clock;
  /** Takes submits of different clients to docstore, all in one call. */
  readonly send: (submits: readonly Submit<A>[]) => void;
}

/** From one call to the next while several people write, one now and one then: as long as docstore itself gathers. */
const GATHER_MS = 50;
/** From one call to the next while calls carry what several people said: ten pictures a second are lively enough. */
const BUSY_MS = 100;
/** Most submits of one call. */
const MOST = 32;

/**
 * Submits of one map. Somebody who writes alone is sent on at once; while several write, what they say within a moment goes in one
 * call, which costs both ends little more than one submit does.
 */
export class AppendQueue<A> {
  readonly #parts: AppendQueueParts<A>;
  #waiting: Submit<A>[] = [];
  /** Whose the last call was; null: several people's. */
  #lastClient: ClientId | null = null;
  #sentMs = -Infinity;
  #cancel: Cancel | null = null;

  constructor(parts: AppendQueueParts<A>) {
    this.#parts = parts;
  }

  add(submit: Submit<A>): void {
    this.#waiting.push(submit);
    const { clock } = this.#parts;
    const isAlone = this.#waiting.length === 1 && clientOf(submit) === this.#lastClient;
    const gatherMs = this.#lastClient === null ? BUSY_MS : GATHER_MS;
    const inMs = isAlone ? 0 : this.#sentMs + gatherMs - clock.monotonic();
    if (inMs <= 0 || this.#waiting.length >= MOST) this.#send();
    else this.#cancel ??= clock.after(inMs, () => this.#send());
  }

  #send(): void {
    this.#cancel?.();
    this.#cancel = null;
    const submits = this.#waiting;
    const [first] = submits;
    if (first === undefined) return;
    this.#waiting = [];
    this.#sentMs = this.#parts.clock.monotonic();
    this.#lastClient = submits.every((each) => clientOf(each) === clientOf(first)) ? clientOf(first) : null;
    this.#parts.send(submits);
  }
}

function clientOf(submit: Submit<unknown>): ClientId | null {
  return submit.changes[0]?.client ?? null;
}
