import {
  type ClientId,
  holdsPrefix,
  type Lineage,
  type MapId,
  type PrefixName,
  presentLineage,
  utf8Encode,
} from '@bough/base';
import { type DocumentLog, type LogSource, readChanges, readMoment } from '@bough/bloblog';
import type {
  Append,
  Appended,
  AppendOutcome,
  DocumentFacts,
  KnownNumber,
  DocumentState,
  Trashing,
} from '@bough/contracts';
import {
  apply,
  type Change,
  encodeMap,
  encodeVisible,
  type MindMap,
  type NumberedChange,
  type Op,
  parseOps,
  removedSize,
} from '@bough/map';
import { decodeLabel, encodeLabel, factsOf, labelOf, lineagesOf } from './facts.ts';
import { badBase, DocstoreFailure, inTrash, moved, otherLineage } from './failure.ts';
import { fold } from './fold.ts';
import { NextTurn } from './next-turn.ts';
import { isTextual, Submit } from './rebase.ts';
import { Recent } from './recent.ts';
import { searchTextOf } from './search-text.ts';

/** What an open document is made of. */
export interface DocumentParts {
  readonly id: MapId;
  readonly log: DocumentLog<Change>;
  readonly source: LogSource<Change>;
  /** The fold of the log up to its last number; changed in place from now on. */
  readonly map: MindMap;
  /** The last changes, dense, ending with the log's last number. */
  readonly recent: readonly NumberedChange[];
  /** The last number that the second location is known to have; absent: there is none. */
  readonly mirrored?: () => number;
  /** Throws while nothing new can be kept. */
  readonly mustHaveRoom?: (() => void) | undefined;
}

/** A whole map as bytes: the text of `encodeMap` as one zstd frame, with its number and the lineages of its order. */
export interface PackedMap {
  readonly lineages: readonly Lineage[];
  readonly seq: number;
  readonly packed: Uint8Array;
}

/** Where a document stands while nobody writes it. */
export type Rest = Pick<DocumentNews, 'seq' | 'lineage'>;

/** The last number, and what leads to it. */
export interface DocumentNews {
  readonly seq: number;
  readonly lineage: string;
  readonly changes: readonly NumberedChange[];
}

type Unsettled = AppendOutcome | { readonly kind: 'repeated'; readonly change: Change };

interface Admitted {
  readonly outcome: Unsettled;
  readonly kept: NumberedChange | null;
}

/** Most changes of one answer. */
export const MOST_CHANGES = 4_096;
/** What an open document takes before there is anything in it, and an item of it, measured; and a unit of what was removed. */
const EMPTY_BYTES = 12 * 1024;
const ITEM_BYTES = 400;
const REMOVED_BYTES = 4;

/**
 * The owner of one document while it is open in this process. Changes are applied to the map in memory as they come, in the
 * order of their numbers; nothing is answered before it is durable. After a failed write it is of no more use (`isSpent`):
 * its map is ahead of what is durable, so it is dropped and opened anew.
 */
export class OpenDocument {
  readonly #parts: DocumentParts;
  readonly #map: MindMap;
  readonly #log: DocumentLog<Change>;
  readonly #lineage: string;
  readonly #recent: Recent;
  #packed: PackedMap | null;
  readonly #currency = new NextTurn(() => this.#log.isCurrent());
  #trash: Trashing | null;
  #busy = 0;

  constructor(parts: DocumentParts, settings: { readonly packed: PackedMap | null }) {
    this.#parts = parts;
    this.#map = parts.map;
    this.#log = parts.log;
    this.#lineage = presentLineage(parts.log.head.lineages);
    this.#recent = new Recent(parts.recent, parts.log.seq);
    this.#packed = settings.packed;
    this.#trash = decodeLabel(parts.log.head.label).trash;
  }

  /** Whether it must be opened anew before it is used again. */
  get isSpent(): boolean {
    return this.#log.failure !== null;
  }

  /** The lineage in which it gives numbers. */
  get lineage(): string {
    return this.#lineage;
  }

  /** Whether nobody waits for it. */
  get isIdle(): boolean {
    return this.#busy === 0;
  }

  /** The last number, where all that has one is durable; else null. */
  get restsAt(): Rest | null {
    const { seq } = this.#log;
    const isAtRest = this.#log.failure === null && seq === this.#log.head.seq && this.isIdle;
    return isAtRest ? { seq, lineage: this.#lineage } : null;
  }

  /** About how many bytes of memory it takes. */
  get weight(): number {
    const kept = this.#recent.weight + this.#log.tailBytes + (this.#packed?.packed.length ?? 0);
    const items = this.#map.items.size * ITEM_BYTES + removedSize(this.#map) * REMOVED_BYTES;
    return EMPTY_BYTES + items + kept;
  }

  /** Whether no other process had written to it when this was asked. */
  isCurrent(): Promise<boolean> {
    return this.#hold(() => this.#currency.ask());
  }

  /** Orders, checks and keeps changes; resolves when all of the answer is durable. */
  append(request: Append): Promise<Appended> {
    return this.#hold(async () => {
      this.#mustHold(request);
      if (request.base > this.#log.seq) throw badBase(request.base, this.#log.seq);
      const changes = request.changes.map((change) => ({ ...change, ops: readOps(change.ops) }));
      const isMovable = changes.some((change) => change.ops.some(isTextual));
      const older = isMovable ? await this.#older(request.base + 1) : [];
      if (this.#log.failure !== null) throw this.#log.failure;
      // What was acknowledged before is answered again even now: whoever lost the answer must learn it.
      if (this.#trash !== null && changes.some((change) => this.#isNew(change))) throw inTrash(this.#parts.id);
      const isMoved = request.isLast === true && request.base !== this.#log.seq;
      if (isMoved && changes.some((change) => this.#isNew(change))) throw moved(request.base, this.#log.seq);
      if (changes.some((change) => this.#isNew(change))) this.#parts.mustHaveRoom?.();
      const admitted = submits(changes).flatMap((one) => this.#admitAll(one, request.base, older));
      if (this.#log.isSealDue()) this.#log.seal(() => utf8Encode(encodeMap(this.#map)));
      const { seq } = this.#log;
      await this.#log.durable();
      const outcomes = await this.#settle(admitted.map((each) => each.outcome));
      const newly = admitted.flatMap((each) => each.kept ?? []);
      return { seq, lineage: this.#lineage, ...this.#mirrored(), outcomes, changes: newly };
    });
  }

  /** The map as it is now, durable. */
  packed(): Promise<PackedMap> {
    return this.#hold(async () => {
      const { seq } = this.#log;
      if (this.#packed?.seq !== seq) {
        const packed = this.#parts.source.ports.compression.compress(utf8Encode(encodeMap(this.#map)), 'fast');
        this.#packed = { lineages: this.#log.head.lineages, seq, packed };
      }
      const answer = this.#packed;
      await this.#log.durable();
      return answer;
    });
  }

  /** The map as it was seen when `seq` was the last number, without what had been removed; throws an invalid LogFailure when it never was. */
  packedAt(seq: number): Promise<PackedMap> {
    return this.#hold(async () => {
      await this.#log.durable();
      const { compression } = this.#parts.source.ports;
      const map = fold(compression, this.#parts.id, await readMoment(this.#parts.source, this.#log.head, seq));
      const packed = compression.compress(utf8Encode(encodeVisible(map)), 'fast');
      return { lineages: this.#log.head.lineages, seq, packed };
    });
  }

  /** The changes `from`..`to`, fewer when there are fewer or when they are many. */
  changes(from: number, to: number): Promise<readonly NumberedChange[]> {
    return this.#hold(async () => {
      await this.#log.durable();
      const last = Math.min(to, from + MOST_CHANGES - 1, this.#log.head.seq);
      if (from < 1 || from > last) return [];
      return this.#recent.between(from, last) ?? this.#read(from, last);
    });
  }

  /** Where the order stands, durable, and the last counter seen from the client, all at one moment. */
  state(client: ClientId | null): Promise<DocumentState> {
    return this.#hold(async () => {
      const counter = client === null ? 0 : this.#log.lastSeen(client).counter;
      const { seq } = this.#log;
      await this.#log.durable();
      return { seq, counter, lineages: lineagesOf(this.#log.head), ...this.#mirrored() };
    });
  }

  /** Where it stands, durable, with what came after this number as far as that is in memory. */
  newsAfter({ seq: after, lineage: known = this.#lineage }: Omit<KnownNumber, 'map'>): Promise<DocumentNews> {
    return this.#hold(async () => {
      await this.#log.durable();
      const { seq } = this.#log.head;
      const lineage = this.#lineage;
      const changes = known === lineage && seq > after ? this.#recent.between(after + 1, seq) : null;
      return { seq, lineage, changes: changes ?? [] };
    });
  }

  /** All words of the map, durable; null when the asker has them. */
  words(known: PrefixName | null): Promise<PrefixName & { readonly text: string | null }> {
    return this.#hold(async () => {
      const { seq } = this.#log;
      const isKnown = known?.seq === seq && holdsPrefix(this.#log.head.lineages, known);
      const text = isKnown ? null : searchTextOf(this.#map);
      await this.#log.durable();
      return { lineage: this.#lineage, seq, text };
    });
  }

  /** What a listing shows, durable. */
  async facts(): Promise<DocumentFacts> {
    return factsOf(this.#parts.id, this.#log.head);
  }

  /** Puts it into the trash, or takes it out again (null); resolves when that is durable. In the trash it takes no change. */
  trash(trash: Trashing | null): Promise<DocumentFacts> {
    return this.#hold(async () => {
      if ((trash === null) !== (this.#trash === null)) {
        this.#trash = trash;
        await this.#log.append([], encodeLabel(labelOf(this.#map, trash)));
      }
      await this.#log.durable();
      return this.facts();
    });
  }

  /** Resolves when what was taken is durable or has failed; nothing more is taken. */
  close(): Promise<void> {
    return this.#log.close();
  }

  #mirrored(): Pick<DocumentState, 'mirrored'> {
    const { mirrored } = this.#parts;
    return mirrored === undefined ? {} : { mirrored: mirrored() };
  }

  /** Numbers of an order that lost its end are names of other changes now. */
  #mustHold({ lineage, base }: Append): void {
    if (lineage === undefined || holdsPrefix(this.#log.head.lineages, { lineage, seq: base })) return;
    throw otherLineage(this.#parts.id, { lineage, seq: base }, this.#lineage);
  }

  /** What lies between `from` and the changes in memory, read from segments; nothing is forgotten while reading. */
  async #older(from: number): Promise<readonly NumberedChange[]> {
    for (;;) {
      const { after } = this.#recent;
      if (from > after) return [];
      const older = await this.#read(from, after);
      if (this.#recent.after === after) return older;
    }
  }

  async #read(from: number, to: number): Promise<readonly NumberedChange[]> {
    const changes = await readChanges(this.#parts.source, this.#log.head, from, to);
    return changes.map((change, i) => ({ ...change, seq: from + i }));
  }

  /** Decides about the changes of one submit, at once: what is kept has its number when this returns. */
  #admitAll(changes: readonly Change[], base: number, older: readonly NumberedChange[]): readonly Admitted[] {
    const inMemory = this.#recent.between(Math.max(base, this.#recent.after) + 1, this.#log.seq) ?? [];
    const submit = new Submit(changes, [...older, ...inMemory]);
    return changes.map((change, i) => {
      if (i < submit.passed) return { outcome: { kind: 'repeated', change }, kept: null };
      const admitted = this.#admit(change, submit.bring(change.ops));
      const { kind } = admitted.outcome;
      // A repeat that does not stand after `base`: it stands before it, or was refused then.
      const isThere = kind === 'repeated' && this.#recent.find(change.client, change.counter) !== null;
      if (kind !== 'kept' && !isThere) submit.refuse();
      return admitted;
    });
  }

  #admit(change: Change, ops: readonly Op[]): Admitted {
    const { client, counter } = change;
    if (!this.#isNew(change)) return { outcome: { kind: 'repeated', change }, kept: null };
    const refusal = ops.length === 0 ? MOOT : this.#apply({ ...change, ops });
    if (refusal !== null) {
      this.#log.spend(client, counter);
      return { outcome: { kind: 'refused', counter, reason: refusal.reason, detail: refusal.detail }, kept: null };
    }
    const kept: NumberedChange = { ...change, ops, seq: this.#log.seq + 1 };
    this.#recent.push(kept);
    // The write does not begin before this turn ends, so what is admitted together is written together.
    void this.#log.append([kept], encodeLabel(labelOf(this.#map)));
    return { outcome: { kind: 'kept', counter, seq: kept.seq }, kept };
  }

  #apply(change: Change): { readonly reason: string; readonly detail: string } | null {
    const applied = apply(this.#map, change);
    return applied.ok ? null : applied.error;
  }

  #isNew({ client, counter }: Change): boolean {
    return counter > this.#log.lastSeen(client).counter;
  }

  /** Repeats get the number they have in the log, or the refusal that they met then. */
  async #settle(outcomes: readonly Unsettled[]): Promise<readonly AppendOutcome[]> {
    const settled: AppendOutcome[] = [];
    for (const outcome of outcomes) {
      if (outcome.kind !== 'repeated') settled.push(outcome);
      else settled.push(await this.#find(outcome.change));
    }
    return settled;
  }

  async #find(change: Change): Promise<AppendOutcome> {
    const { client, counter } = change;
    const last = this.#log.lastSeen(client);
    if (last.counter === counter && last.seq > 0) {
      const found = this.#recent.find(client, counter);
      if (found !== null) return { kind: 'kept', counter, seq: found.seq };
    }
    let found = this.#recent.find(client, counter);
    for (let to = this.#recent.after; found === null && to > 0; to -= MOST_CHANGES) {
      const page = await this.#read(Math.max(1, to - MOST_CHANGES + 1), to);
      found = page.findLast((each) => each.client === client && each.counter === counter) ?? null;
      if (page.some((each) => each.client === client && each.counter < counter)) break;
    }
    if (found !== null) return { kind: 'kept', counter, seq: found.seq };
    return { kind: 'refused', counter, reason: 'missing', detail: 'it was sent before, and refused then' };
  }

  async #hold<T>(work: () => Promise<T>): Promise<T> {
    this.#busy++;
    try {
      return await work();
    } finally {
      this.#busy--;
    }
  }
}

/** What others have done already, all of it: its author need not hear of it. */
const MOOT = { reason: 'moot', detail: 'others have done all of it' };

/** The changes cut where another client's begin: those of one client that follow each other are one submit. */
function submits(changes: readonly Change[]): readonly (readonly Change[])[] {
  const all: Change[][] = [];
  for (const change of changes) {
    const last = all.at(-1);
    if (last?.[0]?.client === change.client) last.push(change);
    else all.push([change]);
  }
  return all;
}

function readOps(value: readonly unknown[]): Change['ops'] {
  const ops = parseOps(value);
  if (ops.ok) return ops.value;
  throw new DocstoreFailure(`a change cannot be read: ${ops.error}`, { kind: 'invalid', code: 'docstore/bad-change' });
}
