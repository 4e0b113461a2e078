import type { Cancel, Clock, MapId, PersonId } from '@bough/base';
import type { MapChange } from '../../metadata/maps/map-store.ts';

export interface DeferredIndexingParts {
  readonly clock: Clock;
  /** Writes who last changed these maps. */
  readonly writeChanged: (changed: readonly MapChange[]) => Promise<void>;
  /** Brings the index of its words up to date. */
  readonly index: (map: MapId) => Promise<void>;
  /** Notes that the index of the map is behind, for whoever comes after a crash; indexing takes the note away. */
  readonly noteBehind: (map: MapId) => Promise<void>;
  /** Tells every gateway, this one included, that the index of the map is behind, or is not any more. */
  readonly tellStale: (map: MapId, isStale: boolean) => void;
  /** Tells every gateway, this one included, that the map was removed forever. */
  readonly tellGone: (map: MapId) => void;
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
  /** What everybody has left within so long is written together: each write waits for the disk, and the gateway with it. */
  leftMs: 100,
} as const;

interface Unsettled {
  /** So many changes since its words were indexed. */
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
  /** Maps that everybody has left, and of which that is not written yet. */
  readonly #left = new Set<MapId>();
  #underWay: Promise<unknown>[] = [];

  constructor(parts: DeferredIndexingParts) {
    this.#parts = parts;
  }

  /** The map has so many more changes, the last of them by this person. */
  changed(map: MapId, count: number, by: PersonId, at: number): void {
    const { clock } = this.#parts;
    let entry = this.#unsettled.get(map);
    if (entry === undefined) {
      entry = { unindexed: 0, since: clock.monotonic(), last: null, cancel: () => undefined };
      this.#unsettled.set(map, entry);
      this.#parts.tellStale(map, true);
      this.#track(this.#parts.noteBehind(map));
      const settle = (): void => this.#settle(map);
      entry.cancel = clock.after(DEFERRED.mostMs, settle);
    }
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

  /** Nobody has the map open here any more: who changed it is written soon. Its words may wait. */
  left(map: MapId): void {
    const entry = this.#unsettled.get(map);
    if (entry === undefined || entry.last === null) return;
    if (this.#left.size === 0) this.#parts.clock.after(DEFERRED.leftMs, () => this.#writeLeft());
    this.#left.add(map);
  }

  /** The map was removed forever: nothing of it is written any more, on no gateway. */
  removed(map: MapId): void {
    this.forget(map);
    this.#parts.tellGone(map);
  }

  /** Drops what waits to be written of the map. */
  forget(map: MapId): void {
    this.#unsettled.get(map)?.cancel();
    this.#unsettled.delete(map);
    this.#left.delete(map);
  }

  /** Who changed the map last, where that is not written yet. */
  lastChange(map: MapId): { readonly at: number; readonly by: PersonId } | null {
    return this.#unsettled.get(map)?.last ?? null;
  }

  /** Writes everything that waits. */
  async flush(): Promise<void> {
    this.#writeLeft();
    for (const map of [...this.#unsettled.keys()]) this.#settle(map);
    await Promise.all(this.#underWay);
  }

  #settle(map: MapId): void {
    const entry = this.#unsettled.get(map);
    if (entry === undefined) return;
    entry.cancel();
    this.#unsettled.delete(map);
    if (entry.last !== null) this.#writeChanged([{ id: map, ...entry.last }]);
    this.#track(
      this.#parts.index(map).then(() => {
        // Changed meanwhile: it is behind again, as was told then.
        if (!this.#unsettled.has(map)) this.#parts.tellStale(map, false);
      }),
    );
  }

  #writeLeft(): void {
    const changed: MapChange[] = [];
    for (const id of this.#left) {
      const entry = this.#unsettled.get(id);
      if (entry === undefined || entry.last === null) continue;
      changed.push({ id, ...entry.last });
      entry.last = null;
    }
    this.#left.clear();
    if (changed.length > 0) this.#writeChanged(changed);
  }

  #writeChanged(changed: readonly MapChange[]): void {
    this.#track(this.#parts.writeChanged(changed));
  }

  #track(work: Promise<unknown>): void {
    const done = work.catch(this.#parts.onTrouble).then(() => {
      this.#underWay = this.#underWay.filter((each) => each !== done);
    });
    this.#underWay.push(done);
  }
}
