import { parseBase64Url } from '@bough/base';
import {
  type BlobStore,
  DEFAULT_SETTINGS,
  type Head,
  logNames,
  MemoryStore,
  objectsOf,
  readHead,
  sealedStore,
  type SealingKeys,
} from '@bough/bloblog';
import { nodeCiphers, openS3Store } from '@bough/blobs';
import { platformClock, platformRandom } from '@bough/service';
import { LOG_PORTS } from '../bough/log-ports.ts';
import type { FullStack } from '../bough/full-stack.ts';

/** A tail that is so many times as long as one that is to be sealed was not sealed for long, however often that had failed. */
const MOST_TAILS = 16;

/** What is wrong with the objects of the first location, though all of them can be read. */
export async function objectProblems({ places, docstoreSettings }: FullStack): Promise<readonly string[]> {
  const raw = await openS3Store(places.stores.first);
  try {
    const keys = keysOf(docstoreSettings['BOUGH_BLOBS_KEYS'] ?? '');
    const store = opened(raw, keys);
    const found: string[] = [];
    for await (const log of logNames(raw)) {
      const head = (await readHead({ ports: LOG_PORTS, store }, log))?.head;
      if (head === undefined) continue;
      found.push(...headProblems(head));
      const [one, other] = objectsOf(head);
      if (one !== undefined && other !== undefined && (await opensElsewhere({ raw, keys }, one, other)))
        found.push(`S10: ${one} opens under the name of ${other}, too`);
    }
    return found;
  } finally {
    raw.close();
  }
}

/** S6, S11, R1: what two writers seal never has one name, a moment of the past takes one keyframe and one segment, and tails are sealed. */
export function headProblems(
  head: Pick<Head, 'log' | 'segments' | 'keyframes' | 'start' | 'tail'>,
  tailBytes = DEFAULT_SETTINGS.tailBytes,
): readonly string[] {
  const { log, segments, keyframes, tail } = head;
  const keys = objectsOf(head as Head);
  const found: string[] = [];
  const bytes = tail.reduce((sum, line) => sum + line.length + 1, 0);
  if (bytes > MOST_TAILS * tailBytes) found.push(`R1: ${bytes} bytes of ${log} are not sealed`);
  for (const { from, to, id } of segments) {
    const which = `the segment ${from}..${to} of ${log}`;
    if (!keys.some((key) => key.includes(id))) found.push(`S6: ${which} has the name that others would give to theirs`);
    const past = keyframes.find(({ seq }) => from <= seq && seq < to);
    if (past !== undefined) found.push(`S11: ${which} goes on past the keyframe at ${past.seq}`);
  }
  return found;
}

/** S10: whether what is sealed under one name would open under the other. */
export async function opensElsewhere(
  { raw, keys }: { readonly raw: Pick<BlobStore, 'get'>; readonly keys: SealingKeys },
  one: string,
  other: string,
): Promise<boolean> {
  const sealed = await raw.get(one);
  if (sealed === null) return false;
  const moved = new MemoryStore(platformClock);
  await moved.put(other, sealed.bytes);
  return await opened(moved, keys)
    .get(other)
    .then(
      () => true,
      () => false,
    );
}

/** The store as docstore has it: what it reads is what was sealed. */
export function opened(raw: BlobStore, keys: SealingKeys): BlobStore {
  return sealedStore(raw, keys, { ciphers: nodeCiphers, random: platformRandom });
}

/** As the settings say them: `id:key, id:key`. */
export function keysOf(text: string): SealingKeys {
  return text.split(',').map((one) => {
    const [id = '', key = ''] = one.trim().split(':');
    return { id, bytes: parseBase64Url(key) ?? new Uint8Array() };
  });
}
