import type { Benchmark } from '../benchmark.ts';
import { numberOf } from '../bough/k6.ts';
import { runRooms } from '../bough/rooms-load.ts';

/** People who draw together. */
export const benchmark: Benchmark = {
  name: 'edit',
  what: '10 rooms x 10 people who type and drag, 2 changes a second each, pointers moving: all of it kept, seen within 100 ms (p99)',
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
        thresholds: guard ? {} : { delivery_ms: ['p(99)<=100'], acknowledged_ms: ['p(95)<=100'] },
        judge: (measured) => [
          {
            name: 'changes seen, p99',
            value: numberOf(measured, 'delivery_ms', 'p(99)'),
            unit: 'ms',
            bar: { atMost: 100 },
          },
          {
            name: 'acknowledged, p95',
            value: numberOf(measured, 'acknowledged_ms', 'p(95)'),
            unit: 'ms',
            bar: { atMost: 100 },
          },
        ],
      },
      { stack, say },
    ),
};
