import type { VirtualClock } from '@bough/base/testing';
import { type BlobStore, DEFAULT_SETTINGS, type LogPorts } from '@bough/bloblog';
import { MemoryStore, runVirtual, virtualPorts } from '@bough/bloblog/testing';
import { nodeCompression, nodeDigest } from '@bough/blobs';
import { Documents, type DocumentsSettings } from '../documents/documents.ts';
import { SecondCopies } from '../second/second-copies.ts';

/** Documents over a store in memory, on a virtual clock. */
export interface World {
  readonly ports: LogPorts & { readonly clock: VirtualClock };
  readonly store: MemoryStore;
  readonly documents: Documents;
  /** Another process with the same store; `inFront` stands between, and `location` is what it takes the store for. */
  another(
    inFront?: (store: BlobStore) => BlobStore,
    settings?: Partial<DocumentsSettings>,
    location?: string,
  ): Documents;
  run<T>(work: Promise<T>): Promise<T>;
}

/** A fresh one. */
export function makeWorld(settings: Partial<DocumentsSettings> = {}): World {
  const ports = { ...virtualPorts(11), digest: nodeDigest, compression: nodeCompression };
  const store = new MemoryStore(ports.clock);
  const another: World['another'] = (inFront = (each) => each, own = {}, location = 'here') =>
    new Documents(
      { ports, store: inFront(store), location },
      { log: DEFAULT_SETTINGS, memoryBytes: 64 * 1024 * 1024, attempts: 8, ...settings, ...own },
    );
  return { ports, store, documents: another(), another, run: (work) => runVirtual(ports.clock, work) };
}

/** For a world without a second location. */
export const noCopies = new SecondCopies(
  { ports: virtualPorts(1), first: new MemoryStore({ now: () => 0 }), second: null, onTrouble: () => undefined },
  { isSync: false },
);
