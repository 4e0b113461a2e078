import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobStore } from '@bough/bloblog';
import { changed, comeAbout } from './come-about.ts';
import { mustHead } from './named.ts';

/** One map, both of its places past every way, and what is done to the heads of the second. */
export interface MirrorDrillParts {
  readonly log: string;
  readonly first: BlobStore;
  readonly second: BlobStore;
  /** Changes the map once; throws where that was not acknowledged. */
  readonly change: () => Promise<unknown>;
  /** The next head on its way to the second location is held back, until `release`. */
  readonly held: { readonly hold: (atMost: number) => void; readonly release: () => void; readonly waiting: number };
  /** The docstore that has the map. Another one takes it over while this one is frozen. */
  readonly owner: { readonly freeze: () => void; readonly thaw: () => void };
}

export interface MirrorDrillSettings {
  readonly patienceMs: number;
  /** A docstore that goes on has done by then what it was about to do. */
  readonly lookMs: number;
}

const LOOK_MS = 20;

/**
 * S9: a docstore is frozen while it brings a head to the second location, another one takes the map over and brings newer ones, and the first
 * goes on: what the second location has is never less than it had. Answers what is wrong; throws where it did not come about.
 */
export async function mirrorProblems(
  { log, first, second, change, held, owner }: MirrorDrillParts,
  { patienceMs, lookMs }: MirrorDrillSettings,
): Promise<readonly string[]> {
  const seqIn = async (place: BlobStore): Promise<number> => (await mustHead(place, log)).head.seq;
  const caughtUp = (): Promise<void> =>
    comeAbout(
      'the second location has caught up',
      patienceMs,
      async () => (await seqIn(second)) >= (await seqIn(first)),
    );
  await changed(change, patienceMs);
  await caughtUp();
  held.hold(1);
  try {
    await changed(change, patienceMs);
    await comeAbout('a head is held back', patienceMs, () => held.waiting > 0);
    owner.freeze();
    await changed(change, patienceMs);
    await changed(change, patienceMs);
    await caughtUp();
    held.release();
    owner.thaw();
    return await lookBack(() => seqIn(second), lookMs);
  } finally {
    held.release();
    owner.thaw();
  }
}

/** Looks at it for so long. */
async function lookBack(seq: () => Promise<number>, lookMs: number): Promise<readonly string[]> {
  const fromMs = performance.now();
  for (let most = 0; performance.now() - fromMs < lookMs; await sleep(LOOK_MS)) {
    const now = await seq();
    if (now < most) return [`S9: the second location had ${most} changes, and then only ${now}`];
    most = now;
  }
  return [];
}
