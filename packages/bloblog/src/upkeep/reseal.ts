import type { BlobStore } from '../store/blob-store.ts';
import { LogFailure } from '../failure.ts';
import { HEADS, LATE } from '../objects/keys.ts';
import { entriesBelow } from '../store/entries-below.ts';
import { keyIdOf } from '../store/sealed-store.ts';

const PREFIXES = [HEADS, 'logs/', LATE] as const;
const ATTEMPTS = 20;

/**
 * Seals every object of a location with its newest key that is sealed with another one: then the old keys may go. Writers go
 * on meanwhile: heads are replaced under their ETags. `raw` is what `sealed` stands on. Answers how many it sealed anew. What is
 * damaged is told and left as it is; the others go on.
 */
export async function resealAll(
  raw: BlobStore,
  sealed: BlobStore,
  newestKeyId: string,
  onDamaged: (key: string, failure: LogFailure) => void,
): Promise<number> {
  let count = 0;
  const isSealedAnew = async (key: string): Promise<boolean> => {
    try {
      return await reseal(raw, sealed, key, newestKeyId);
    } catch (failure) {
      if (!(failure instanceof LogFailure) || failure.kind !== 'corrupt') throw failure;
      onDamaged(key, failure);
      return false;
    }
  };
  for (const prefix of PREFIXES) {
    for await (const { key } of entriesBelow(raw, prefix)) if (await isSealedAnew(key)) count++;
  }
  return count;
}

async function reseal(raw: BlobStore, sealed: BlobStore, key: string, newestKeyId: string): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const there = await raw.get(key);
    if (there === null || keyIdOf(key, there.bytes) === newestKeyId) return false;
    const blob = await sealed.get(key);
    if (blob === null) return false;
    if (!key.startsWith(HEADS)) {
      await sealed.put(key, blob.bytes);
      return true;
    }
    if ((await sealed.replaceIf(key, blob.etag, blob.bytes)).kind === 'written') return true;
  }
  throw new LogFailure(`${key} is written to all the time`, { kind: 'unavailable', code: 'bloblog/unavailable' });
}
