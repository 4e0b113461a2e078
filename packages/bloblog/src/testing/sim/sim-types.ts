import type { Lineage, PrefixName } from '@bough/base';
import type { BlobStore } from '../../store/blob-store.ts';
import type { Head } from '../../objects/head.ts';
import type { LogPorts } from '../../ports.ts';
import type { LogSettings } from '../../settings.ts';

/** A change of the simulation: who made it, and its counter. */
export interface SimChange {
  readonly client: string;
  readonly counter: number;
}

/** An order of changes, as it is shown. */
export interface SimOrder {
  readonly lineages: readonly Lineage[];
  readonly changes: readonly SimChange[];
}

/** `kept`: under these numbers of that lineage. `left`: the order, whose lineages these are, lacks what the author has seen. */
export type SimAnswer =
  | { readonly kind: 'kept'; readonly lineage: string; readonly seqs: readonly number[] }
  | { readonly kind: 'left'; readonly lineages: readonly Lineage[] };

/** What a process of the simulation is given. */
export interface OwnerParts {
  readonly ports: LogPorts;
  readonly store: BlobStore;
  readonly settings: LogSettings;
  /** Who the location is. */
  readonly location: string;
  /** As for a log: called with every head that was won or opened. */
  readonly afterHead: (head: Head) => Promise<void>;
  /** As for a log: absent where there is one location. */
  readonly afterReplaced?: (head: Head, keys: readonly string[]) => void;
}

/**
 * The owner of the one log of a simulation in one process: what it is that appends, acknowledges and reads. The log exists
 * already. Every call may reject; then nothing is known.
 */
export interface Owner {
  /** Once durable; one that was sent before has the number it got then. `on` names what its author has seen, null for nothing. */
  append(changes: readonly SimChange[], on: PrefixName | null): Promise<SimAnswer>;
  /** Everything durable. */
  read(): Promise<SimOrder>;
  /** The state after the change `seq`, as a text that says everything. */
  stateAt(seq: number): Promise<string>;
  close(): Promise<void>;
}

/** Makes logs and owners of one kind. */
export interface OwnerKind {
  readonly log: string;
  readonly tools: Pick<LogPorts, 'digest' | 'compression'>;
  create(parts: OwnerParts): Promise<void>;
  open(parts: OwnerParts): Owner;
  /** The state that these changes fold to, by a separate code path. */
  fold(changes: readonly SimChange[]): string;
}

/** What happened in a run, counted: a run that shows nothing proves nothing. */
export interface SimCounts {
  acknowledged: number;
  repeated: number;
  conflicts: number;
  restarts: number;
  freezes: number;
  outages: number;
  lostAnswers: number;
  zombies: number;
  stale: number;
  torn: number;
  before: number;
  seals: number;
  keyframes: number;
  collected: number;
  reads: number;
  mirrored: number;
  storms: number;
  kindsSealed: number;
  losses: number;
  disasters: number;
  lost: number;
  resent: number;
}

/** All zero. */
export function noCounts(): SimCounts {
  return {
    acknowledged: 0,
    repeated: 0,
    conflicts: 0,
    restarts: 0,
    freezes: 0,
    outages: 0,
    lostAnswers: 0,
    zombies: 0,
    stale: 0,
    torn: 0,
    before: 0,
    seals: 0,
    keyframes: 0,
    collected: 0,
    reads: 0,
    mirrored: 0,
    storms: 0,
    kindsSealed: 0,
    losses: 0,
    disasters: 0,
    lost: 0,
    resent: 0,
  };
}
