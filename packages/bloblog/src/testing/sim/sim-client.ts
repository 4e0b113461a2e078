import { type Clock, holdsPrefix, type Lineage, type PrefixName, presentLineage, type Random } from '@bough/base';
import type { SimAnswer, SimChange } from './sim-types.ts';

const PATIENCE_MS = 3_000;
const SLOWEST_MS = 60;
const MOST_IN_BATCH = 3;

/** What a client needs of the world. */
export interface SimClientParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly ask: (changes: readonly SimChange[], on: PrefixName | null) => Promise<SimAnswer>;
  readonly acknowledged: (changes: readonly SimChange[], answer: SimAnswer & { kind: 'kept' }) => void;
  readonly repeated: () => void;
  /** So many changes were acknowledged to it that the order lacks now: it sends them again. */
  readonly resent: (count: number) => void;
}

interface Kept extends PrefixName {
  readonly change: SimChange;
}

/**
 * A client that never gives up: it sends a few changes, waits for the answer, and sends the same again when none comes in
 * time, whoever answers. Its messages are slow, are lost and are delivered twice. It keeps what was acknowledged, and when the order
 * has lost some of it, sends that again before what waits.
 */
export class SimClient {
  readonly name: string;
  readonly #parts: SimClientParts;
  #counter = 0;
  #waitingFor: readonly SimChange[] | null = null;
  #kept: readonly Kept[] = [];
  /** What it has seen last. */
  #seen: PrefixName | null = null;
  #isStopping = false;
  /** Before it rests it asks whether the order has what it was told. */
  #isToLook = false;
  #isGone = false;
  #losesNothing = false;

  constructor(name: string, parts: SimClientParts) {
    this.name = name;
    this.#parts = parts;
    this.#later(500, () => this.#next());
  }

  get isWaiting(): boolean {
    return this.#waitingFor !== null;
  }

  /** Makes nothing new; what is unanswered is still insisted on, over a network that loses nothing more. `isToLook`: so is being up to date. */
  stop(isToLook: boolean): void {
    this.#isStopping = true;
    this.#losesNothing = true;
    this.#isToLook = isToLook;
    if (this.#waitingFor === null) this.#next();
  }

  /** Never comes back. What it has sent may still arrive. */
  leave(): void {
    this.#isGone = true;
    this.#isStopping = true;
    this.#waitingFor = null;
  }

  /** From now on its network loses nothing and is not slow. */
  mend(): void {
    this.#losesNothing = true;
  }

  #next(): void {
    if (this.#isStopping) {
      const isToLook = this.#isToLook;
      this.#isToLook = false;
      if (isToLook) this.#wait([]);
      return;
    }
    const count = 1 + Math.floor(this.#parts.random.fraction() * MOST_IN_BATCH);
    this.#wait(Array.from({ length: count }, () => ({ client: this.name, counter: ++this.#counter })));
  }

  #wait(changes: readonly SimChange[]): void {
    if (this.#isGone) return;
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
    const on = this.#seen;
    this.#later(slow, () => {
      this.#parts.ask(changes, on).then(
        (answer) => {
          if (!this.#losesNothing && this.#chance(0.1)) return;
          this.#later(SLOWEST_MS, () => this.#answered(changes, answer));
        },
        () => undefined,
      );
    });
  }

  #answered(changes: readonly SimChange[], answer: SimAnswer): void {
    if (answer.kind === 'kept') this.#parts.acknowledged(changes, answer);
    if (this.#waitingFor !== changes) return;
    if (answer.kind === 'left') {
      this.#catchUp(changes, answer.lineages);
      return;
    }
    const { lineage, seqs } = answer;
    this.#kept = [...this.#kept, ...changes.map((change, i) => ({ change, lineage, seq: seqs[i] ?? 0 }))];
    this.#seen = { lineage, seq: Math.max(this.#seen?.lineage === lineage ? this.#seen.seq : 0, ...seqs) };
    this.#waitingFor = null;
    this.#later(300, () => this.#next());
  }

  /** The order lacks what was seen of it: what is lost of one's own comes first, then what waits. */
  #catchUp(changes: readonly SimChange[], lineages: readonly Lineage[]): void {
    const held = this.#kept.filter((kept) => holdsPrefix(lineages, kept));
    const lost = this.#kept.filter((kept) => !held.includes(kept));
    this.#kept = held;
    this.#seen = { lineage: presentLineage(lineages), seq: Math.max(0, ...held.map(({ seq }) => seq)) };
    if (lost.length > 0) this.#parts.resent(lost.length);
    this.#wait([...lost.map(({ change }) => change), ...changes]);
  }

  #later(mostMs: number, run: () => void): void {
    this.#parts.clock.after(this.#parts.random.fraction() * mostMs, run);
  }

  #chance(of: number): boolean {
    return this.#parts.random.fraction() < of;
  }
}
