import { randomBytes, randomFillSync, randomInt } from 'node:crypto';
import { type Clock, type Ids, makeIds, type Random } from '@bough/base';

// The one place where a service touches the platform's clock, timers and randomness.

/** The machine's clock. A planned call does not keep the process alive longer than this turn. */
export const platformClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delayMs, run) => {
    // A timer of Node never fires before the next millisecond; what has no delay is done at the end of this turn. It is not unreferenced:
    // such a one waits until something else happens, and an idle service would stand still with work in its hands.
    if (delayMs <= 0) {
      const soon = setImmediate(run);
      return () => clearImmediate(soon);
    }
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

const POOL_BYTES = 4_096;
const pool = new Uint8Array(POOL_BYTES);
let used = POOL_BYTES;

/** Asking the system costs more than the bytes: few are taken from many, each once, and forgotten here when they are given. */
function randomOf(length: number): Uint8Array {
  if (length > POOL_BYTES / 8) return new Uint8Array(randomBytes(length));
  if (used + length > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.slice(used, used + length);
  pool.fill(0, used, used + length);
  used += length;
  return bytes;
}

/** The system's cryptographic generator. */
export const platformRandom: Random = {
  bytes: randomOf,
  fraction: () => randomInt(0x1_0000_0000) / 0x1_0000_0000,
};

/** Ids from the machine's clock and generator. */
export const platformIds: Ids = makeIds(platformClock, platformRandom);

/** All of them, for what takes them as its ports. */
export const platformPorts = { clock: platformClock, random: platformRandom, ids: platformIds };
