import { platformIds } from '@bough/service';
import { Artist } from '../../bough/artist.ts';
import { isChanges } from '../crooked-line.ts';
import { mapOf } from '../oracles.ts';
import { comeAbout } from './come-about.ts';
import { draw, type Drawing, hasEverything, shownOf } from './drawing.ts';

/** Who writes, and where. */
export interface DoubledDrillParts extends Drawing {
  /** Somebody else changes the map; resolves when that is kept. */
  readonly change: (op: object) => Promise<unknown>;
}

const PATIENCE_MS = 30_000;
/** There, what somebody else puts before it, what is written into it, and what has to come of it. */
const [WORDS, BEFORE, INTO, ALL] = ['abcdefgh', '123', '!', '123a!bcdefgh'];

/**
 * S12: somebody writes into a text that somebody else writes into, and hears of that twice, while what they wrote waits to be sent: it comes to
 * stand where they wrote it, for everybody. Answers what is wrong; throws where it did not come about.
 */
export async function doubledProblems(parts: DoubledDrillParts): Promise<readonly string[]> {
  const { url, given, person, seed, change, kept, document } = parts;
  const line = new DoublingLine();
  const artist = new Artist(url, given, {
    ...{ person, seed, nowMs: () => performance.now() },
    line: () => (text) => line.carry(text),
  });
  const caughtUp = (): Promise<void> => hasEverything(artist, kept, PATIENCE_MS);
  const id = platformIds.short();
  const write = (at: number, insert: string): object => ({ kind: 'splice', id, field: 'text', at, remove: 0, insert });
  try {
    await comeAbout('somebody is let in', PATIENCE_MS, () => artist.isLive);
    await change({ kind: 'add', id, parent: null, order: 'a0', fields: { text: WORDS } });
    await caughtUp();
    line.hold();
    await change(write(0, BEFORE));
    await comeAbout('a change is held back', PATIENCE_MS, () => line.isHeld);
    const sent = artist.sent.length;
    draw(artist, { kind: 'message', id: platformIds.short(), text: 'Here I am' });
    await comeAbout('a change is sent', PATIENCE_MS, () => artist.sent.length > sent);
    draw(artist, write(1, INTO));
    if (!line.isHeld) throw new Error('what was sent was answered before more was written');
    await caughtUp();
    return placedProblems(shownOf(artist.map), shownOf(mapOf(await document())));
  } finally {
    artist.stop();
  }
}

/** Both maps have the words where they were written. */
export function placedProblems(theirs: string, servers: string): readonly string[] {
  if (theirs === servers && servers.includes(`"${ALL}"`)) return [];
  return ['S12: what somebody wrote who heard a change twice does not stand where they wrote it'];
}

/** A line on which changes wait, when that is asked for, until the next ones come, and then come twice before them. */
export class DoublingLine {
  #isHolding = false;
  #held: string | null = null;

  /** The next changes wait here. */
  get isHeld(): boolean {
    return this.#held !== null;
  }

  hold(): void {
    this.#isHolding = true;
  }

  /** What comes out of it when this goes in. */
  carry(text: string): readonly string[] {
    const held = this.#held;
    if (!this.#isHolding || !isChanges(text)) return [text];
    if (held === null) {
      this.#held = text;
      return [];
    }
    [this.#isHolding, this.#held] = [false, null];
    return [held, held, text];
  }
}
