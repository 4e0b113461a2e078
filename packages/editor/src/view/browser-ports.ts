import { type Clock, type Ids, makeIds, type Random } from '@bough/base';

/** The browser's clock. */
export const browserClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The browser's cryptographic randomness. */
export const browserRandom: Random = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  fraction: () => {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    return ((high >>> 5) * 0x400_0000 + (low >>> 6)) / 2 ** 53;
  },
};

/** Names from the two above. */
export const browserIds: Ids = makeIds(browserClock, browserRandom);
