import type { FaultyStore } from '../faulty-store.ts';

const OUTAGE_MS = 2_000;
const AFTER_MS = 5_000;
/** Opening anew costs the same however little is written otherwise. */
const REOPENING = 12;

/** The ways to both locations, which of them goes away, and the world around them. */
export interface Storm {
  readonly first: FaultyStore;
  readonly second: FaultyStore;
  /** Whether both go away, asked when one does. */
  isBoth(): boolean;
  /** Lets so much time pass. */
  pass(ms: number): Promise<void>;
  /** Ends the outage. */
  mend(): void;
}

/** L3: while everybody goes on, an outage and what comes after it cost at most twice as many requests as usual. */
export async function checkStorm({ first, second, isBoth, pass, mend }: Storm): Promise<void> {
  const count = async (ms: number): Promise<number> => {
    const before = first.calls + second.calls;
    await pass(ms);
    return first.calls + second.calls - before;
  };
  await pass(AFTER_MS);
  const usual = await count(OUTAGE_MS + AFTER_MS);
  second.isDown = isBoth();
  first.isDown = true;
  const during = await count(OUTAGE_MS);
  mend();
  const after = await count(AFTER_MS);
  if (during + after > 2 * usual + REOPENING) {
    throw new Error(`L3: ${during} requests in an outage, ${after} after it, usual are ${usual}`);
  }
}
