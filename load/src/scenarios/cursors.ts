import type { Benchmark } from '../benchmark.ts';
import { numberOf } from '../bough/k6.ts';
import { runRooms } from '../bough/rooms-load.ts';

/** One crowded room in which everybody moves the pointer. */
export const benchmark: Benchmark = {
  name: 'cursors',
  what: '1 room x 200 people whose pointers move 10 times a second: shown within 50 ms (p99), by a quarter of one core',
  isForStacks: true,
  run: async ({ quick, stack, say }) =>
    await runRooms(
      {
        rooms: 1,
        each: 200,
        perUser: 10,
        cursorEveryMs: 100,
        changeEveryMs: 0,
        arriveMs: 8_000,
        steadyMs: quick ? 15_000 : 60_000,
        settleMs: 10_000,
        lookAtOneIn: 60,
        thresholds: { pointer_ms: ['p(99)<=50'] },
        judge: (measured, { gateways }) => [
          {
            name: 'pointers shown, p99',
            value: numberOf(measured, 'pointer_ms', 'p(99)'),
            unit: 'ms',
            bar: { atMost: 50 },
          },
          { name: 'gateway', value: gateways, unit: 'of one core', bar: { atMost: 0.25 } },
        ],
      },
      { stack, say },
    ),
};
