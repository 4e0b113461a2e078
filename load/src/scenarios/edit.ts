import type { Benchmark } from '../benchmark.ts';
import { numberOf } from '../bough/k6.ts';
import { runRooms } from '../bough/rooms-load.ts';

/**
 * A change waits up to 160 ms for what others write where more than five write in one map: half the processor and the writes (batching.ts of
 * the gateway). Then it is written, and shown.
 */
const SEEN_MS = 250;

/** People who draw together. */
export const benchmark: Benchmark = {
  name: 'edit',
  what: '10 rooms x 10 people who type and drag, 2 changes a second each, pointers moving: all of it kept, seen within a quarter of a second (p99)',
  isForStacks: true,
  run: async ({ quick, guard, stack, say }) =>
    await runRooms(
      {
        rooms: 10,
        each: 10,
        perUser: 10,
        cursorEveryMs: 200,
        changeEveryMs: 500,
        arriveMs: 5_000,
        // With the arrival 20 seconds, as `npm test` runs it.
        steadyMs: quick ? 15_000 : 60_000,
        settleMs: 10_000,
        lookAtOneIn: 5,
        thresholds: guard ? {} : { delivery_ms: [`p(99)<=${SEEN_MS}`], acknowledged_ms: [`p(95)<=${SEEN_MS}`] },
        judge: (measured) => [
          {
            name: 'changes seen, p99',
            value: numberOf(measured, 'delivery_ms', 'p(99)'),
            unit: 'ms',
            bar: { atMost: SEEN_MS },
          },
          {
            name: 'acknowledged, p95',
            value: numberOf(measured, 'acknowledged_ms', 'p(95)'),
            unit: 'ms',
            bar: { atMost: SEEN_MS },
          },
        ],
      },
      { stack, say },
    ),
};
