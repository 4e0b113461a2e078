import { must } from '@bough/base';
import { encodeMap, type MindMap, type Op, parseOps } from '@bough/map';
import type { Artist } from '../../bough/artist.ts';
import type { GivenPerson } from '../../k6/given.ts';
import { comeAbout } from './come-about.ts';

/** Somebody who may draw in a map, and how far that has come. */
export interface Drawing {
  readonly url: string;
  readonly given: GivenPerson;
  readonly person: string;
  readonly seed: number;
  /** How many changes the map has. */
  readonly kept: () => Promise<number>;
  /** The map as the server has it. */
  readonly document: () => Promise<string>;
}

/** One change with that op. */
export function draw(artist: Artist, op: object): void {
  const ops: readonly Op[] = must(parseOps([op]));
  artist.draw(() => ops);
}

/** Waits until everything of theirs is answered, and they have what the map has. */
export async function hasEverything(artist: Artist, kept: Drawing['kept'], patienceMs: number): Promise<void> {
  await comeAbout('they have everything', patienceMs, async () => artist.isDone && artist.seq >= (await kept()));
}

/** Without what was removed, which only those are told who may bring it back. */
export function shownOf(map: MindMap): string {
  return JSON.stringify({ ...(JSON.parse(encodeMap(map)) as object), removed: null });
}
