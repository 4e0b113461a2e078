import { type BlobStore, DEFAULT_BACKOFF, type LogPorts, retryingStore, sealedStore } from '@bough/bloblog';
import { nodeCiphers, nodeCompression, nodeDigest, openFolderStore } from '@bough/blobs';
import { type docstoreSettings, type Platform, type Settings } from '@bough/service';

type DocstoreSettings = Settings<typeof docstoreSettings>;

/** The stores that the settings name, ready for the log. */
export interface Locations {
  readonly ports: LogPorts;
  readonly first: BlobStore;
  close(): void;
}

/** Opens them; throws a Failure with one clear sentence when that cannot be. */
export async function openLocations(platform: Platform, settings: DocstoreSettings): Promise<Locations> {
  const { clock, random, ids } = platform;
  const folder = await openFolderStore({ clock, random }, { folder: settings.BOUGH_BLOBS_FOLDER });
  const keys = settings.BOUGH_BLOBS_KEYS.map(({ kid, key }) => ({ id: kid, bytes: key }));
  const first = sealedStore(retryingStore(folder, { clock, random }, DEFAULT_BACKOFF), keys, {
    ciphers: nodeCiphers,
    random,
  });
  return {
    ports: { clock, random, ids, digest: nodeDigest, compression: nodeCompression },
    first,
    close: () => folder.close(),
  };
}
