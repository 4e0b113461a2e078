import { commonPrefix, holdsPrefix, type PrefixName, prefixText, presentLineage } from '@bough/base';
import type { BlobStore } from '../../store/blob-store.ts';
import type { LogPorts } from '../../ports.ts';
import { logNames, verifyLog } from '../../upkeep/verify.ts';
import type { OwnerKind, SimAnswer, SimChange, SimOrder } from '../sim/sim-types.ts';

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
  /** Changes by the lineage and number that they were shown under. */
  readonly #told = new Map<string, PrefixName & { readonly name: string }>();
  readonly #acknowledged = new Map<string, PrefixName & { readonly client: string }>();
  /** States by lineage and number as they were when the number was the last. */
  readonly #states = new Map<string, PrefixName & { readonly state: string }>();
  readonly #checks: Promise<void>[] = [];
  /** Lineages that a disaster has ended, as long as nobody says so: what was told under them counts for the next one no more. */
  #over: ReadonlySet<string> = new Set();
  /** Clients that will never come back. */
  readonly #gone = new Set<string>();
  #disasters = 0;
  #broken: Error | null = null;
  #lastAcknowledged = 0;
  #lastSince = 0;

  constructor(kind: OwnerKind) {
    this.#kind = kind;
  }

  /** The greatest number that was ever acknowledged and has not been lost with a location. */
  get lastAcknowledged(): number {
    return this.#lastAcknowledged;
  }

  /** The greatest number that was acknowledged since the last disaster; 0: none was. */
  get lastSince(): number {
    return this.#lastSince;
  }

  /** A location was lost or taken back, and with it these lineages: what is left ends with `seq`. Answers how many acknowledged numbers are gone. */
  disaster(seq: number, lineages: readonly string[]): number {
    const gone = Math.max(0, this.#lastAcknowledged - seq);
    this.#disasters++;
    this.#over = new Set([...lineages, ...[...this.#told.values()].map(({ lineage }) => lineage)]);
    this.#lastAcknowledged = Math.min(this.#lastAcknowledged, seq);
    this.#lastSince = 0;
    return gone;
  }

  /** This client will never be heard of again. */
  left(client: string): void {
    this.#gone.add(client);
  }

  /** Changes were acknowledged under these numbers. */
  acknowledged(changes: readonly SimChange[], { lineage, seqs }: SimAnswer & { kind: 'kept' }): void {
    for (const [i, change] of changes.entries()) {
      const seq = seqs[i] ?? 0;
      this.#tell({ lineage, seq }, nameOf(change));
      const before = this.#acknowledged.get(nameOf(change)) ?? { lineage, seq };
      const isMoved = before.seq !== seq && (before.lineage === lineage || this.#disasters === 0);
      if (isMoved) this.#break(`S1: ${nameOf(change)} was acknowledged as ${before.seq} and as ${seq}`);
      this.#acknowledged.set(nameOf(change), { lineage, seq, client: change.client });
      if (this.#over.has(lineage)) continue;
      this.#lastAcknowledged = Math.max(this.#lastAcknowledged, seq);
      this.#lastSince = Math.max(this.#lastSince, seq);
    }
  }

  /** Somebody was shown the log as these changes, and how it came to be. */
  read({ lineages, changes }: SimOrder): void {
    for (const { id } of lineages) {
      const common = commonPrefix(lineages, { lineage: id, seq: changes.length }) ?? 0;
      for (const [i, change] of changes.slice(0, common).entries())
        this.#tell({ lineage: id, seq: i + 1 }, nameOf(change));
    }
    const name = { lineage: presentLineage(lineages), seq: changes.length };
    this.#states.set(prefixText(name), { ...name, state: this.#kind.fold(changes) });
    if (lineages.length - 1 > 2 * this.#disasters + RENEWED_BY_LOOKING) {
      this.#break(`S17: ${lineages.length} lineages after ${this.#disasters} disasters`);
    }
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
  async check(order: SimOrder, evidence: Evidence): Promise<void> {
    this.read(order);
    this.throwIfBroken();
    const { lineages, changes: log } = order;
    this.#checkOrder(log);
    for (const told of this.#told.values()) {
      if (!holdsPrefix(lineages, told)) continue;
      const there = log[told.seq - 1];
      const now = there === undefined ? 'nothing' : nameOf(there);
      if (now !== told.name) throw new Error(`S1 S5: ${told.seq} was told as ${told.name}, is ${now}`);
    }
    const there = new Set(log.map((change) => nameOf(change)));
    for (const [name, { client }] of this.#acknowledged) {
      if (!there.has(name) && !this.#gone.has(client)) throw new Error(`S1 S18: ${name} was acknowledged, and is lost`);
    }
    const findings = await verifyLog(evidence.ports, evidence, this.#kind.log);
    const bad = findings.filter((finding) => finding.kind !== 'orphan');
    if (bad[0] !== undefined) throw new Error(`S4 S8 S9: ${bad[0].where} is ${bad[0].kind}: ${bad[0].detail}`);
    await this.#checkStates(order, evidence);
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
  async #checkStates({ lineages, changes: log }: SimOrder, evidence: Evidence): Promise<void> {
    const some = [0, 1, Math.floor(log.length / 3), Math.floor(log.length / 2), log.length - 1, log.length];
    const recorded = new Map<number, string>();
    for (const each of this.#states.values()) if (holdsPrefix(lineages, each)) recorded.set(each.seq, each.state);
    const seqs = new Set([...some.filter((seq) => seq >= 0 && seq <= log.length), ...[...recorded.keys()].slice(-6)]);
    for (const seq of seqs) {
      const folded = this.#kind.fold(log.slice(0, seq));
      if ((recorded.get(seq) ?? folded) !== folded) throw new Error(`S11: history at ${seq} is not what it was`);
      if ((await evidence.stateAt(seq)) !== folded)
        throw new Error(`S7: the state at ${seq} is not what its changes fold to`);
    }
  }

  /** S17: what a lineage and a number stand for is the same forever. */
  #tell(name: PrefixName, change: string): void {
    const text = prefixText(name);
    const before = this.#told.get(text)?.name ?? change;
    if (before !== change || name.seq < 1) this.#break(`S4 S6 S17: ${text} was told as ${before} and as ${change}`);
    this.#told.set(text, { ...name, name: change });
  }

  #break(what: string): void {
    this.#broken ??= new Error(what);
  }
}

/** A location that is looked at as if the other one were lost begins a lineage of its own. */
const RENEWED_BY_LOOKING = 1;

function nameOf(change: SimChange): string {
  return `${change.client}${change.counter}`;
}
