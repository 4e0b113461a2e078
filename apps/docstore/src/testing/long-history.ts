import type { MapId } from '@bough/base';
import { DEFAULT_SETTINGS } from '@bough/bloblog';
import { boundStore } from '@bough/bloblog/testing';
import { parsed } from '@bough/map/testing';
import { add, ANN, change, typing } from './test-maps.ts';
import { makeWorld, type World } from './world.ts';

/** A world with one map, opened anew, of whose changes the first are out of memory. */
export interface LongHistory extends World {
  /** How many objects its storage was asked for. */
  readonly reads: () => number;
  /** From now on storage answers no sooner than this. */
  readonly hold: (until: Promise<void>) => void;
}

/** Ann types into the root of a new map until its last change has this number; then there comes an item `warm`. */
export async function longHistory(map: MapId, last: number): Promise<LongHistory> {
  const w = makeWorld({ log: { ...DEFAULT_SETTINGS, tailBytes: 20_000 } });
  await w.run(w.documents.create({ map, by: ANN, ops: parsed(add('root', 'Bough', null)) }));
  for (let from = 1; from < last; from += 500) {
    const changes = Array.from({ length: Math.min(500, last - from) }, (_, i) =>
      change('ann', from + i, typing('root', 0, 'x', (from + i) % 2)),
    );
    await w.run(w.documents.append(map, { base: from, changes }));
  }
  let reads = 0;
  let held: Promise<void> | undefined;
  const documents = w.another((store) => ({
    ...boundStore(store),
    get: async (...args: Parameters<typeof store.get>) => {
      reads++;
      await held;
      return store.get(...args);
    },
  }));
  // What is due anyway, the sealing of a long tail, is done with the first change.
  await w.run(documents.append(map, { base: last, changes: [change('warm', 1, add('warm', 'x'))] }));
  const hold = (until: Promise<void>): void => {
    held = until;
  };
  return { ...w, documents, reads: () => reads, hold };
}
