import type { Clock, Random } from '@bough/base';
import type { SimChange } from './sim-types.ts';

const PATIENCE_MS = 3_000;
const SLOWEST_MS = 60;
const MOST_IN_BATCH = 3;

/** What a client needs of the world. */
export interface SimClientParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly ask: (changes: readonly SimChange[]) => Promise<readonly number[]>;
  readonly acknowledged: (changes: readonly SimChange[], seqs: readonly number[]) => void;
  readonly repeated: () => void;
}

/**
 * A client that never gives up: it sends a few changes, waits for the answer, and sends the same again when none comes in
 * time, whoever answers. Its messages are slow, are lost and are delivered twice.
 */
export class SimClient {
  readonly name: string;
  readonly #parts: SimClientParts;
  #counter = 0;
  #waitingFor: readonly SimChange[] | null = null;
  #isStopping = false;
  #losesNothing = false;

  constructor(name: string, parts: SimClientParts) {
    this.name = name;
    this.#parts = parts;
    this.#later(500, () => this.#next());
  }

  get isWaiting(): boolean {
    return this.#waitingFor !== null;
  }

  /** Makes nothing new; what is unanswered is still insisted on, over a network that loses nothing more. */
  stop(): void {
    this.#isStopping = true;
    this.#losesNothing = true;
  }

  /** From now on its network loses nothing and is not slow. */
  mend(): void {
    this.#losesNothing = true;
  }

  #next(): void {
    if (this.#isStopping) return;
    const count = 1 + Math.floor(this.#parts.random.fraction() * MOST_IN_BATCH);
    const changes = Array.from({ length: count }, () => ({ client: this.name, counter: ++this.#counter }));
    this.#waitingFor = changes;
    this.#insist(changes);
  }

  #insist(changes: readonly SimChange[]): void {
    if (this.#waitingFor !== changes) return;
    this.#send(changes);
    if (this.#chance(0.15)) this.#send(changes);
    this.#parts.clock.after(PATIENCE_MS, () => {
      if (this.#waitingFor === changes) this.#parts.repeated();
      this.#insist(changes);
    });
  }

  #send(changes: readonly SimChange[]): void {
    if (!this.#losesNothing && this.#chance(0.1)) return;
    const slow = this.#chance(0.05) && !this.#losesNothing ? 5_000 : SLOWEST_MS;
    this.#later(slow, () => {
      this.#parts.ask(changes).then(
        (seqs) => {
          if (!this.#losesNothing && this.#chance(0.1)) return;
          this.#later(SLOWEST_MS, () => this.#answered(changes, seqs));
        },
        () => undefined,
      );
    });
  }

  #answered(changes: readonly SimChange[], seqs: readonly number[]): void {
    this.#parts.acknowledged(changes, seqs);
    if (this.#waitingFor !== changes) return;
    this.#waitingFor = null;
    this.#later(300, () => this.#next());
  }

  #later(mostMs: number, run: () => void): void {
    this.#parts.clock.after(this.#parts.random.fraction() * mostMs, run);
  }

  #chance(of: number): boolean {
    return this.#parts.random.fraction() < of;
  }
}
