import { setTimeout as sleep } from 'node:timers/promises';
import { platformIds } from '@bough/service';
import { isAnswer, Line } from '../line.ts';
import { type AccessDrillParts, letIn, whoIs } from './access.ts';
import { comeAbout } from './come-about.ts';
import type { HeadDrillParts } from './heads.ts';
import { mustHead } from './named.ts';

export interface RepeatDrillParts extends AccessDrillParts, Pick<HeadDrillParts, 'change' | 'first' | 'held'> {}

const PATIENCE_MS = 30_000;
/** What was sent has come to docstore after this. */
const SENT_MS = 500;
/** What is answered too early is answered within this. */
const EARLY_MS = 2_000;

/**
 * S1: somebody's change has its number, and waits until another one is written; their line breaks off, and they send it again. It is answered
 * when it is written itself, not when the other one is. Answers what is wrong; throws where it did not come about.
 */
export async function repeatProblems({
  owner,
  map,
  first,
  held,
  change,
}: RepeatDrillParts): Promise<readonly string[]> {
  const visitor = await letIn({ owner, map });
  const person = await whoIs(visitor, map);
  const client = platformIds.short();
  const id = platformIds.short();
  const ops = [{ kind: 'message', id, text: 'Once' }];
  const say = async (): Promise<{ readonly line: Line; readonly counter: number }> => {
    const line = await Line.open(visitor, map, { client });
    const welcome = await line.welcome();
    if (welcome === null) throw new Error('nobody was welcomed');
    const counter = line.submit(1, ops);
    await sleep(SENT_MS);
    return { line, counter };
  };
  const isHeld = (): Promise<void> => comeAbout('a head is held back', PATIENCE_MS, () => held.waiting > 0);
  held.hold(1);
  const other = change().catch(() => null);
  try {
    await isHeld();
    (await say()).line.close();
    const { line, counter } = await say();
    held.release();
    held.hold(1);
    await isHeld();
    const answer = await line.heard(
      (frame) => isAnswer(frame, { person, counter }) || (frame.kind === 'seen' && frame.counter >= counter),
      EARLY_MS,
    );
    const { tail } = (await mustHead(first, map)).head;
    line.close();
    return earlyProblems({ isAnswered: answer !== null, isWritten: tail.some((written) => written.includes(id)) });
  } finally {
    held.release();
    await other;
  }
}

/** Nothing is answered that is not written. */
export function earlyProblems(change: {
  readonly isAnswered: boolean;
  readonly isWritten: boolean;
}): readonly string[] {
  if (!change.isAnswered || change.isWritten) return [];
  return ['S1: a change that was sent again was answered before it was written'];
}
