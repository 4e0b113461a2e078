import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobStore } from '@bough/bloblog';
import { comeAbout } from './come-about.ts';
import { unkeptProblems } from './named.ts';

/** One map, its first place past every way, and who hands changes over. */
export interface RepeatDrillParts {
  readonly log: string;
  readonly first: BlobStore;
  /**
   * Hands over the first change of a page to the docstore that has the map, as a gateway does; answers up to which number everything is
   * acknowledged. The same page hands over the same change.
   */
  readonly append: (page: 'one' | 'other') => Promise<number>;
  /** Heads on their way to the first location are held back, until `release`. */
  readonly held: { readonly hold: () => void; readonly release: () => void; readonly waiting: number };
}

export interface RepeatDrillSettings {
  readonly patienceMs: number;
  /** A docstore has taken what it was asked within this, and a store has answered. */
  readonly answerMs: number;
}

/**
 * S1: a change waits for a write that has not begun, since another one is under way, and its gateway asks again, as after a broken line: it is
 * acknowledged when its own write is done, not when the other one is. Answers what is wrong; throws where it did not come about.
 */
export async function repeatProblems(
  { log, first, append, held }: RepeatDrillParts,
  { patienceMs, answerMs }: RepeatDrillSettings,
): Promise<readonly string[]> {
  const asked: Promise<unknown>[] = [];
  const ask = (page: 'one' | 'other'): Promise<number | null> => {
    const answer = append(page).catch(() => null);
    asked.push(answer);
    return answer;
  };
  const isHeld = (): boolean => held.waiting > 0;
  held.hold();
  try {
    const before = ask('one');
    await comeAbout('a head is held back', patienceMs, isHeld);
    void ask('other');
    await sleep(answerMs);
    const again = ask('other');
    await sleep(answerMs);
    held.release();
    held.hold();
    if ((await before) === null) throw new Error('a change was not kept');
    await comeAbout('the next head is held back', patienceMs, isHeld);
    const seq = await Promise.race([again, sleep(answerMs, null)]);
    return await unkeptProblems({ first, log }, seq, 'to those who asked again');
  } finally {
    held.release();
    await Promise.all(asked);
  }
}
