import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers';
import type { Clock, Random } from '@bough/base';
import { seededRandom } from '@bough/base/testing';

/** The platform's clock, whose planned calls keep no process alive, and randomness from a seed, for tests against real disks and real servers. */
export const testPorts: { readonly clock: Clock; readonly random: Random } = {
  clock: {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after: (delayMs, run) => {
      const timer = setTimeout(run, delayMs).unref();
      return () => clearTimeout(timer);
    },
  },
  random: seededRandom(1),
};
