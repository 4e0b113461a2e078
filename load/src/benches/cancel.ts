import type { MapId } from '@bough/base';
import { type Benchmark, interleave, median, type Report, type RunSettings } from '../benchmark.ts';
import { Exporting, retitle, type Wish } from './exports/running.ts';

// Files wait for their turn, and people leave what takes long: of twenty who ask, fourteen want a large map and leave after a
// moment, six want a small one and stay. A: nobody tells the exporter who has left, B: they hang up, as a browser does. Then
// everybody leaves, and what the exporter still does is counted.

const LARGE = 4_000;
const SMALL = 60;
const LEAVE = 14;
const STAY = 6;
const PATIENCE_MS = 300;
const AFTER_MS = 3_000;

interface Maps {
  readonly large: MapId;
  readonly small: MapId;
}

const LOOKS = ['one', 'a4', 'a3', 'a2', 'letter', 'legal', 'tabloid'] as const;
const THEMES = ['light', 'dark'] as const;

/** So many files of a map, each another one. */
function wishes(map: MapId, count: number): readonly Wish[] {
  const all = THEMES.flatMap((theme) => LOOKS.map((paper): Wish => ({ map, format: 'pdf', theme, paper })));
  return all.slice(0, count);
}

/** How long those wait who stay, each. */
async function waits(exporting: Exporting, maps: Maps, isCancelled: boolean, n: number): Promise<readonly number[]> {
  for (const map of [maps.large, maps.small]) await exporting.change(map, retitle(n));
  const leaving = new AbortController();
  const left = wishes(maps.large, LEAVE).map((wish) => exporting.export(wish, leaving.signal).catch(() => 0));
  const stayed = wishes(maps.small, STAY).map(async (wish) => {
    const fromMs = performance.now();
    await exporting.export(wish);
    return performance.now() - fromMs;
  });
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  if (isCancelled) leaving.abort();
  const times = await Promise.all(stayed);
  leaving.abort();
  await Promise.all(left);
  return times;
}

/** Processor time that is used once everybody has left. */
async function afterAll(exporting: Exporting, maps: Maps, n: number): Promise<number> {
  await exporting.change(maps.large, retitle(n));
  const leaving = new AbortController();
  const left = wishes(maps.large, LEAVE).map((wish) => exporting.export(wish, leaving.signal).catch(() => 0));
  await new Promise((resolve) => setTimeout(resolve, 2 * PATIENCE_MS));
  leaving.abort();
  await Promise.all(left);
  // That they have left is on its way for a moment.
  await new Promise((resolve) => setTimeout(resolve, 100));
  const before = exporting.processorMs();
  await new Promise((resolve) => setTimeout(resolve, AFTER_MS));
  return exporting.processorMs() - before;
}

async function run({ quick, say }: RunSettings): Promise<Report> {
  const exporting = await Exporting.start();
  try {
    const maps = { large: await exporting.makeMap(LARGE), small: await exporting.makeMap(SMALL) };
    await exporting.export({ map: maps.small, format: 'pdf' });
    let n = 0;
    const sides = await interleave(
      quick ? 1 : 4,
      async () => (say('nobody says that they leave'), waits(exporting, maps, false, n++)),
      async () => (say('who leaves hangs up'), waits(exporting, maps, true, n++)),
    );
    const [a, b] = [median(sides.a.flat()), median(sides.b.flat())];
    say('everybody leaves');
    const after: number[] = [];
    for (let round = 0; round < (quick ? 2 : 4); round++) after.push(await afterAll(exporting, maps, n++));
    return {
      table: [
        [`${STAY} stay, ${LEAVE} leave`, 'those who stay wait, ms'],
        ['without cancellation', a.toFixed(0)],
        ['with cancellation', b.toFixed(0)],
      ],
      a,
      b,
      ratio: a / b,
      figures: [
        { name: 'those who stay wait', value: a / b, unit: 'times less', bar: { atLeast: 10 } },
        {
          name: `processor in the ${AFTER_MS} ms after all have left`,
          value: median(after),
          unit: 'ms',
          bar: { atMost: 60 },
        },
      ],
      facts: { large: LARGE, small: SMALL, after },
    };
  } finally {
    await exporting.stop();
  }
}

export const benchmark: Benchmark = {
  name: 'cancel',
  what: 'Of twenty who wait for files fourteen leave. A: the exporter is not told, B: they hang up: how long the others wait (ratio a / b)',
  run,
};
