import { setTimeout as sleep } from 'node:timers/promises';
import { Artist } from '../bough/artist.ts';
import { personOf } from '../bough/record.ts';
import type { GivenPerson } from '../k6/given.ts';

const LIVE_LONGEST_MS = 60_000;

/** Somebody's tab with their map, for hours. */
export async function openTab(url: string, given: GivenPerson, seed: number): Promise<Artist> {
  const facts = { person: await personOf(url, given), seed, nowMs: () => performance.now(), isRecorded: false };
  return new Artist(url, given, facts);
}

/** Opens the map, looks at it for a while and closes it. */
export async function lookInto(url: string, given: GivenPerson, forMs: number): Promise<void> {
  const tab = await openTab(url, given, 1);
  try {
    const fromMs = performance.now();
    while (!tab.isLive) {
      if (performance.now() - fromMs > LIVE_LONGEST_MS) throw new Error('a map that somebody opens does not come');
      await sleep(50);
    }
    await sleep(forMs);
  } finally {
    tab.stop();
  }
}
