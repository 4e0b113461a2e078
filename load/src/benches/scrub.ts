import { type Benchmark, type Figure, median, percentile, type Report, type RunSettings } from '../benchmark.ts';
import { longPast } from './scrub/long-past.ts';
import { PastPage } from './scrub/past-page.ts';

// Somebody looks at the past of a large map in a real browser. A: to the next moment, B: to any moment.

const ITEMS = 10_000;
const CHANGES = 100_000;
const APART = 10_000;
const BARS = { jumpMs: 200, frameMs: 33.4, megabytes: 300, differenceMs: 300 };
const FRAMES = 240;
const ROUNDS = { full: 60, quick: 25 };

async function run({ quick, say }: RunSettings): Promise<Report> {
  say(`a map of ${ITEMS} items with ${CHANGES} changes`);
  const startedMs = performance.now();
  const past = await PastPage.open(longPast(ITEMS, CHANGES));
  say(`made and opened in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
  try {
    const rounds = quick ? ROUNDS.quick : ROUNDS.full;
    const last = Number(await past.page.getByRole('slider').first().getAttribute('max'));
    const anywhere = (): number => 20 + Math.floor(Math.random() * (last - 20));
    const firstMs = await past.jump(anywhere());
    const readMs = await past.whenRead();
    say(`first jump ${firstMs.toFixed(0)} ms, the past is read ${readMs.toFixed(0)} ms later`);
    const [steps, jumps, differences]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      const to = anywhere();
      jumps.push(await past.jump(to));
      steps.push(await past.jump(to - 1));
    }
    say('dragging');
    const drags = [];
    for (const [from, to] of [
      [last, 20],
      [20, last],
      [last, last - 2_000],
      [Math.floor(last / 2), Math.floor(last / 2) + 500],
    ] as const)
      drags.push(await past.drag(from, to, FRAMES));
    say('comparing');
    for (let round = 0; round < Math.ceil(rounds / 3); round++) {
      differences.push(await past.compareApart(20 + Math.floor(Math.random() * (last - APART - 20)), APART));
    }
    const withGarbage = await past.memory();
    await past.collect();
    const megabytes = await past.memory();
    const gaps = drags.flatMap((drag) => drag.gaps);
    const moments = drags.map((drag) => drag.moments);
    return reportOf({ firstMs, readMs, steps, jumps, gaps, moments, differences, megabytes, withGarbage });
  } finally {
    await past.close();
  }
}

interface Seen {
  readonly firstMs: number;
  readonly readMs: number;
  readonly steps: readonly number[];
  readonly jumps: readonly number[];
  readonly gaps: readonly number[];
  readonly moments: readonly number[];
  readonly differences: readonly number[];
  readonly megabytes: number | null;
  readonly withGarbage: number | null;
}

function reportOf(seen: Seen): Report {
  const { firstMs, readMs, steps, jumps, gaps, moments, differences, megabytes, withGarbage } = seen;
  const row = (name: string, times: readonly number[]): string[] => [
    name,
    ...[0.5, 0.95, 1].map((part) => `${percentile(times, part).toFixed(1)} ms`),
  ];
  const figures: Figure[] = [
    { name: 'any moment, 95 of 100', value: percentile(jumps, 0.95), unit: 'ms', bar: { atMost: BARS.jumpMs } },
    { name: 'the first jump, before the past is read', value: firstMs, unit: 'ms' },
    { name: 'the past is read, after that', value: readMs, unit: 'ms' },
    {
      name: 'frame while the slider is dragged, 95 of 100',
      value: percentile(gaps, 0.95),
      unit: 'ms',
      bar: { atMost: BARS.frameMs },
    },
    { name: 'moments drawn in the drag with the fewest', value: Math.min(...moments), unit: '', bar: { atLeast: 40 } },
    {
      name: `two moments ${APART} changes apart, 95 of 100`,
      value: percentile(differences, 0.95),
      unit: 'ms',
      bar: { atMost: BARS.differenceMs },
    },
  ];
  if (megabytes !== null)
    figures.push({ name: 'memory of the page', value: megabytes, unit: 'MB', bar: { atMost: BARS.megabytes } });
  if (withGarbage !== null)
    figures.push({ name: 'memory of the page, with what nobody needs any more', value: withGarbage, unit: 'MB' });
  const [a, b] = [median(steps), median(jumps)];
  return {
    table: [
      ['', 'p50', 'p95', 'slowest'],
      row('one change back', steps),
      row('to any moment', jumps),
      row('frame of a drag', gaps),
      row('difference', differences),
      ['moments drawn in each drag', ...moments.map(String)],
    ],
    a,
    b,
    ratio: b / a,
    figures,
    facts: { items: ITEMS, changes: CHANGES },
  };
}

export const benchmark: Benchmark = {
  name: 'scrub',
  needsPage: true,
  what: `the history of a map of ${ITEMS} items with ${CHANGES} changes in a browser: A: one change back, B: to any moment; frames, differences and memory`,
  run,
};
