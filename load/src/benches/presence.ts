import { type Benchmark, type Figure, median, percentile, type Report, type RunSettings } from '../benchmark.ts';
import { runK6 } from '../bough/k6.ts';
import { peopleInRooms } from '../bough/people.ts';
import { visitorOf } from '../bough/record.ts';
import { Fleet } from '../bough/fleet.ts';
import type { GivenRooms } from '../k6/given.ts';
import { Pointing } from './presence/pointing.ts';
import { type Watched, Watching } from './presence/watching.ts';

// Somebody looks at a map in which two hundred others are. A: what the page does while all of them point and some type, B: once all
// are gone.

const CROWD = 200;
const TYPING = 20;
const BARS = { busy: 30, frameMs: 16.8, ageMs: 100 };
const STEADY_MS = { full: 30_000, quick: 14_000 };
const ARRIVE_MS = 12_000;
const CROWDED: Omit<GivenRooms, 'url' | 'people' | 'steadyMs'> = {
  ...{ perUser: 10, cursorEveryMs: 100, changeEveryMs: 250, changing: TYPING, within: 1_600 },
  ...{ arriveMs: ARRIVE_MS, settleMs: 5_000, lookAtOneIn: 1_000_000 },
  thresholds: { lost_sockets: ['count==0'], absent_people: ['count==0'] },
};

async function run({ quick, say }: RunSettings): Promise<Report> {
  const steadyMs = quick ? STEADY_MS.quick : STEADY_MS.full;
  const fleet = await Fleet.start();
  const { url } = fleet.gateway;
  try {
    const [owner, last, ...others] = await peopleInRooms(url, 1, CROWD + 1);
    if (owner === undefined || last === undefined) throw new Error('a room has people');
    const watching = await Watching.open(visitorOf(url, owner), owner.map);
    const pointing = await Pointing.at(visitorOf(url, last), owner.map);
    try {
      await watching.meet(pointing);
      say(`${others.length} more people come`);
      const crowd: Promise<Watched>[] = [];
      const { isHeld } = await runK6({
        script: 'rooms',
        given: { ...CROWDED, url, people: others, steadyMs } satisfies GivenRooms,
        onMark: (name) => {
          if (name === 'steady') crowd.push(watching.watch(pointing, steadyMs - 1_000));
        },
        say,
      });
      const [seen] = await Promise.all(crowd);
      if (seen === undefined) throw new Error('k6 says when all are there');
      say('all are gone');
      const alone = await watching.watch(null, 5_000);
      return reportOf(seen, alone, isHeld);
    } finally {
      pointing.leave();
      await watching.close();
    }
  } finally {
    await fleet.stop();
  }
}

function reportOf(seen: Watched, alone: Watched, isHeld: boolean): Report {
  const row = (name: string, { busy, gaps, ages }: Watched): string[] => [
    name,
    `${busy.toFixed(1)} %`,
    ...[0.5, 0.95].map((part) => `${percentile(gaps, part).toFixed(1)} ms`),
    ...[0.5, 0.95].map((part) => (ages.length === 0 ? '' : `${percentile(ages, part).toFixed(0)} ms`)),
  ];
  const figures: Figure[] = [
    { name: 'all came and stayed', value: isHeld ? 1 : 0, unit: '', bar: { atLeast: 1 } },
    { name: "the page's first thread is busy", value: seen.busy, unit: '%', bar: { atMost: BARS.busy } },
    { name: 'frame, 95 of 100', value: percentile(seen.gaps, 0.95), unit: 'ms', bar: { atMost: BARS.frameMs } },
    {
      name: `a word of the ${CROWD}th pointer is seen after, 95 of 100`,
      value: percentile(seen.ages, 0.95),
      unit: 'ms',
      bar: { atMost: BARS.ageMs },
    },
    { name: 'words of it that were seen', value: seen.ages.length, unit: '', bar: { atLeast: 100 } },
  ];
  const [a, b] = [median(seen.gaps), median(alone.gaps)];
  return {
    table: [['', 'busy', 'frame p50', 'p95', 'age p50', 'p95'], row('all point', seen), row('all are gone', alone)],
    ...{ a, b, ratio: b / a, figures, facts: { people: CROWD, typing: TYPING } },
  };
}

export const benchmark: Benchmark = {
  name: 'presence',
  needsPage: true,
  what: `${CROWD} people point 10 times a second and ${TYPING} of them type, in one map that a browser shows: A: frames meanwhile, B: frames alone; how busy the page is, and how old what it shows`,
  run,
};
