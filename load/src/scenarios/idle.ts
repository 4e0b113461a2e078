import type { Benchmark, Report, RunSettings } from '../benchmark.ts';
import { numberOf, runK6 } from '../bough/k6.ts';
import { MEMORY_HOOK } from '../bough/live-bytes.ts';
import { peopleInRooms } from '../bough/people.ts';
import type { Process } from '../bough/process.ts';
import { countOf } from '../bough/rooms-load.ts';
import { Sampler } from '../bough/sampler.ts';
import { stand } from '../bough/stand.ts';
import type { GivenRooms } from '../k6/given.ts';

// What sockets cost that do nothing: a map left open in a tab. Of a few, what is in use after a collection is judged, for what a
// process takes from the system grows in steps; of ten thousand also what it has taken once they are there. While they come it takes more, by
// what has not been collected yet, which differs from run to run.

const SOCKETS_EACH = 5;
const MOST_BYTES_EACH = 150_000_000 / 10_000;
const LIVE = (one: Process): Promise<number> => one.liveBytes();
const RESIDENT = (one: Process): number => one.residentBytes();

/** Each takes two files of what stands before two gateways, where a process may have 20,000. */
const ROOMS_ON_FULL = 400;

async function run({ quick, stack, say }: RunSettings): Promise<Report> {
  const rooms = quick ? 100 : stack === 'full' ? ROOMS_ON_FULL : 500;
  const bough = await stand(stack, { nodeOptions: MEMORY_HOOK });
  const { url, gateways, docstores } = bough;
  try {
    const docstoreBefore = await together(docstores, LIVE);
    say(`${rooms} rooms x 4 people`);
    const people = await peopleInRooms(url, rooms, 4);
    const all = Array.from({ length: SOCKETS_EACH }, () => people).flat();
    const liveBefore = await together(gateways, LIVE);
    const before = await together(gateways, RESIDENT);
    let live: Promise<readonly [gateway: number, docstore: number]> = Promise.resolve([Number.NaN, Number.NaN]);
    const seen: Promise<number>[] = [];
    const steadyMs = quick ? 15_000 : 40_000;
    const sampler = new Sampler(gateways);
    sampler.begin();
    say(`${all.length} sockets arrive`);
    const { measured, isHeld } = await runK6({
      script: 'rooms',
      given: {
        url,
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
        seen.push(together(gateways, RESIDENT));
        if (name !== 'steady') return;
        sampler.begin();
        setTimeout(() => (live = Promise.all([together(gateways, LIVE), together(docstores, LIVE)])), steadyMs / 2);
      },
      say,
    });
    sampler.end();
    const residents = await Promise.all(seen);
    const [most, there] = [Math.max(...residents), residents.at(-1) ?? Number.NaN];
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
      facts: { stack, standIns: bough.standIns },
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
        { name: 'gateway', value: sampler.coresTogether(gateways), unit: 'of one core' },
        { name: 'messages received', value: numberOf(measured, 'ws_msgs_received', 'count'), unit: '' },
      ],
    };
  } finally {
    await bough.stop();
  }
}

/** How much all of them have of it together. */
async function together(all: readonly Process[], of: (one: Process) => number | Promise<number>): Promise<number> {
  const each = await Promise.all(all.map(async (one) => await of(one)));
  return each.reduce((sum, one) => sum + one, 0);
}

export const benchmark: Benchmark = {
  name: 'idle',
  isForStacks: true,
  what: '10,000 sockets at maps at which nothing happens (8,000 on the full stack, 2,000 with --quick): 15 KB of the gateway for each, all stay',
  run,
};
