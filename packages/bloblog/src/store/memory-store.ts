import type { Clock } from '@bough/base';
import type { Blob, BlobStore, ETag, ListPage } from './blob-store.ts';
import { LogFailure } from '../failure.ts';

const PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

interface Kept {
  readonly bytes: Uint8Array;
  readonly etag: ETag;
  readonly modifiedAt: number;
}

/** A blob store in memory that does what the port says, at once: for what is made whole before it is kept, and for tests, which may damage `objects`. */
export class MemoryStore implements BlobStore {
  readonly objects = new Map<string, Kept>();
  readonly #clock: Pick<Clock, 'now'>;
  #writes = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Another store with these objects, which never gives an ETag that this one has given. */
  restoredTo(objects: ReadonlyMap<string, Kept>): MemoryStore {
    const store = new MemoryStore(this.#clock);
    store.#writes = this.#writes;
    for (const [key, kept] of objects) store.objects.set(key, kept);
    return store;
  }

  async get(
    key: string,
    options?: { readonly range?: { readonly from: number; readonly to: number } },
  ): Promise<Blob | null> {
    const kept = this.#at(key);
    if (kept === undefined) return null;
    const { from, to } = options?.range ?? { from: 0, to: kept.bytes.length };
    return { bytes: kept.bytes.slice(from, to), etag: kept.etag };
  }

  async getIfChanged(key: string, etag: ETag): Promise<Blob | 'absent' | 'unchanged'> {
    const kept = this.#at(key);
    if (kept === undefined) return 'absent';
    return kept.etag === etag ? 'unchanged' : { bytes: kept.bytes.slice(), etag: kept.etag };
  }

  async createIfAbsent(key: string, bytes: Uint8Array): Promise<{ kind: 'written'; etag: ETag } | { kind: 'refused' }> {
    return this.#at(key) === undefined ? { kind: 'written', etag: this.#write(key, bytes) } : { kind: 'refused' };
  }

  async replaceIf(
    key: string,
    etag: ETag,
    bytes: Uint8Array,
  ): Promise<{ kind: 'written'; etag: ETag } | { kind: 'refused' }> {
    return this.#at(key)?.etag === etag ? { kind: 'written', etag: this.#write(key, bytes) } : { kind: 'refused' };
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    this.#at(key);
    this.#write(key, bytes);
  }

  async list(prefix: string, options?: { readonly after?: string | null; readonly limit?: number }): Promise<ListPage> {
    const after = options?.after ?? '';
    const limit = options?.limit ?? 1_000;
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted(byUnit);
    const entries = keys.slice(0, limit).flatMap((key) => {
      const kept = this.objects.get(key);
      return kept === undefined ? [] : [{ key, size: kept.bytes.length, modifiedAt: kept.modifiedAt }];
    });
    return { entries, next: keys.length > limit ? (entries.at(-1)?.key ?? null) : null };
  }

  async remove(key: string): Promise<void> {
    this.#at(key);
    this.objects.delete(key);
  }

  #at(key: string): Kept | undefined {
    if (key.length > 512 || !key.split('/').every((part) => PART.test(part))) {
      throw new LogFailure(`not a key: ${key}`, { kind: 'invalid', code: 'bloblog/bad-settings' });
    }
    return this.objects.get(key);
  }

  #write(key: string, bytes: Uint8Array): ETag {
    const etag = `w${++this.#writes}`;
    this.objects.set(key, { bytes: bytes.slice(), etag, modifiedAt: this.#clock.now() });
    return etag;
  }
}

function byUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
