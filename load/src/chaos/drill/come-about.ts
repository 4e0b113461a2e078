import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 20;

/** Waits until it holds; throws when that does not come about for so long. */
export async function comeAbout(
  what: string,
  patienceMs: number,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const fromMs = performance.now();
  while (!(await holds())) {
    if (performance.now() - fromMs > patienceMs) throw new Error(`it never came about that ${what}`);
    await sleep(LOOK_MS);
  }
}

/** Changes something until that is acknowledged; answers what came of it. */
export async function changed<T>(change: () => Promise<T>, patienceMs: number): Promise<T> {
  const taken: T[] = [];
  const isTaken = async (): Promise<boolean> => {
    await change().then(
      (answer) => taken.push(answer),
      () => undefined,
    );
    return taken.length > 0;
  };
  await comeAbout('a change is taken', patienceMs, isTaken);
  const [answer] = taken;
  return answer as T;
}
