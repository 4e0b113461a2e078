import type { Random } from '@bough/base';
import { VirtualClock } from '@bough/base/testing';
import { sealedStore, type SealingKeys } from '../../store/sealed-store.ts';
import { MemoryStore } from '../../store/memory-store.ts';
import { toyCiphers } from '../toy-ports.ts';

const KINDS = ['heads/', '/segments/', '/snapshots/'] as const;

/** What S10 looks at: the objects of one location as they stand there, its keys, and keys that must not open them. */
export interface SealEvidence {
  readonly raw: MemoryStore;
  readonly keys: SealingKeys;
  readonly foreign: SealingKeys;
  readonly random: Random;
}

/**
 * S10: of each kind of object one is taken, and must be opened by its own key alone, in its own place alone, and with no bit
 * turned. Answers how many kinds there were; throws what is broken.
 */
export async function checkSeals({ raw, keys, foreign, random }: SealEvidence): Promise<number> {
  let seen = 0;
  for (const kind of KINDS) {
    const all = [...raw.objects.keys()].filter((key) => key.includes(kind));
    const key = all[Math.floor(random.fraction() * all.length)];
    const bytes = key === undefined ? undefined : raw.objects.get(key)?.bytes;
    if (key === undefined || bytes === undefined) continue;
    seen++;
    const opens = async (place: string, what: Uint8Array, by: SealingKeys): Promise<boolean> => {
      const scratch = new MemoryStore(new VirtualClock());
      await scratch.put(place, what);
      const store = sealedStore(scratch, by, { ciphers: toyCiphers, random });
      return store.get(place).then(
        () => true,
        () => false,
      );
    };
    if (!(await opens(key, bytes, keys))) throw new Error(`S10: ${key} is not opened by its own key`);
    if (await opens(key, bytes, foreign)) throw new Error(`S10: ${key} is opened by the other location's key`);
    const elsewhere = all.find((each) => each !== key) ?? `${key}x`;
    if (await opens(elsewhere, bytes, keys)) throw new Error(`S10: ${key} is opened in the place of ${elsewhere}`);
    const turned = bytes.slice();
    const at = Math.floor(random.fraction() * bytes.length);
    turned[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random.fraction() * 8));
    if (await opens(key, turned, keys)) throw new Error(`S10: ${key} is opened with a bit of byte ${at} turned`);
  }
  return seen;
}
