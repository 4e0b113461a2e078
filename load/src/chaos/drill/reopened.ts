import type { BlobStore } from '@bough/bloblog';
import { comeAbout } from './come-about.ts';
import { type Beginning, beginningOf } from './named.ts';

/** One map, its first place past every way, and what is done to it and to the docstores. */
export interface ReopenedDrillParts {
  readonly log: string;
  readonly first: BlobStore;
  /** Hands over the first change of a page, as a gateway does; the same change whenever that page's is handed over. */
  readonly append: (page: 'one' | 'other') => Promise<unknown>;
  /** Adds an item with so long a text to the map, or gives one another text of that length; resolves when that was acknowledged. */
  readonly add: (length: number) => Promise<void>;
  readonly rewrite: (length: number) => Promise<void>;
  /** Kills the docstores, and starts them. */
  readonly restart: () => Promise<void>;
  /** How many changes the map has. */
  readonly kept: () => Promise<number>;
}

export interface ReopenedDrillSettings {
  /** A tail as long as that is sealed. */
  readonly tailBytes: number;
  /** A map as large as that is not snapshotted with each seal. */
  readonly freshBytes: number;
  readonly patienceMs: number;
}

/** Texts are packed, to three quarters of what they are. */
const ENOUGH = 2;

/**
 * S2: a gateway hands over a change again that it had handed over long before, to a docstore that has opened the map meanwhile, at a checkpoint or
 * at a snapshot: it knows that the change is there. Answers what is wrong; throws where it did not come about.
 */
export async function reopenedProblems(
  parts: ReopenedDrillParts,
  settings: ReopenedDrillSettings,
): Promise<readonly string[]> {
  for (let bytes = 0; bytes < ENOUGH * settings.freshBytes; bytes += settings.tailBytes)
    await parts.add(settings.tailBytes);
  const atCheckpoint = await reopenedAt('checkpoint', () => parts.append('one'), parts, settings);
  // A map that has something twice is written no more.
  if (atCheckpoint.length > 0) return atCheckpoint;
  return await reopenedAt('snapshot', () => parts.append('other'), parts, settings);
}

async function reopenedAt(
  kind: Beginning['kind'],
  append: () => Promise<unknown>,
  { log, first, rewrite, restart, kept }: ReopenedDrillParts,
  { tailBytes, patienceMs }: ReopenedDrillSettings,
): Promise<readonly string[]> {
  await append();
  const known = await kept();
  await comeAbout(`a map begins with a ${kind} that has what was handed over`, patienceMs, async () => {
    await rewrite(tailBytes);
    const beginning = await beginningOf(first, log);
    return beginning.kind === kind && beginning.seq >= known;
  });
  await restart();
  const before = await kept();
  await append().catch(() => undefined);
  const after = await kept();
  if (after === before) return [];
  return [`S2: a change that the map had is kept once more, as number ${after}, since it was opened at a ${kind}`];
}
