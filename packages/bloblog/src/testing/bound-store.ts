import type { BlobStore } from '../store/blob-store.ts';

/** A store whose methods are properties of their own: a test spreads it, and puts another in the place of some. */
export function boundStore(store: BlobStore): BlobStore {
  return {
    get: store.get.bind(store),
    getIfChanged: store.getIfChanged.bind(store),
    createIfAbsent: store.createIfAbsent.bind(store),
    replaceIf: store.replaceIf.bind(store),
    put: store.put.bind(store),
    list: store.list.bind(store),
    remove: store.remove.bind(store),
  };
}
