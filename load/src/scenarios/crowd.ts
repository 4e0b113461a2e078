import type { Benchmark } from '../benchmark.ts';
import { numberOf } from '../bough/k6.ts';
import { runRooms } from '../bough/rooms-load.ts';

/** Many rooms at once, as a school or a company has them. */
export const benchmark: Benchmark = {
  name: 'crowd',
  what: '400 rooms x 5 people who point now and then and change something every ten seconds: seen within 100 ms (p99)',
  isForStacks: true,
  run: async ({ quick, stack, say }) =>
    await runRooms(
      {
        rooms: 400,
        each: 5,
        perUser: 20,
        cursorEveryMs: 2_000,
        changeEveryMs: 10_000,
        arriveMs: 25_000,
        steadyMs: quick ? 20_000 : 90_000,
        settleMs: 10_000,
        lookAtOneIn: 1,
        thresholds: { delivery_ms: ['p(99)<=100'], pointer_ms: ['p(99)<=100'] },
        judge: (measured) => [
          {
            name: 'changes seen',
            value: numberOf(measured, 'delivery_ms', 'count'),
            unit: '',
            bar: { atLeast: 10_000 },
          },
          {
            name: 'changes seen, p99',
            value: numberOf(measured, 'delivery_ms', 'p(99)'),
            unit: 'ms',
            bar: { atMost: 100 },
          },
          {
            name: 'pointers shown, p99',
            value: numberOf(measured, 'pointer_ms', 'p(99)'),
            unit: 'ms',
            bar: { atMost: 100 },
          },
        ],
      },
      { stack, say },
    ),
};
