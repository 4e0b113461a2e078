import type { VirtualClock } from '@bough/base/testing';

const TURNS = 40;
const MOST_IDLE_ROUNDS = 50;

/** Lets promises run on as far as they can without the clock. */
export async function settle(): Promise<void> {
  for (let i = 0; i < TURNS; i++) await Promise.resolve();
}

/** What `work` comes to, with the clock moved on whenever nothing else can happen. Throws when nothing ever will. */
export async function runVirtual<T>(clock: VirtualClock, work: Promise<T>): Promise<T> {
  let isDone = false;
  const end = (): void => {
    isDone = true;
  };
  work.then(end, end);
  for (let idle = 0; !isDone;) {
    await settle();
    if (isDone) break;
    idle = clock.step() ? 0 : idle + 1;
    if (idle > MOST_IDLE_ROUNDS) throw new Error('stuck: nothing is planned, and nothing happens');
  }
  return work;
}
