import type { Cancel, Clock, MapId, PersonId } from '@bough/base';

export interface DeferredIndexingParts {
  readonly clock: Clock;
  /** Writes who last changed the map. */
  readonly writeChanged: (map: MapId, at: number, by: PersonId) => Promise<void>;
  /** Brings the index of its words up to date. */
  readonly index: (map: MapId) => Promise<void>;
  /** Notes that the index of the map is behind, for whoever comes after a crash; indexing takes the note away. */
  readonly noteBehind: (map: MapId) => Promise<void>;
  /** Tells every gateway, this one included, that the index of the map is behind, or is not any more. */
  readonly tellStale: (map: MapId, isStale: boolean) => void;
  readonly onTrouble: (error: unknown) => void;
}

/** How rarely what a map's changes entail is written. */
export const DEFERRED = {
  /** While somebody draws: after so many changes, */
  changes: 400,
  /** and not more often than that; */
  leastMs: 60_000,
  /** or after so long. */
  mostMs: 30 * 60_000,
} as const;

interface Unsettled {
  /** Since the last one who changed it was written. */
  changes: number;
  /** Since its words were indexed. */
  unindexed: number;
  since: number;
  last: { readonly at: number; readonly by: PersonId } | null;
  cancel: Cancel;
}

/**
 * What follows from the changes of maps, written rarely: who changed a map last, and the index of its words. One write for each change
 * would cost the database more than the changes cost. Until then this gateway knows who was last, and all know whose index is behind.
 */
export class DeferredIndexing {
  readonly #parts: DeferredIndexingParts;
  readonly #unsettled = new Map<MapId, Unsettled>();
  #underWay: Promise<unknown>[] = [];

  constructor(parts: DeferredIndexingParts) {
    this.#parts = parts;
  }

  /** The map has so many more changes, the last of them by this person. */
  changed(map: MapId, count: number, by: PersonId, at: number): void {
    const { clock } = this.#parts;
    let entry = this.#unsettled.get(map);
    if (entry === undefined) {
      entry = { changes: 0, unindexed: 0, since: clock.monotonic(), last: null, cancel: () => undefined };
      this.#unsettled.set(map, entry);
      this.#parts.tellStale(map, true);
      this.#track(this.#parts.noteBehind(map));
      const settle = (): void => this.#settle(map);
      entry.cancel = clock.after(DEFERRED.mostMs, settle);
    }
    entry.changes += count;
    entry.unindexed += count;
    entry.last = { at, by };
    const isLong = clock.monotonic() - entry.since >= DEFERRED.leastMs;
    if (entry.unindexed >= DEFERRED.changes && isLong) this.#settle(map);
  }

  /** These changes of the map were kept, in this order. */
  kept(map: MapId, changes: readonly { readonly author: PersonId; readonly at: number }[]): void {
    const last = changes.at(-1);
    if (last !== undefined) this.changed(map, changes.length, last.author, last.at);
  }

  /** Nobody has the map open here any more: lists show at once who changed it. Its words may wait. */
  left(map: MapId): void {
    const entry = this.#unsettled.get(map);
    if (entry === undefined || entry.last === null) return;
    this.#writeChanged(map, entry.last);
    entry.last = null;
    entry.changes = 0;
  }

  /** Who changed the map last, where that is not written yet. */
  lastChange(map: MapId): { readonly at: number; readonly by: PersonId } | null {
    return this.#unsettled.get(map)?.last ?? null;
  }

  /** Writes everything that waits. */
  async flush(): Promise<void> {
    for (const map of [...this.#unsettled.keys()]) this.#settle(map);
    await Promise.all(this.#underWay);
  }

  #settle(map: MapId): void {
    const entry = this.#unsettled.get(map);
    if (entry === undefined) return;
    entry.cancel();
    this.#unsettled.delete(map);
    if (entry.last !== null) this.#writeChanged(map, entry.last);
    this.#track(
      this.#parts.index(map).then(() => {
        // Changed meanwhile: it is behind again, as was told then.
        if (!this.#unsettled.has(map)) this.#parts.tellStale(map, false);
      }),
    );
  }

  #writeChanged(map: MapId, { at, by }: { readonly at: number; readonly by: PersonId }): void {
    this.#track(this.#parts.writeChanged(map, at, by));
  }

  #track(work: Promise<unknown>): void {
    const done = work.catch(this.#parts.onTrouble).then(() => {
      this.#underWay = this.#underWay.filter((each) => each !== done);
    });
    this.#underWay.push(done);
  }
}
