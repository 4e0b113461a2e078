import type { MapId } from '@bough/base';
import type { OpenDocument } from './document.ts';
import type { Rest } from './document-answers.ts';
import { DocstoreFailure } from '../failure.ts';

interface Slot {
  readonly opening: Promise<OpenDocument>;
  document: OpenDocument | null;
  weight: number;
}

const RESTED_MOST = 100_000;

/** A document in use. */
export interface Held {
  readonly document: OpenDocument;
  /** To be called once when the use has ended; forgets a document that is spent. */
  release(): void;
}

/**
 * The documents that are open, each opened once however many ask at the same time. When together they weigh more than
 * `memoryBytes`, idle ones are closed, the one that was not used for longest first.
 */
export class OpenDocuments {
  readonly #open: (map: MapId) => Promise<OpenDocument | null>;
  readonly #memoryBytes: number;
  /** In order of use. */
  readonly #slots = new Map<MapId, Slot>();
  /** The last numbers of documents that were closed to save memory; while one stands here, this process has not written to it. */
  readonly #rested = new Map<MapId, Rest>();
  #bytes = 0;
  #isClosed = false;
  #held = 0;
  #whenFree: (() => void) | null = null;

  constructor(
    parts: { readonly open: (map: MapId) => Promise<OpenDocument | null> },
    settings: { readonly memoryBytes: number },
  ) {
    this.#open = parts.open;
    this.#memoryBytes = settings.memoryBytes;
  }

  /** How many are open, and about how much memory they take. */
  get load(): { readonly documents: number; readonly bytes: number } {
    return { documents: this.#slots.size, bytes: this.#bytes };
  }

  /** Whether it is open, or is being opened. */
  has(map: MapId): boolean {
    return this.#slots.has(map);
  }

  /** The last number of a document that was closed to save memory, as this process left it; null when that is not known. */
  restedAt(map: MapId): Rest | null {
    return this.#rested.get(map) ?? null;
  }

  /** The open document; throws an absent DocstoreFailure when there is none. */
  async hold(map: MapId): Promise<Held> {
    if (this.#isClosed) throw closing();
    const slot =
      this.#usable(map) ??
      this.#add(
        map,
        this.#open(map).then((found) => found ?? Promise.reject(absent(map))),
      );
    // Used last now.
    this.#slots.delete(map);
    this.#slots.set(map, slot);
    this.#held++;
    try {
      const document = await slot.opening;
      return { document, release: () => this.#release(map, slot, document) };
    } catch (failure) {
      this.#letGo();
      throw failure;
    }
  }

  /** Takes over a document that was just made. */
  adopt(map: MapId, document: OpenDocument): void {
    const slot = this.#add(map, Promise.resolve(document));
    slot.document = document;
    this.#weigh(map, slot, document);
  }

  /** The document if it is open, or is being opened; null when it is not. */
  async present(map: MapId): Promise<OpenDocument | null> {
    return (await this.#usable(map)?.opening) ?? null;
  }

  /** Forgets a document that is no more, or is not what it was; with `which`, only while it is that one. */
  async dismiss(map: MapId, which?: OpenDocument): Promise<void> {
    this.#rested.delete(map);
    const slot = this.#slots.get(map);
    if (slot === undefined || (which !== undefined && slot.document !== which)) return;
    this.#forget(map, slot);
    await slot.document?.close();
  }

  /** Lets nobody in any more; resolves when everybody who was in has left, and everything is durable or has failed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#held > 0) await new Promise<void>((resolve) => (this.#whenFree = resolve));
    const all = [...this.#slots.values()];
    this.#slots.clear();
    await Promise.allSettled(all.map(async (slot) => (await slot.opening).close()));
  }

  #usable(map: MapId): Slot | null {
    const slot = this.#slots.get(map);
    if (slot === undefined) return null;
    if (slot.document?.isSpent !== true) return slot;
    this.#forget(map, slot);
    return null;
  }

  #add(map: MapId, opening: Promise<OpenDocument>): Slot {
    this.#rested.delete(map);
    const slot: Slot = { opening, document: null, weight: 0 };
    this.#slots.set(map, slot);
    opening.then(
      (document) => {
        slot.document = document;
      },
      () => {
        this.#forget(map, slot);
      },
    );
    return slot;
  }

  #release(map: MapId, slot: Slot, document: OpenDocument): void {
    this.#letGo();
    this.#weigh(map, slot, document);
  }

  #letGo(): void {
    this.#held--;
    if (this.#held === 0) this.#whenFree?.();
  }

  #weigh(map: MapId, slot: Slot, document: OpenDocument): void {
    if (document.isSpent) this.#forget(map, slot);
    if (this.#slots.get(map) !== slot) return;
    this.#bytes += document.weight - slot.weight;
    slot.weight = document.weight;
    this.#closeIdle();
  }

  #closeIdle(): void {
    for (const [map, slot] of this.#slots) {
      if (this.#bytes <= this.#memoryBytes) return;
      if (slot.document?.isIdle !== true) continue;
      this.#rest(map, slot.document.restsAt);
      this.#forget(map, slot);
      void slot.document.close();
    }
  }

  #rest(map: MapId, rest: Rest | null): void {
    if (rest === null) return;
    this.#rested.set(map, rest);
    for (const oldest of this.#rested.keys()) {
      if (this.#rested.size <= RESTED_MOST) return;
      this.#rested.delete(oldest);
    }
  }

  #forget(map: MapId, slot: Slot): void {
    if (this.#slots.get(map) !== slot) return;
    this.#slots.delete(map);
    this.#bytes -= slot.weight;
  }
}

function absent(map: MapId): DocstoreFailure {
  return new DocstoreFailure(`The document ${map} does not exist.`, { kind: 'absent', code: 'docstore/no-document' });
}

function closing(): DocstoreFailure {
  return new DocstoreFailure('Docstore is shutting down.', { kind: 'unavailable', code: 'docstore/closing' });
}
