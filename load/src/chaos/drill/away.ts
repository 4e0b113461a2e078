import { setTimeout as sleep } from 'node:timers/promises';
import type { FullStack } from '../../bough/full-stack.ts';
import { Storms } from '../storms.ts';

/** Long enough for pauses to have grown. */
const AWAY_MS = 4_000;

/** L3: the first location is away while somebody wants something kept: it is asked again with pauses. Answers what is wrong. */
export async function awayProblems(
  { docstores, ways }: Pick<FullStack, 'docstores' | 'ways'>,
  change: () => Promise<unknown>,
): Promise<readonly string[]> {
  const storms = new Storms(docstores, () => performance.now());
  await ways.first.cut();
  const isOver = await storms.begin('the first location is away');
  const changing = change().catch(() => undefined);
  await sleep(AWAY_MS);
  await isOver();
  await ways.first.mend();
  await changing;
  return storms.problems;
}
