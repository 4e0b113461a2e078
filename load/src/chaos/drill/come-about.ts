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
