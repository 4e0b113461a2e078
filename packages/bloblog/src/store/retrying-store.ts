import { backoffMs, type Clock, Failure, pause, type Random } from '@bough/base';
import { type StoreBackoff } from './store-backoff.ts';
import { type BlobStore, type CallOptions, isStoreFull } from './blob-store.ts';
import { LogFailure } from '../failure.ts';

/**
 * The store with reads, puts, listings and removals tried again while it is unavailable, with backoff, until `giveUpMs` or
 * until the caller's signal; a store that is full is not asked again. Conditional writes pass through once: only `writeHead` knows whether to repeat one.
 */
export function retryingStore(
  inner: BlobStore,
  ports: { readonly clock: Clock; readonly random: Random },
  settings: StoreBackoff,
): BlobStore {
  async function again<T>(key: string, options: CallOptions | undefined, call: () => Promise<T>): Promise<T> {
    const startedMs = ports.clock.monotonic();
    for (let attempt = 0; ; attempt++) {
      try {
        return await call();
      } catch (cause) {
        const isHopeless = !(cause instanceof Failure) || cause.kind !== 'unavailable' || isStoreFull(cause);
        if (isHopeless || options?.signal?.aborted === true) throw cause;
        if (ports.clock.monotonic() - startedMs >= settings.giveUpMs) {
          throw new LogFailure(`the store did not answer for ${settings.giveUpMs} ms: ${key}`, {
            kind: 'unavailable',
            code: 'bloblog/unavailable',
            hint: 'Is the blob store up, and reachable from here?',
            cause,
          });
        }
      }
      await pause(ports.clock, backoffMs(settings, attempt, ports.random));
    }
  }
  return {
    get: (key, options) => again(key, options, () => inner.get(key, options)),
    getIfChanged: (key, etag, options) => again(key, options, () => inner.getIfChanged(key, etag, options)),
    createIfAbsent: (key, bytes, options) => inner.createIfAbsent(key, bytes, options),
    replaceIf: (key, etag, bytes, options) => inner.replaceIf(key, etag, bytes, options),
    put: (key, bytes, options) => again(key, options, () => inner.put(key, bytes, options)),
    list: (prefix, options) => again(prefix, options, () => inner.list(prefix, options)),
    remove: (key, options) => again(key, options, () => inner.remove(key, options)),
  };
}
