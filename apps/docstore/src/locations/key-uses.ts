import { tryUtf8Decode, utf8Encode } from '@bough/base';
import { type BlobStore, HEADS } from '@bough/bloblog';

// How often a key has sealed. AES-256-GCM with random nonces holds for 2^32 uses of a key (NIST SP 800-38D, 8.3), so uses are counted, and never
// too few: an object `key-uses/KEY` of the location has a number that all processes together have not yet reached. Each adds thousands to it, under its ETag,
// before it uses them; one that is killed leaves some of them unused. So counting costs a write for thousands of changes. Nothing of it is
// secret, and it is not sealed.

/** So many uses are noted by one write. */
export const USES_AT_ONCE = 2 ** 14;
/** What a key may have sealed where nobody counted: an older Bough would have written a hundred changes a second for a month. */
const UNCOUNTED = 2 ** 28;
/** From here on a key is to be rotated: a quarter of what it is good for. */
export const WORN_USES = 2 ** 30;
const ATTEMPTS = 20;
/** After a note that failed the next one is tried so many uses later. */
const PATIENCE = 256;

type CountStore = Pick<BlobStore, 'get' | 'list' | 'createIfAbsent' | 'replaceIf'>;

/** Counts what one key seals in one location. */
export interface KeyUses {
  /** The key is about to seal something. */
  note(): void;
  /** How often it has been used at most, by all processes as this one knows. */
  readonly count: () => number;
}

/** Begins to count, with the first uses noted where storage takes that; where it does not, it is tried again while the key is used. */
export async function openKeyUses(store: CountStore, keyId: string): Promise<KeyUses> {
  let [noted, left, patience] = [0, 0, 0];
  let isNoting = false;
  const more = async (): Promise<void> => {
    isNoting = true;
    try {
      const amount = USES_AT_ONCE + Math.max(0, -left);
      noted = await raised(store, `key-uses/${keyId}`, amount);
      left += amount;
    } catch {
      // What cannot be written now is counted here: `left` is below zero then.
      patience = PATIENCE;
    } finally {
      isNoting = false;
    }
  };
  await more();
  return {
    note() {
      left--;
      if (left < USES_AT_ONCE / 2 && !isNoting && --patience < 0) void more();
    },
    count: () => noted + Math.max(0, -left),
  };
}

/** Raises the number in storage by so much; answers what it is then. */
async function raised(store: CountStore, key: string, amount: number): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const there = await store.get(key);
    const before = there === null ? await uncounted(store) : (tryCount(there.bytes) ?? UNCOUNTED);
    const bytes = utf8Encode(String(before + amount));
    // One whose answer is lost may have been written: then it counts twice, which is too much and not too little.
    const outcome = await (there === null ? store.createIfAbsent(key, bytes) : store.replaceIf(key, there.etag, bytes));
    if (outcome.kind === 'written') return before + amount;
  }
  throw new Error('others raise it all the time');
}

async function uncounted(store: CountStore): Promise<number> {
  const { entries } = await store.list(HEADS, { limit: 1 });
  return entries.length === 0 ? 0 : UNCOUNTED;
}

function tryCount(bytes: Uint8Array): number | null {
  const text = tryUtf8Decode(bytes) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}
