import type { BlobStore } from '@bough/bloblog';

/** In the place of a location that there is not, or that is left alone: it has nothing, and takes nothing. */
export const NOWHERE: BlobStore = {
  get: async () => null,
  getIfChanged: async () => 'absent',
  createIfAbsent: async () => ({ kind: 'refused' }),
  replaceIf: async () => ({ kind: 'refused' }),
  put: async () => undefined,
  list: async () => ({ entries: [], next: null }),
  remove: async () => undefined,
};
