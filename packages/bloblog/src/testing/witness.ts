import type { BlobStore } from '../blob-store.ts';
import type { LogPorts } from '../ports.ts';
import { logNames, verifyLog } from '../verify.ts';
import type { OwnerKind, SimChange } from './sim-types.ts';

// The oracles: what was told to anybody is written down here, and held against the log at the end.

/** What the final check may look at. */
export interface Evidence {
  readonly ports: LogPorts;
  readonly first: BlobStore;
  readonly second: BlobStore | null;
  readonly stateAt: (seq: number) => Promise<string>;
}

/** Sees everything that clients and readers are told, and says what is wrong. */
export class Witness {
  readonly #kind: OwnerKind;
  /** Names by number, of everything that was acknowledged or read. */
  readonly #told = new Map<number, string>();
  readonly #acknowledged = new Map<string, number>();
  /** States by number as they were when the number was the last. */
  readonly #states = new Map<number, string>();
  readonly #checks: Promise<void>[] = [];
  #broken: Error | null = null;
  #lastAcknowledged = 0;

  constructor(kind: OwnerKind) {
    this.#kind = kind;
  }

  /** The greatest number that was ever acknowledged. */
  get lastAcknowledged(): number {
    return this.#lastAcknowledged;
  }

  /** Changes were acknowledged under these numbers. */
  acknowledged(changes: readonly SimChange[], seqs: readonly number[]): void {
    for (const [i, change] of changes.entries()) {
      const seq = seqs[i] ?? 0;
      this.#tell(seq, nameOf(change));
      const before = this.#acknowledged.get(nameOf(change)) ?? seq;
      if (before !== seq) this.#break(`S1: ${nameOf(change)} was acknowledged as ${before} and as ${seq}`);
      this.#acknowledged.set(nameOf(change), seq);
      this.#lastAcknowledged = Math.max(this.#lastAcknowledged, seq);
    }
  }

  /** Somebody was shown the log as these changes. */
  read(changes: readonly SimChange[]): void {
    for (const [i, change] of changes.entries()) this.#tell(i + 1, nameOf(change));
    this.#states.set(changes.length, this.#kind.fold(changes));
  }

  /** A check of the present moment; its outcome is waited for at the end. */
  later(check: () => Promise<void>): void {
    this.#checks.push(
      check().catch((broken: unknown) => this.#break(broken instanceof Error ? broken.message : String(broken))),
    );
  }

  throwIfBroken(): void {
    if (this.#broken !== null) throw this.#broken;
  }

  async settle(): Promise<void> {
    await Promise.all(this.#checks);
    this.throwIfBroken();
  }

  /** Holds the log as it is at the end against everything that was told. */
  async check(log: readonly SimChange[], evidence: Evidence): Promise<void> {
    this.#checkOrder(log);
    for (const [seq, name] of this.#told) {
      const there = log[seq - 1];
      const now = there === undefined ? 'nothing' : nameOf(there);
      if (now !== name) throw new Error(`S1 S5: ${seq} was told as ${name}, is ${now}`);
    }
    const findings = await verifyLog(evidence.ports, evidence, this.#kind.log);
    const bad = findings.filter((finding) => finding.kind !== 'orphan');
    if (bad[0] !== undefined) throw new Error(`S4 S8 S9: ${bad[0].where} is ${bad[0].kind}: ${bad[0].detail}`);
    await this.#checkStates(log, evidence);
    for (const store of [evidence.first, evidence.second]) {
      if (store === null) continue;
      const names: string[] = [];
      for await (const name of logNames(store)) names.push(name);
      if (!names.includes(this.#kind.log)) throw new Error('S14: a listing does not have the log');
    }
  }

  #checkOrder(log: readonly SimChange[]): void {
    const last = new Map<string, number>();
    for (const change of log) {
      const before = last.get(change.client) ?? 0;
      if (change.counter <= before) throw new Error(`S2: ${nameOf(change)} stands after ${change.client}${before}`);
      if (change.counter !== before + 1) throw new Error(`S3: ${nameOf(change)} stands right after ${before}`);
      last.set(change.client, change.counter);
    }
  }

  /** S7 and S11: every recorded state, and some others, are what the changes fold to, by the owner's own way to them. */
  async #checkStates(log: readonly SimChange[], evidence: Evidence): Promise<void> {
    const some = [0, 1, Math.floor(log.length / 3), Math.floor(log.length / 2), log.length - 1, log.length];
    const seqs = new Set([...some.filter((seq) => seq >= 0), ...[...this.#states.keys()].slice(-6)]);
    for (const seq of seqs) {
      const folded = this.#kind.fold(log.slice(0, seq));
      const recorded = this.#states.get(seq) ?? folded;
      if (recorded !== folded) throw new Error(`S11: history at ${seq} is not what it was`);
      if ((await evidence.stateAt(seq)) !== folded)
        throw new Error(`S7: the state at ${seq} is not what its changes fold to`);
    }
  }

  #tell(seq: number, name: string): void {
    const before = this.#told.get(seq) ?? name;
    if (before !== name || seq < 1) this.#break(`S4 S6: number ${seq} was told as ${before} and as ${name}`);
    this.#told.set(seq, name);
  }

  #break(what: string): void {
    this.#broken ??= new Error(what);
  }
}

function nameOf(change: SimChange): string {
  return `${change.client}${change.counter}`;
}
