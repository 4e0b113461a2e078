import type { Benchmark, Report, RunSettings } from '../benchmark.ts';
import { Fleet } from '../bough/fleet.ts';
import { numberOf, runK6 } from '../bough/k6.ts';
import { peopleInRooms } from '../bough/people.ts';
import { countOf } from '../bough/rooms-load.ts';
import type { GivenRooms } from '../k6/given.ts';

// What sockets cost that do nothing: a map left open in a tab. What they add to the gateway is measured, and what it has in
// all is told beside it.

const SOCKETS_EACH = 5;
const MOST_BYTES_EACH = 150_000_000 / 10_000;

async function run({ quick, say }: RunSettings): Promise<Report> {
  const rooms = quick ? 100 : 500;
  const fleet = await Fleet.start();
  try {
    say(`${rooms} rooms x 4 people`);
    const people = await peopleInRooms(fleet.gateway.url, rooms, 4);
    const all = Array.from({ length: SOCKETS_EACH }, () => people).flat();
    const before = fleet.gateway.residentBytes();
    const seen: number[] = [];
    const steadyMs = quick ? 15_000 : 40_000;
    let startedMs = performance.now();
    let processorMs = fleet.gateway.processorMs();
    say(`${all.length} sockets arrive`);
    const { measured, isHeld } = await runK6({
      script: 'rooms',
      given: {
        url: fleet.gateway.url,
        people: all,
        perUser: 50,
        cursorEveryMs: 0,
        changeEveryMs: 0,
        arriveMs: quick ? 10_000 : 45_000,
        steadyMs,
        lookAtOneIn: 1_000,
        thresholds: { lost_sockets: ['count<1'], absent_people: ['count<1'] },
      } satisfies GivenRooms,
      onMark: (name) => {
        seen.push(fleet.gateway.residentBytes());
        if (name !== 'steady') return;
        startedMs = performance.now();
        processorMs = fleet.gateway.processorMs();
      },
      say,
    });
    const cores = (fleet.gateway.processorMs() - processorMs) / (performance.now() - startedMs);
    const most = Math.max(...seen);
    const each = (most - before) / all.length;
    return {
      table: [
        ['', 'MiB'],
        ['gateway before', (before / 2 ** 20).toFixed(0)],
        [`gateway with ${all.length} sockets`, (most / 2 ** 20).toFixed(0)],
      ],
      a: before,
      b: most,
      ratio: most / before,
      figures: [
        { name: "k6's thresholds hold", value: isHeld ? 1 : 0, unit: '', bar: { atLeast: 1 } },
        {
          name: 'sockets',
          value: all.length - countOf(measured, 'absent_people'),
          unit: '',
          bar: { atLeast: all.length },
        },
        {
          name: 'memory that they add',
          value: (most - before) / 1e6,
          unit: 'MB',
          bar: { atMost: (MOST_BYTES_EACH * all.length) / 1e6 },
        },
        { name: 'memory of each', value: each / 1_000, unit: 'KB' },
        { name: 'gateway', value: cores, unit: 'of one core' },
        { name: 'messages received', value: numberOf(measured, 'ws_msgs_received', 'count'), unit: '' },
      ],
    };
  } finally {
    await fleet.stop();
  }
}

export const benchmark: Benchmark = {
  name: 'idle',
  what: '10,000 sockets at maps at which nothing happens (2,000 with --quick): 15 KB of the gateway for each, all stay',
  run,
};
