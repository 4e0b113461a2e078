import {
  Coalesced,
  type DocumentView,
  holdsPrefix,
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
  areTooLarge,
  type Change,
  encodeMap,
  type MindMap,
  type NumberedChange,
  type ParsedOps,
  isTextual,
  refuseComments,
  removedSize,
} from '@bough/map';
import { decodeLabel, encodeLabel, factsOf, labelOf, lineagesOf } from './facts.ts';
import { badBase, inTrash, manyWords, moved, otherLineage } from '../failure.ts';
import { type FoldMoment, foldMoment } from '../moments/fold-moment.ts';
import { encodeIn } from '../reading/views.ts';
import { mustBeCheap, mustBeRecent, SubmitRebase } from '../changes/rebase.ts';
import { Recent } from '../changes/recent.ts';
import type { DocumentNews, PackedMap, Rest } from './document-answers.ts';
import { searchTextOf } from '../reading/search-text.ts';
import { submits } from '../changes/submits.ts';
import { isOf, lastCounter, mustAdvance, spend, spendFormer, type Writer } from '../changes/writers.ts';

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
  /** Makes earlier moments; absent: they are made here. */
  readonly foldElsewhere?: FoldMoment | undefined;
  /** Throws while nothing new can be kept. */
  readonly mustHaveRoom?: (() => void) | undefined;
}

/** Reads something of a document, at once. */
export type Look<T> = (log: Pick<DocumentLog<Change>, 'writers'>, map: MindMap) => T;

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
  /** By what they show, each as it was when it was last asked for. */
  readonly #packed = new Map<DocumentView, PackedMap>();
  /** The last reading of what is not in memory any more. */
  #farRead: Promise<unknown> = Promise.resolve();
  readonly #currency = new Coalesced(() => this.#log.isCurrent());
  #trash: Trashing | null;
  #busy = 0;

  constructor(parts: DocumentParts, settings: { readonly packed: PackedMap | null }) {
    this.#parts = parts;
    this.#map = parts.map;
    this.#log = parts.log;
    this.#lineage = presentLineage(parts.log.head.lineages);
    this.#recent = new Recent(parts.recent, parts.log.seq);
    if (settings.packed !== null) this.#packed.set('whole', settings.packed);
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
    const kept = [...this.#packed.values()].reduce(
      (sum, { packed }) => sum + packed.length,
      this.#recent.weight + this.#log.tailBytes,
    );
    const items = this.#map.items.size * ITEM_BYTES + removedSize(this.#map) * REMOVED_BYTES;
    return EMPTY_BYTES + items + kept;
  }

  /** Whether no other process had written to it when this was asked. */
  isCurrent(): Promise<boolean> {
    return this.#hold(() => this.#currency.ask());
  }

  /**
   * Orders, checks and keeps changes; resolves when all of the answer is durable. What was sent before costs the same however long ago that
   * was. Nothing is begun for somebody who has gone (`mustBeWanted` throws then); what was kept is kept.
   */
  append(request: Append, mustBeWanted: () => void = () => undefined): Promise<Appended> {
    return this.#hold(async () => {
      this.#mustHold(request);
      if (request.base > this.#log.seq) throw badBase(request.base, this.#log.seq);
      const { changes } = request;
      const isMovable = changes.some((change) => this.#isNew(change, request) && change.ops.some(isTextual));
      if (isMovable) mustBeRecent(request.base, this.#log.seq);
      const older = isMovable ? await this.#older(request.base + 1, mustBeWanted) : [];
      mustBeWanted();
      if (this.#log.failure !== null) throw this.#log.failure;
      mustAdvance(this.#log, changes, request.formerly);
      // What was acknowledged before is answered again even now: whoever lost the answer must learn it.
      const hasNew = changes.some((change) => this.#isNew(change, request));
      if (this.#trash !== null && hasNew) throw inTrash(this.#parts.id);
      const isMoved = request.isLast === true && request.base !== this.#log.seq;
      if (isMoved && hasNew) throw moved(request.base, this.#log.seq);
      if (hasNew) mustBeCheap(changes, [...older, ...this.#inMemory(request.base)], request.base);
      if (hasNew) this.#parts.mustHaveRoom?.();
      const admitted = submits(changes).flatMap((one) => this.#admitAll(one, request, older));
      if (this.#log.isSealDue()) this.#log.seal(() => utf8Encode(encodeMap(this.#map)));
      const { seq } = this.#log;
      await this.#log.durable();
      const outcomes = admitted.map(({ outcome }) => this.#settle(outcome, request));
      const newly = admitted.flatMap((each) => each.kept ?? []);
      return { seq, lineage: this.#lineage, ...this.#mirrored(), outcomes, changes: newly };
    });
  }

  /** The map as it is now, durable. */
  packed(view: DocumentView = 'whole'): Promise<PackedMap> {
    return this.#hold(async () => {
      const { seq } = this.#log;
      let answer = this.#packed.get(view);
      if (answer?.seq !== seq) {
        const packed = this.#parts.source.ports.compression.compress(utf8Encode(encodeIn(view, this.#map)), 'fast');
        this.#packed.set(view, (answer = { lineages: this.#log.head.lineages, seq, packed }));
      }
      await this.#log.durable();
      return answer;
    });
  }

  /** The map as it was seen when `seq` was the last number, without what had been removed; throws an invalid LogFailure when it never was. */
  packedAt(seq: number, view: DocumentView = 'whole'): Promise<PackedMap> {
    return this.#hold(async () => {
      await this.#log.durable();
      const { id, source, foldElsewhere } = this.#parts;
      const moment = { id, replay: await readMoment(source, this.#log.head, seq), view };
      const packed = await (foldElsewhere?.(moment) ?? foldMoment(source.ports.compression, moment));
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

  /** Where the order stands, durable, and the last counter seen from the writer, all at one moment. */
  state(writer: Writer | null): Promise<DocumentState> {
    return this.#hold(async () => {
      const counter = writer === null ? 0 : lastCounter(this.#log, writer);
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

  /** All words of the map, durable; null when the asker has them. Throws 'docstore/many-words' where they have more letters than `most`. */
  words(known: PrefixName | null, most: number): Promise<PrefixName & { readonly text: string | null }> {
    return this.#hold(async () => {
      const { seq } = this.#log;
      const isKnown = known?.seq === seq && holdsPrefix(this.#log.head.lineages, known);
      const text = isKnown ? null : searchTextOf(this.#map, most);
      if (!isKnown && text === null) throw manyWords(this.#parts.id, most);
      await this.#log.durable();
      return { lineage: this.#lineage, seq, text };
    });
  }

  /** What `read` finds in it, durable. */
  look<T>(read: Look<T>): Promise<T> {
    return this.#hold(async () => {
      const found = read(this.#log, this.#map);
      await this.#log.durable();
      return found;
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

  /**
   * What lies between `from` and the changes in memory, read from segments; nothing is forgotten while reading. One asks at a time: whoever has
   * gone by their turn costs nothing.
   */
  #older(from: number, mustBeWanted: () => void): Promise<readonly NumberedChange[]> {
    if (from > this.#recent.after) return Promise.resolve([]);
    const mine = this.#farRead.then(async () => {
      for (;;) {
        mustBeWanted();
        const { after } = this.#recent;
        const older = await this.#read(from, after);
        if (this.#recent.after === after) return older;
      }
    });
    this.#farRead = mine.catch(() => undefined);
    return mine;
  }

  /** What came after `base`, as far as that is in memory. */
  #inMemory(base: number): readonly NumberedChange[] {
    return this.#recent.between(Math.max(base, this.#recent.after) + 1, this.#log.seq) ?? [];
  }

  async #read(from: number, to: number): Promise<readonly NumberedChange[]> {
    const changes = await readChanges(this.#parts.source, this.#log.head, from, to);
    return changes.map((change, i) => ({ ...change, seq: from + i }));
  }

  /** Decides about the changes of one submit, at once: what is kept has its number when this returns. */
  #admitAll(
    changes: readonly Change[],
    { base, formerly, isCommenter }: Append,
    older: readonly NumberedChange[],
  ): readonly Admitted[] {
    const [first] = changes;
    const mayEdit = isCommenter !== true;
    if (!changes.some((change) => this.#isNew(change, { formerly }))) {
      return changes.map((change) => ({ outcome: { kind: 'repeated', change }, kept: null }));
    }
    const inMemory = this.#inMemory(base);
    const isOwn = (there: NumberedChange): boolean => first !== undefined && isOf({ ...first, formerly }, there);
    const submit = new SubmitRebase(changes, [...older, ...inMemory], isOwn);
    return changes.map((change, i) => {
      if (i < submit.passed) return { outcome: { kind: 'repeated', change }, kept: null };
      const admitted = this.#admit({ ...change, formerly, mayEdit }, change, submit.bring(change.ops));
      const { kind } = admitted.outcome;
      // A repeat that does not stand after `base`: it stands before it, or was refused then.
      const isThere = kind === 'repeated' && this.#recent.find({ ...change, formerly }, change.counter) !== null;
      if (kind !== 'kept' && !isThere) submit.refuse();
      return admitted;
    });
  }

  #admit(writer: Writer & { readonly mayEdit: boolean }, change: Change, ops: ParsedOps): Admitted {
    const { counter } = change;
    if (!this.#isNew(change, writer)) return { outcome: { kind: 'repeated', change }, kept: null };
    const hasGrown = ops !== change.ops && areTooLarge(ops);
    const refusal = ops.length === 0 ? MOOT : hasGrown ? GROWN : this.#refuse({ ...change, ops }, writer.mayEdit);
    if (refusal !== null) {
      spend(this.#log, writer, counter);
      // Its author may have said that nothing comes under it.
      if (change.ops.length === 0) return { outcome: { kind: 'seen', counter }, kept: null };
      return { outcome: { kind: 'refused', counter, reason: refusal.reason, detail: refusal.detail }, kept: null };
    }
    const kept: NumberedChange = { ...change, ops, seq: this.#log.seq + 1 };
    this.#recent.push(kept);
    spendFormer(this.#log, writer, counter);
    // The write does not begin before this turn ends, so what is admitted together is written together.
    void this.#log.append([kept], encodeLabel(labelOf(this.#map)));
    return { outcome: { kind: 'kept', counter, seq: kept.seq }, kept };
  }

  /** Applies it, or says why not. */
  #refuse(change: Change, mayEdit: boolean): { readonly reason: string; readonly detail: string } | null {
    const detail = refuseComments(this.#map, { author: change.author, mayEdit }, change.ops);
    if (detail !== null) return { reason: 'denied', detail };
    const applied = apply(this.#map, change);
    return applied.ok ? null : applied.error;
  }

  #isNew({ client, author, counter }: Change, { formerly }: Pick<Writer, 'formerly'>): boolean {
    return counter > lastCounter(this.#log, { client, author, formerly });
  }

  /** A repeat gets its number while that is in memory; else it is within the answer's number, or was refused: nobody looks further. */
  #settle(outcome: Unsettled, { formerly }: Append): AppendOutcome {
    if (outcome.kind !== 'repeated') return outcome;
    const { change } = outcome;
    const { counter } = change;
    const found = this.#recent.find({ ...change, formerly }, counter);
    return found === null ? { kind: 'seen', counter } : { kind: 'kept', counter, seq: found.seq };
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
const GROWN = { reason: 'malformed', detail: 'brought over what others did, it is larger than a change may be' };
