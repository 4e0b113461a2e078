import type { BlobStore } from '@bough/bloblog';
import { comeAbout } from './come-about.ts';
import { checkpointOf } from './named.ts';

/** One map, its first place past every way, and what is done to it and to the docstores. */
export interface ReopenedDrillParts {
  readonly log: string;
  readonly first: BlobStore;
  /** Hands over the first change of a page, as a gateway does; the same change whenever it is called. */
  readonly append: () => Promise<unknown>;
  /** Adds an item with so long a text to the map; resolves when that was acknowledged. */
  readonly add: (length: number) => Promise<void>;
  /** Kills the docstores, and starts them. */
  readonly restart: () => Promise<void>;
  /** How many changes the map has. */
  readonly kept: () => Promise<number>;
}

export interface ReopenedDrillSettings {
  /** A tail as long as that is sealed. */
  readonly tailBytes: number;
  readonly patienceMs: number;
}

/**
 * S2: a gateway hands over a change again that it had handed over long before, to a docstore that has opened the map meanwhile at one of its
 * checkpoints: it knows that the change is there. Answers what is wrong; throws where it did not come about.
 */
export async function reopenedProblems(
  { log, first, append, add, restart, kept }: ReopenedDrillParts,
  { tailBytes, patienceMs }: ReopenedDrillSettings,
): Promise<readonly string[]> {
  await append();
  const known = await kept();
  await comeAbout('a map is opened at a checkpoint that has it', patienceMs, async () => {
    await add(tailBytes);
    return ((await checkpointOf(first, log)) ?? 0) >= known;
  });
  await restart();
  const before = await kept();
  await append().catch(() => undefined);
  return repeatedProblems(before, await kept());
}

/** What was there already makes no number of its own. */
function repeatedProblems(before: number, after: number): readonly string[] {
  if (after === before) return [];
  return [`S2: a change that the map had was kept once more, as number ${after}, after its docstore had started anew`];
}
