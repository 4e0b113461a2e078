import { tryDamage } from '../failure.ts';
import { isLasting, isNamedByHead } from '../objects/keys.ts';
import type { Blob, BlobStore } from '../store/blob-store.ts';
import { repairObjects } from './repair-log.ts';

/** What was read from elsewhere since it is not whole here; `isMended`: it is whole here again. */
export interface ReadElsewhere {
  readonly key: string;
  readonly isMended: boolean;
}

/**
 * The store, and another one with the same objects: what is damaged here is read there, and put here anew. Only of what its key says all of: heads are
 * different in each place. What a head names and is not here is read there, too, and left to repairing: a newer head may have replaced it.
 */
export function mendingStore(
  store: BlobStore,
  other: BlobStore,
  onReadElsewhere: (read: ReadElsewhere) => void,
): BlobStore {
  const fromOther = (...[key, options]: Parameters<BlobStore['get']>): Promise<Blob | null> =>
    other.get(key, options).catch(() => null);
  return {
    ...store,
    async get(key, options) {
      try {
        const blob = await store.get(key, options);
        if (blob !== null || !isNamedByHead(key)) return blob;
      } catch (failure) {
        if (tryDamage(failure) === null || !isLasting(key)) throw failure;
        const blob = await fromOther(key, options);
        if (blob === null) throw failure;
        onReadElsewhere({ key, isMended: await mends(store, other, key) });
        return blob;
      }
      const blob = await fromOther(key, options);
      if (blob !== null) onReadElsewhere({ key, isMended: false });
      return blob;
    },
  };
}

/** Whoever reads it waits for it, and has it whether this could be written or not. */
async function mends(store: BlobStore, other: BlobStore, key: string): Promise<boolean> {
  return await repairObjects(store, other, [key]).then(
    ({ lost }) => lost.length === 0,
    () => false,
  );
}
