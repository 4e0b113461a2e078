import {
  type Clock,
  commonPrefix,
  holdsPrefix,
  inTheirView,
  type Lineage,
  type PrefixName,
  presentLineage,
} from '@bough/base';
import { decodeMap, ghostOf, type MindMap, type NumberedChange, transformOps } from '@bough/map';
import { Acknowledged } from './acknowledged.ts';
import type { AcknowledgedChange, Order, Saved, SavedPending } from './client-types.ts';
import type { Welcome } from '../wire/frames.ts';
import type { Journal } from './journal.ts';
import type { News } from '../replica/news.ts';
import type { Refusals } from './refused-change.ts';
import type { Pending } from '../replica/pending.ts';
import type { Advance } from '../replica/advance.ts';
import type { Replica } from '../replica/replica.ts';
import type { carryDown, Descent } from '../replica/carry-down.ts';
import { Trail } from '../replica/trail.ts';
import type { UndoHistory } from '../replica/undo.ts';

// Which order the replica is a beginning of. (lineage, number) names one prefix for ever; a server that lost the end of an order
// gives it another lineage, and says in its welcome from which number on. A replica beyond that is taken off the map, whole, when
// the document of the new lineage is there: nothing of that is shown or sent before. What was pending, and what was
// acknowledged and is lost, goes on as pending changes on top of the last common number, with the counters that it had: so
// docstore's own deduplication (SYNC-26) makes it safe to send, and what came in between shifts it as it shifts all that
// is pending (SYNC-11).

export interface LocalDocumentParts {
  readonly clock: Clock;
  readonly replica: Replica;
  readonly journal: Journal;
  readonly refusals: Refusals;
  readonly history: UndoHistory;
  readonly news: News;
}

/** How own changes come through a renewal; only then does a page need that code, so its shell brings it with the document. */
export type CarryDown = typeof carryDown;

/** What came of a document that was fetched: 'useless' cannot be taken, 'other' is of an order that no welcome has named yet. */
export type Adoption = 'taken' | 'passed-over' | 'useless' | 'other';

/** The replica with the name of its order: takes documents and changes in, and keeps what must outlive an order. */
export class LocalDocument {
  readonly #parts: LocalDocumentParts;
  readonly #acknowledged: Acknowledged;
  readonly #trail = new Trail();
  #lineage: string | null = null;
  /** Stored pending changes that still wait for a document. */
  #orphans: readonly SavedPending[] = [];
  /** What the replica holds is not a beginning of the map's order: the next document counts, whatever its number. */
  #mustReplace = false;
  /** What lies between the replica and that document is not shown to this person: nothing is brought over it. */
  #isCut = false;
  /** The order that takes its place, with the last counter that docstore has seen of this client in it. */
  #lineages: readonly Lineage[] = [];
  #mirrored: number | null = null;
  /** The number that the last welcome said. */
  #greeted = 0;
  /** `isHeld`: what is here is a beginning of it, but it was taken without what its order lost. */
  #renewal: { readonly lineages: readonly Lineage[]; readonly counter: number; readonly isHeld: boolean } | null = null;

  constructor(parts: LocalDocumentParts) {
    this.#parts = parts;
    this.#acknowledged = new Acknowledged(parts.clock, parts.journal);
  }

  get order(): Order {
    return { lineage: this.#lineage, lineages: this.#lineages, mirrored: this.#mirrored };
  }
  /** Own changes that the map has and its second location may not have yet. */
  get acknowledged(): readonly AcknowledgedChange[] {
    return this.#acknowledged.list;
  }
  get orphanCount(): number {
    return this.#orphans.length;
  }
  /** The document that is fetched will not follow from what is here: its order lost its end, or is not shown so far back. */
  get isRenewed(): boolean {
    return this.#renewal !== null || this.#isCut;
  }
  /** A document must be fetched before anything else. */
  get isWanted(): boolean {
    return this.#mustReplace || !this.#parts.replica.hasDocument;
  }

  /** Goes on from what was stored; answers what turned out to be refused. */
  restore(saved: Saved): readonly Pending[] {
    const { replica, news } = this.#parts;
    this.#lineage = saved.lineage;
    this.#acknowledged.restore(saved.acknowledged);
    const map = saved.document === null ? null : decodeMap(saved.document.text);
    if (saved.document === null || map === null || !map.ok) {
      this.#orphans = saved.pending;
      return [];
    }
    replica.reset(saved.document.seq, map.value, saved.pending, news.touches);
    this.#trail.begin(replica.position);
    news.comesFrom('reset');
    return this.#follow(saved.changes, false).refused;
  }

  /** The order is not what the replica thought it was; `isCut`: what the replica lacks of it is not shown to this person. */
  replace(isCut: boolean): void {
    this.#mustReplace = true;
    this.#isCut ||= isCut;
  }

  /** The server names its order: true when the replica is a beginning of it, else it must be replaced. */
  greet({ lineages, seq, counter, mirrored }: Welcome): boolean {
    const { replica, journal } = this.#parts;
    this.#lineages = lineages;
    this.#mirrored = mirrored;
    this.#greeted = seq;
    if (!replica.hasDocument) return false;
    const lineage = presentLineage(lineages);
    const isHeld = this.#lineage !== null && holdsPrefix(lineages, { lineage: this.#lineage, seq: replica.reach });
    if (!isHeld || this.#acknowledged.isLackedBy(lineages, counter)) {
      this.#renewal = { lineages, counter, isHeld };
      this.#mustReplace = true;
      return false;
    }
    this.#renewal = null;
    if (lineage !== this.#lineage) journal.put({ kind: 'lineage', lineage });
    this.#lineage = lineage;
    return true;
  }

  /** The second location has everything up to this number of the order that the replica is a beginning of. */
  mirroredUpTo(seq: number | null): void {
    this.#acknowledged.mirrored(seq, this.#lineages, this.#greeted);
  }

  /** Takes in the next changes of the order, and writes down what came of them. */
  advance(changes: readonly NumberedChange[]): Advance {
    return this.#follow(changes, true);
  }

  /** A document came: taken when there was none, when it must replace what is here, or when it is ahead and nothing is pending. */
  adopt({ lineage, seq }: PrefixName, text: string, carry?: CarryDown): Adoption {
    const { replica, journal, news } = this.#parts;
    const map = decodeMap(text);
    if (!map.ok || (this.isRenewed && carry === undefined)) return 'useless';
    const isFirst = !replica.hasDocument;
    if (!isFirst && !this.#isAwaited(lineage)) return 'other';
    const isAhead = seq > replica.position && replica.unsettledCount === 0;
    if (!isFirst && !this.#mustReplace && !isAhead) return 'passed-over';
    const pending = isFirst ? this.#orphans : this.#pendingOn(seq, map.value, carry);
    this.#orphans = [];
    this.#mustReplace = false;
    this.#renewal = null;
    this.#isCut = false;
    this.#lineage = lineage;
    journal.put({ kind: 'document', lineage, seq, text });
    for (const one of pending) journal.put({ kind: 'pending', pending: one });
    replica.reset(seq, map.value, pending, news.touches);
    if (this.#trail.end !== replica.position) this.#trail.begin(replica.position);
    news.comesFrom('reset');
    return 'taken';
  }

  /**
   * Whether what is known of the order says that it has this name. Whoever is not shown what they lack is told nothing before they have a
   * document, so they take what comes.
   */
  #isAwaited(lineage: string): boolean {
    if (this.#renewal !== null) return lineage === presentLineage(this.#renewal.lineages);
    return this.#isCut || this.#lineage === null || lineage === this.#lineage;
  }

  /** What is pending, as it goes on top of a document that replaces what is here. */
  #pendingOn(seq: number, map: MindMap, carry?: CarryDown): readonly SavedPending[] {
    const { replica } = this.#parts;
    const pending = replica.saved();
    if (this.isRenewed && carry !== undefined) return this.#carried(pending, seq, map, carry);
    return this.#mustReplace ? pending.map((one) => ({ ...one, base: Math.min(one.base, seq) })) : pending;
  }

  #carried(waiting: readonly SavedPending[], seq: number, now: MindMap, carry: CarryDown): readonly SavedPending[] {
    const { replica, journal, refusals, history, news } = this.#parts;
    const { common, isKnown, lost, isShownAnew } = this.#descentTo(seq);
    const carried = carry(
      { trail: this.#trail, common, isKnown, lost, pending: waiting, before: replica.map, now },
      { ghostOf, transformOps },
    );
    for (const one of carried.void) journal.put({ kind: 'settled', counter: one.counter });
    for (const one of carried.displaced)
      refusals.add({ ...one, isAgain: !this.#isCut }, 'unknown', 'its place in the text is gone');
    history.clear();
    this.#trail.cut(common);
    const again = carried.placed.filter((one) => one.isAgain).length;
    if (!isShownAnew || again > 0) news.add({ kind: 'renewed', again });
    news.add({ kind: 'undo' });
    return carried.placed;
  }

  /** Down to which number own changes are carried for a document of that number, and which of them its order has lost. */
  #descentTo(seq: number): Pick<Descent, 'common' | 'isKnown' | 'lost'> & { readonly isShownAnew: boolean } {
    const cut = { common: seq, isKnown: false };
    if (this.#renewal === null) return { ...cut, lost: [], isShownAnew: true };
    const { lineages, counter, isHeld } = this.#renewal;
    // Of an order that is shown to this person in another way from now on, nothing is lost.
    const name = inTheirView(lineages, this.#lineage ?? '');
    const { position } = this.#parts.replica;
    const known = commonPrefix(lineages, { lineage: name, seq: position });
    // A beginning of an order that nobody remembers is taken for one of the oldest that is remembered, as far as that goes.
    const likely = Math.min(position, seq, ...lineages.flatMap(({ from }) => (from > 0 ? [from] : [])));
    const lost = this.#acknowledged.takeLacking(lineages, counter);
    const reached = this.#isCut ? cut : { common: known ?? likely, isKnown: known !== null && !isHeld };
    return { ...reached, lost, isShownAnew: name !== this.#lineage };
  }

  #follow(changes: readonly NumberedChange[], isNews: boolean): Advance {
    const { replica, journal, news } = this.#parts;
    const before = replica.position;
    const wasBehind = replica.isBehind;
    const advance = replica.advance(changes, news.touches);
    if (isNews) journal.changes(advance.taken);
    // What is stored from now on follows the document; what is pending must not seem to be older than that.
    if (wasBehind && !replica.isBehind)
      for (const one of replica.saved()) journal.put({ kind: 'pending', pending: one });
    const kept = new Set<number>();
    for (const change of changes) {
      if (change.seq <= before || change.seq > replica.position) continue;
      this.#trail.add(change);
      // Of what is read again from the store, only what was still pending there is not kept yet.
      if (!replica.isOwn(change) || !(isNews || advance.settled.includes(change.counter))) continue;
      if (this.#lineage === null) continue;
      this.#acknowledged.add(change, this.#lineage);
      kept.add(change.counter);
    }
    for (const counter of advance.settled) if (!kept.has(counter)) journal.put({ kind: 'settled', counter });
    return advance;
  }
}
