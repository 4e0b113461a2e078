import { setTimeout as sleep } from 'node:timers/promises';
import { Artist } from '../bough/artist.ts';
import type { GivenPerson } from '../k6/given.ts';

/** Who draws, and where. */
export interface DeafDrillParts {
  readonly url: string;
  readonly given: GivenPerson;
  readonly person: string;
  readonly seed: number;
  /** How many changes the map has. */
  readonly kept: () => Promise<number>;
}

const DRAWN = 8;
const [LOOK_MS, PATIENCE_MS] = [50, 30_000];

/**
 * S1: somebody draws and hears nothing, since their line carries nothing back, until it breaks off. Everything of theirs is kept, and the client
 * that comes back knows before it has read it how far it had counted: nothing of it is told as refused. Answers what is wrong; throws where
 * it did not come about.
 */
export async function deafProblems({ url, given, person, seed, kept }: DeafDrillParts): Promise<readonly string[]> {
  let isDeaf = false;
  const refused = new Set<number>();
  const artist = new Artist(url, given, {
    ...{ person, seed, nowMs: () => performance.now() },
    line: () => (text) => (isDeaf ? [] : [text]),
    write: (writes) => {
      for (const one of writes) if (one.kind === 'refused') refused.add(one.refused.counter);
    },
  });
  try {
    await until('somebody is let in', () => artist.isLive);
    artist.draw();
    await until('they are answered', () => artist.isDone);
    const before = await kept();
    isDeaf = true;
    for (let n = 0; n < DRAWN; n++) artist.draw();
    await until('what they draw is kept', async () => (await kept()) > before);
    artist.loseLine();
    isDeaf = false;
    await until('they have heard everything', async () => artist.isDone && artist.seq >= (await kept()));
    return toldProblems(refused);
  } finally {
    artist.stop();
  }
}

/** Nobody else is there, and nothing is refused. */
export function toldProblems(refused: ReadonlySet<number>): readonly string[] {
  if (refused.size === 0) return [];
  return [`S1: ${refused.size} changes of somebody who heard nothing for a while were told as refused`];
}

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const fromMs = performance.now();
  while (!(await holds())) {
    if (performance.now() - fromMs > PATIENCE_MS) throw new Error(`it never came about that ${what}`);
    await sleep(LOOK_MS);
  }
}
