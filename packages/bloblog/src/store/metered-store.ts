import type { BlobStore } from './blob-store.ts';

/** The calls that a store knows. */
export type StoreCall = keyof BlobStore;

/** Told about every call when it has ended. */
export interface StoreMeter {
  /** `up` and `down`: bytes sent and received. `outcome`: what came back, in a word. */
  record(call: StoreCall, measured: { outcome: string; tookMs: number; up: number; down: number }): void;
}

/** The store with every call measured. */
export function meteredStore(inner: BlobStore, meter: StoreMeter, clock: { monotonic(): number }): BlobStore {
  async function measure<T>(
    call: StoreCall,
    up: number,
    run: () => Promise<T>,
    read: (answer: T) => { outcome: string; down: number },
  ): Promise<T> {
    const startedMs = clock.monotonic();
    try {
      const answer = await run();
      meter.record(call, { ...read(answer), tookMs: clock.monotonic() - startedMs, up });
      return answer;
    } catch (error) {
      meter.record(call, { outcome: 'failed', down: 0, tookMs: clock.monotonic() - startedMs, up });
      throw error;
    }
  }
  const put = (answer: { readonly kind: string }): { outcome: string; down: number } => ({
    outcome: answer.kind,
    down: 0,
  });
  const done = (): { outcome: string; down: number } => ({ outcome: 'done', down: 0 });
  return {
    get: (key, options) =>
      measure(
        'get',
        0,
        () => inner.get(key, options),
        (blob) => ({
          outcome: blob === null ? 'absent' : 'found',
          down: blob?.bytes.length ?? 0,
        }),
      ),
    getIfChanged: (key, etag, options) =>
      measure(
        'getIfChanged',
        0,
        () => inner.getIfChanged(key, etag, options),
        (found) =>
          typeof found === 'string' ? { outcome: found, down: 0 } : { outcome: 'found', down: found.bytes.length },
      ),
    createIfAbsent: (key, bytes, options) =>
      measure('createIfAbsent', bytes.length, () => inner.createIfAbsent(key, bytes, options), put),
    replaceIf: (key, etag, bytes, options) =>
      measure('replaceIf', bytes.length, () => inner.replaceIf(key, etag, bytes, options), put),
    put: (key, bytes, options) => measure('put', bytes.length, () => inner.put(key, bytes, options), done),
    list: (prefix, options) => measure('list', 0, () => inner.list(prefix, options), done),
    remove: (key, options) => measure('remove', 0, () => inner.remove(key, options), done),
  };
}
