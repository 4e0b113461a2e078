import { isVoid } from '@bough/sync/testing';
import { Artist } from '../../bough/artist.ts';
import { comeAbout } from './come-about.ts';
import { type Drawing, hasEverything, shownOf } from './drawing.ts';
import { mapOf } from '../oracles.ts';

/** Who draws, and where. */
export interface DeafDrillParts extends Drawing {
  /** From now on they may only comment. */
  readonly lower: () => Promise<void>;
}

const DRAWN = 8;
const PATIENCE_MS = 30_000;
/** The reason of a refusal that a client takes for granted. */
const UNSAID = 'unknown';

/**
 * S1: somebody draws and hears nothing, since their line carries nothing back, until it breaks off. Everything of theirs is kept, and the client
 * that comes back knows before it has read it how far it had counted: nothing of it is told as refused. S12: they draw on when they may not
 * any more and have not been told so: that is refused, and their map is the server's. Answers what is wrong; throws where it did not come
 * about.
 */
export async function deafProblems(parts: DeafDrillParts): Promise<readonly string[]> {
  const { url, given, person, seed, kept, document, lower } = parts;
  let unheard: 'nothing' | 'everything' | 'role' = 'nothing';
  const refused = new Map<number, string>();
  const artist = new Artist(url, given, {
    ...{ person, seed, nowMs: () => performance.now() },
    line: () => (text) => (unheard === 'everything' || text.startsWith(`{"kind":"${unheard}"`) ? [] : [text]),
    write: (writes) => {
      // What changes nothing is kept by nobody, and refused by nobody.
      for (const one of writes)
        if (one.kind === 'refused' && !isVoid(one.refused.ops)) refused.set(one.refused.counter, one.refused.reason);
    },
  });
  const answered = (): Promise<void> => hasEverything(artist, kept, PATIENCE_MS);
  const draw = (): void => {
    for (let n = 0; n < DRAWN; n++) artist.draw();
  };
  try {
    await comeAbout('somebody is let in', PATIENCE_MS, () => artist.isLive);
    artist.draw();
    await answered();
    const before = await kept();
    unheard = 'everything';
    draw();
    await comeAbout('what they draw is kept', PATIENCE_MS, async () => (await kept()) > before);
    artist.loseLine();
    unheard = 'role';
    await answered();
    const found = [...toldProblems(refused)];
    await lower();
    draw();
    await answered();
    if (refused.size === 0) throw new Error('nobody was refused anything');
    return [...found, ...alikeProblems(shownOf(artist.map), shownOf(mapOf(await document())))];
  } finally {
    artist.stop();
  }
}

/** No server said so: what one does says why, such as that nobody may change the words of others. */
export function toldProblems(refused: ReadonlyMap<number, string>): readonly string[] {
  const count = [...refused.values()].filter((reason) => reason === UNSAID).length;
  return count === 0 ? [] : [`S1: ${count} changes of somebody who heard nothing for a while were told as refused`];
}

/** What was refused is in nobody's map. */
export function alikeProblems(theirs: string, servers: string): readonly string[] {
  return theirs === servers ? [] : ['S12: somebody who was refused something has another map than the server'];
}
