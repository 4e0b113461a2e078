import type { Benchmark, Report, RunSettings } from '../benchmark.ts';
import { Fleet } from '../bough/fleet.ts';
import { numberOf, runK6 } from '../bough/k6.ts';
import { MEMORY_HOOK } from '../bough/live-bytes.ts';
import { peopleInRooms } from '../bough/people.ts';
import { countOf } from '../bough/rooms-load.ts';
import type { GivenRooms } from '../k6/given.ts';

// What sockets cost that do nothing: a map left open in a tab. Of a few, what is in use after a collection is judged, for what a
// process takes from the system grows in steps; of ten thousand also what it has taken once they are there. While they come it takes more, by
// what has not been collected yet, which differs from run to run.

const SOCKETS_EACH = 5;
const MOST_BYTES_EACH = 150_000_000 / 10_000;

async function run({ quick, say }: RunSettings): Promise<Report> {
  const rooms = quick ? 100 : 500;
  const fleet = await Fleet.start({ nodeOptions: MEMORY_HOOK });
  try {
    const docstoreBefore = await fleet.docstore.liveBytes();
    say(`${rooms} rooms x 4 people`);
    const people = await peopleInRooms(fleet.gateway.url, rooms, 4);
    const all = Array.from({ length: SOCKETS_EACH }, () => people).flat();
    const liveBefore = await fleet.gateway.liveBytes();
    const before = fleet.gateway.residentBytes();
    let live: Promise<readonly [gateway: number, docstore: number]> = Promise.resolve([Number.NaN, Number.NaN]);
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
        settleMs: 0,
        lookAtOneIn: 1_000,
        thresholds: { lost_sockets: ['count<1'], absent_people: ['count<1'] },
      } satisfies GivenRooms,
      onMark: (name) => {
        seen.push(fleet.gateway.residentBytes());
        if (name !== 'steady') return;
        startedMs = performance.now();
        processorMs = fleet.gateway.processorMs();
        setTimeout(() => (live = Promise.all([fleet.gateway.liveBytes(), fleet.docstore.liveBytes()])), steadyMs / 2);
      },
      say,
    });
    const cores = (fleet.gateway.processorMs() - processorMs) / (performance.now() - startedMs);
    const [most, there] = [Math.max(...seen), seen.at(-1) ?? Number.NaN];
    const [gatewayLive, docstoreLive] = await live;
    const each = (gatewayLive - liveBefore) / all.length;
    return {
      table: [
        ['', 'MiB'],
        ['gateway before', (before / 2 ** 20).toFixed(0)],
        ['gateway at most, while they come', (most / 2 ** 20).toFixed(0)],
        [`gateway with ${all.length} sockets`, (there / 2 ** 20).toFixed(0)],
      ],
      a: before,
      b: there,
      ratio: there / before,
      figures: [
        { name: "k6's thresholds hold", value: isHeld ? 1 : 0, unit: '', bar: { atLeast: 1 } },
        {
          name: 'sockets',
          value: all.length - countOf(measured, 'absent_people'),
          unit: '',
          bar: { atLeast: all.length },
        },
        { name: 'memory of each, in use', value: each / 1_000, unit: 'KB', bar: { atMost: MOST_BYTES_EACH / 1_000 } },
        {
          name: 'memory of each open map, in use by docstore',
          value: (docstoreLive - docstoreBefore) / 1_000 / rooms,
          unit: 'KB',
        },
        {
          name: 'memory that they add, taken from the system',
          value: (there - before) / 1e6,
          unit: 'MB',
          ...(quick ? {} : { bar: { atMost: (MOST_BYTES_EACH * all.length) / 1e6 } }),
        },
        { name: 'memory that they take at most while they come', value: (most - before) / 1e6, unit: 'MB' },
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
