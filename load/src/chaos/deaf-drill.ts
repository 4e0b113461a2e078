import { encodeMap, type MindMap } from '@bough/map';
import { isVoid } from '@bough/sync/testing';
import { Artist } from '../bough/artist.ts';
import type { GivenPerson } from '../k6/given.ts';
import { comeAbout } from './come-about.ts';
import { mapOf } from './oracles.ts';

/** Who draws, and where. */
export interface DeafDrillParts {
  readonly url: string;
  readonly given: GivenPerson;
  readonly person: string;
  readonly seed: number;
  /** How many changes the map has. */
  readonly kept: () => Promise<number>;
  /** The map as the server has it. */
  readonly document: () => Promise<string>;
  /** From now on they may only comment. */
  readonly lower: () => Promise<void>;
}

const DRAWN = 8;
const PATIENCE_MS = 30_000;

/**
 * Somebody draws and hears nothing, since their line carries nothing back, until it breaks off. S1: everything of theirs is kept, and the
 * client that comes back knows before it has read it how far it had counted: nothing of it is told as refused. S12: they draw on when they
 * may not any more, and have not heard that: it is refused, and their map is the server's. Answers what is wrong; throws where it did not
 * come about.
 */
export async function deafProblems(parts: DeafDrillParts): Promise<readonly string[]> {
  const { url, given, person, seed, kept, document, lower } = parts;
  let isDeaf = false;
  const refused = new Set<number>();
  const artist = new Artist(url, given, {
    ...{ person, seed, nowMs: () => performance.now() },
    line: () => (text) => (isDeaf ? [] : [text]),
    write: (writes) => {
      // What changes nothing is kept by nobody, and refused by nobody.
      for (const one of writes)
        if (one.kind === 'refused' && !isVoid(one.refused.ops)) refused.add(one.refused.counter);
    },
  });
  const whileDeaf = async (work: () => Promise<void>): Promise<void> => {
    isDeaf = true;
    await work();
    artist.loseLine();
    isDeaf = false;
    await comeAbout(
      'they have heard everything',
      PATIENCE_MS,
      async () => artist.isDone && artist.seq >= (await kept()),
    );
  };
  try {
    await comeAbout('somebody is let in', PATIENCE_MS, () => artist.isLive);
    artist.draw();
    await comeAbout('they are answered', PATIENCE_MS, () => artist.isDone);
    const before = await kept();
    await whileDeaf(async () => {
      for (let n = 0; n < DRAWN; n++) artist.draw();
      await comeAbout('what they draw is kept', PATIENCE_MS, async () => (await kept()) > before);
    });
    const found = [...toldProblems(refused)];
    await whileDeaf(async () => {
      await lower();
      for (let n = 0; n < DRAWN; n++) artist.draw();
    });
    if (refused.size === 0) throw new Error('nobody was refused anything');
    return [...found, ...alikeProblems(shownOf(artist.map), shownOf(mapOf(await document())))];
  } finally {
    artist.stop();
  }
}

/** Nobody else is there, and nothing is refused. */
export function toldProblems(refused: ReadonlySet<number>): readonly string[] {
  if (refused.size === 0) return [];
  return [`S1: ${refused.size} changes of somebody who heard nothing for a while were told as refused`];
}

/** Without what was removed, which only those are told who may bring it back. */
function shownOf(map: MindMap): string {
  return JSON.stringify({ ...(JSON.parse(encodeMap(map)) as object), removed: null });
}

/** What was refused is in nobody's map. */
export function alikeProblems(theirs: string, servers: string): readonly string[] {
  return theirs === servers ? [] : ['S12: somebody who was refused something has another map than the server'];
}
