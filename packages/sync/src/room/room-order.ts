import { backoffMs, type Cancel, type Clock, type DocumentView, type Random } from '@bough/base';
import { isAboutComments, type NumberedChange } from '@bough/map';
import { RETRY } from '../client/pauses.ts';
import { PROTOCOL_LIMITS } from '../wire/protocol.ts';
import type { RoomDocuments } from './room-documents.ts';

// The map's order as one room knows it. Changes come from docstore's answers, from other gateways and from reads, in any
// sequence and more than once; they leave here once, dense and in order. What is missing is asked for after a moment, in
// which it usually comes by itself.

/**
 * A change with its JSON, which is made once, however many sockets and frames it goes into; `plain` is what of it is told where comments
 * are not, the same text for most.
 */
export interface OrderedChange {
  readonly seq: number;
  readonly json: string;
  readonly plain: string;
}

const GAP_PATIENCE_MS = 30;
const MOST_RECENT = 2000;
const MOST_RECENT_UNITS = 8 * 1024 * 1024;
const MOST_WAITING = 2000;

export interface RoomOrderComponents {
  readonly clock: Clock;
  readonly random: Random;
  readonly documents: RoomDocuments;
  /** The next changes, in order. */
  readonly onNews: (changes: readonly OrderedChange[]) => void;
}

export class RoomOrder {
  readonly #components: RoomOrderComponents;
  #seq: number | null = null;
  /** The last number that is known to exist. */
  #expected = 0;
  #recent: OrderedChange[] = [];
  #recentUnits = 0;
  readonly #waiting = new Map<number, NumberedChange>();
  #cancelGap: Cancel | null = null;
  #isReading = false;
  #failures = 0;
  #isClosed = false;

  constructor(components: RoomOrderComponents) {
    this.#components = components;
  }

  /** The last number that left here; 0 before anything is known. */
  get seq(): number {
    return this.#seq ?? 0;
  }

  /** Docstore has this number: what lies before it and is not here will be fetched. The first one is where the room begins. */
  expect(seq: number): void {
    this.#seq ??= seq;
    this.#expected = Math.max(this.#expected, seq);
    this.#drain();
  }

  /** Changes of the map's order, from wherever. */
  offer(changes: readonly NumberedChange[]): void {
    for (const change of changes) {
      this.#expected = Math.max(this.#expected, change.seq);
      if (change.seq > (this.#seq ?? 0) && this.#waiting.size < MOST_WAITING) this.#waiting.set(change.seq, change);
    }
    this.#drain();
  }

  /** What left here from this number on, or null when that is too long ago to be held. */
  since(from: number): readonly OrderedChange[] | null {
    if (from > this.seq) return [];
    const first = this.#recent[0];
    return first === undefined || first.seq > from ? null : this.#recent.slice(from - first.seq);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelGap?.();
  }

  #drain(): void {
    if (this.#seq === null || this.#isClosed) return;
    const news: OrderedChange[] = [];
    for (let next = this.#waiting.get(this.#seq + 1); next !== undefined; next = this.#waiting.get(this.#seq + 1)) {
      this.#waiting.delete(next.seq);
      this.#seq = next.seq;
      news.push(orderedChange(next));
    }
    for (const seq of this.#waiting.keys()) if (seq <= this.#seq) this.#waiting.delete(seq);
    if (news.length > 0) {
      this.#remember(news);
      this.#failures = 0;
      this.#components.onNews(news);
    }
    this.#watchGap();
  }

  #remember(news: readonly OrderedChange[]): void {
    for (const one of news) this.#recentUnits += one.json.length;
    this.#recent.push(...news);
    let drop = Math.max(0, this.#recent.length - MOST_RECENT);
    for (let at = 0; at < this.#recent.length; at++) {
      if (at >= drop && this.#recentUnits <= MOST_RECENT_UNITS) break;
      this.#recentUnits -= this.#recent[at]?.json.length ?? 0;
      drop = at + 1;
    }
    if (drop > 0) this.#recent = this.#recent.slice(drop);
  }

  #watchGap(): void {
    if (this.#expected <= this.seq) {
      this.#cancelGap?.();
      this.#cancelGap = null;
    } else if (this.#cancelGap === null && !this.#isReading) {
      const { clock, random } = this.#components;
      const inMs = this.#failures === 0 ? GAP_PATIENCE_MS : backoffMs(RETRY, this.#failures - 1, random);
      this.#cancelGap = clock.after(inMs, () => this.#readGap());
    }
  }

  #readGap(): void {
    this.#cancelGap = null;
    if (this.#isClosed || this.#expected <= this.seq) return;
    this.#isReading = true;
    const to = Math.min(this.#expected, this.seq + PROTOCOL_LIMITS.pageChanges);
    this.#components.documents.read(this.seq + 1, to, (result) => {
      this.#isReading = false;
      this.#failures++;
      if (result.ok) this.offer(result.value);
      else this.#watchGap();
    });
  }
}

/** The change with its JSON. */
export function orderedChange(change: NumberedChange): OrderedChange {
  const json = JSON.stringify(change);
  const { ops } = change;
  const isPlain = !ops.some(isAboutComments);
  const plain = isPlain ? json : JSON.stringify({ ...change, ops: ops.filter((op) => !isAboutComments(op)) });
  return { seq: change.seq, json, plain };
}

/** The frame with these changes, as they are told in that view. */
export function changesFrame(changes: readonly OrderedChange[], more: boolean, view: DocumentView = 'whole'): string {
  const told = changes.map(({ json, plain }) => (view === 'plain' ? plain : json));
  return `{"kind":"changes","changes":[${told.join(',')}],"more":${more}}`;
}

/** Longest frame of several changes, in UTF-16 units. */
const PAGE_UNITS = 256 * 1024;

/** The changes in portions that each make one frame. */
export function pagesOf(changes: readonly OrderedChange[]): readonly (readonly OrderedChange[])[] {
  const pages: OrderedChange[][] = [];
  let units = Infinity;
  for (const one of changes) {
    const last = pages.at(-1);
    if (last === undefined || last.length >= PROTOCOL_LIMITS.pageChanges || units + one.json.length > PAGE_UNITS) {
      pages.push([one]);
      units = one.json.length;
    } else {
      last.push(one);
      units += one.json.length;
    }
  }
  return pages;
}
