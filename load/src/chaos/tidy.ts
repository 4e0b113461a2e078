import { setTimeout as sleep } from 'node:timers/promises';

/** Somebody whose browser is looked into when all is well. */
interface Keeping {
  readonly id: string;
  /** They were told that both locations have all that they have. */
  readonly isTold: boolean;
  /** What their browser keeps and should not. */
  readonly left: readonly string[];
}

/** How long everybody may take to be told, and then to put away what they were told. */
interface Patience {
  readonly toldMs: number;
  readonly tidyMs: number;
}

const PATIENCE: Patience = { toldMs: 60_000, tidyMs: 20_000 };
const LOOK_MS = 20;

/**
 * S1, S18, L7: what stays in browsers though all is well, and who is not told that the second location has caught up. Nothing is looked for
 * before that is told: somebody would always have just heard what their browser had no time yet to put away.
 */
export async function tidyProblems(people: readonly Keeping[], patience = PATIENCE): Promise<readonly string[]> {
  await until(() => people.every(({ isTold }) => isTold), patience.toldMs);
  await until(() => people.every(({ left }) => left.length === 0), patience.tidyMs);
  return people.flatMap(({ id, isTold, left }) => [
    ...(isTold ? [] : [`L7: ${id} is not told that the second location has everything`]),
    ...left,
  ]);
}

async function until(holds: () => boolean, longestMs: number): Promise<void> {
  const fromMs = performance.now();
  while (!holds() && performance.now() - fromMs < longestMs) await sleep(LOOK_MS);
}
