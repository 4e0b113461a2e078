import type { Benchmark, Figure, Report, RunSettings } from '../benchmark.ts';
import { numberOf, runK6 } from '../bough/k6.ts';
import { copyRooms, hashOf, openStudio, record } from '../bough/record.ts';
import { countOf } from '../bough/rooms-load.ts';
import { stand } from '../bough/stand.ts';
import type { GivenReplay } from '../k6/given.ts';

// People draw together, with the client that runs in browsers, over lines slow enough that they often do so at once. What they sent is
// then sent again to new maps, at several times its speed: each map must end as the first one did.

const ROOMS = 8;
const EACH = 4;
const SPEEDS = [1, 5, 20];

async function run({ quick, stack, say }: RunSettings): Promise<Report> {
  const bough = await stand(stack);
  try {
    const { url } = bough;
    const lengthMs = quick ? 8_000 : 30_000;
    say(`${ROOMS} rooms x ${EACH} people draw for ${lengthMs / 1_000} s`);
    const studio = await openStudio(url, ROOMS, EACH);
    const recorded = await copyRooms(url, studio);
    const tapes = await record(url, recorded, lengthMs);
    const hashes = await Promise.all(recorded.map(async (room) => await hashOf(url, room)));
    const lines = tapes.flatMap((tape) => tape.lines);
    const stale = lines.filter(({ base, seq }) => base < seq - 1).length;
    const figures: Figure[] = [
      { name: 'messages recorded', value: lines.length, unit: '', bar: { atLeast: 200 } },
      { name: 'sent before their author knew of another', value: stale, unit: '', bar: { atLeast: 20 } },
      { name: 'different maps', value: new Set(hashes).size, unit: '', bar: { atLeast: ROOMS } },
    ];
    const table = [['speed', 'maps that end alike', 'behind, median', 'p99']];
    const medians: number[] = [];
    for (const speed of SPEEDS) {
      const again = await copyRooms(url, studio);
      const rooms = again.flatMap(({ people }, n) => {
        const tape = tapes[n];
        return tape === undefined ? [] : [{ people, tape }];
      });
      const given = { url, rooms, speed, lengthMs } satisfies GivenReplay;
      const { measured } = await runK6({ script: 'replay', given, say });
      const ends = await Promise.all(again.map(async (room) => await hashOf(url, room)));
      const alike = ends.filter((hash, n) => hash === hashes[n]).length;
      const wrongs = ['unfinished_rooms', 'lost_sockets'].map((name) => countOf(measured, name));
      figures.push(
        { name: `${speed} times as fast: maps that end alike`, value: alike, unit: '', bar: { atLeast: ROOMS } },
        { name: `${speed} times as fast: what was lost`, value: sum(wrongs), unit: '', bar: { atMost: 0 } },
      );
      const [median, p99] = ['med', 'p(99)'].map((fact) => numberOf(measured, 'late_ms', fact));
      medians.push(median ?? Number.NaN);
      table.push([String(speed), `${alike} of ${ROOMS}`, ...[median, p99].map((ms) => `${ms?.toFixed(0)} ms`)]);
    }
    const [a = Number.NaN, b = Number.NaN] = [medians[0], medians.at(-1)];
    return { table, a, b, ratio: b / a, figures, facts: { stack, standIns: bough.standIns } };
  } finally {
    await bough.stop();
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

export const benchmark: Benchmark = {
  name: 'replay',
  isForStacks: true,
  what: 'recorded traffic, sent again at 1 to 20 times its speed: each map ends as it did',
  run,
};
