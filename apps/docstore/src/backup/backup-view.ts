import { type BlobStore, headKey, logPrefix } from '@bough/bloblog';
import { assert } from '@bough/base';
import { backedUpHead, documentOf, documentPrefix, headOf } from './place/layout.ts';
import type { Manifest } from './place/manifest.ts';

/**
 * The documents of one backup as a location has them, to be read and never written: with it everything that reads logs reads
 * backups, verifying and repairing included. `store` is the backup's place, unsealed.
 */
export function backupView(store: BlobStore, manifest: Pick<Manifest, 'documents'>): BlobStore {
  const documents = new Map(manifest.documents.map((each) => [each.map, each]));
  const placeOf = (key: string): string | null => {
    const head = headOf(key);
    if (head !== null) {
      const known = documents.get(head);
      return known === undefined ? null : backedUpHead(head, known.head);
    }
    const below = documentOf(key);
    const isNamed = below !== null && documents.get(below.map)?.objects.includes(below.name) === true;
    return isNamed ? documentPrefix(below.map) + below.name : null;
  };
  const keys = (prefix: string): string[] => {
    const map = documentOf(`${prefix}.`)?.map;
    const among = map === undefined ? manifest.documents : manifest.documents.filter((each) => each.map === map);
    const all = among.flatMap((each) => [headKey(each.map), ...each.objects.map((name) => logPrefix(each.map) + name)]);
    return all.filter((key) => key.startsWith(prefix)).toSorted((a, b) => (a < b ? -1 : 1));
  };
  return {
    get: async (key, options) => {
      const place = placeOf(key);
      return place === null ? null : await store.get(place, options);
    },
    getIfChanged: async (key, etag, options) => {
      const place = placeOf(key);
      return place === null ? 'absent' : await store.getIfChanged(place, etag, options);
    },
    list: async (prefix, { after = null, limit = 1_000 } = {}) => {
      const left = keys(prefix).filter((key) => after === null || key > after);
      const entries = left.slice(0, limit).map((key) => ({ key, size: 0, modifiedAt: 0 }));
      return { entries, next: left.length > limit ? (entries.at(-1)?.key ?? null) : null };
    },
    createIfAbsent: readOnly,
    replaceIf: readOnly,
    put: readOnly,
    remove: readOnly,
  };
}

async function readOnly(): Promise<never> {
  assert(false, 'a backup is only read');
}
