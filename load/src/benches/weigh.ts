import { outlineOf, PHASES, type Screen, type Seen, Weighing, WORK } from './weigh/visits.ts';
import { type Benchmark, type Figure, median, type Report, type RunSettings } from '../benchmark.ts';

// What somebody with a slow device waits for: a processor slowed four times, 9 Mbit/s, 40 ms. A: who was never here, B: who comes
// again. Each visit has a browser of its own, or one that has what the visit before left; rounds are told apart by nothing else.

const ITEMS = 500;
const BARS = {
  map: { first: 1_200, again: 600, kilobytes: 200 },
  home: { first: 1_000, again: 1_000, kilobytes: 110 },
} as const;
const MOST_REQUESTS = 12;

async function run({ quick, say }: RunSettings): Promise<Report> {
  const weighing = await Weighing.start();
  try {
    say(`a map of ${ITEMS} items`);
    const address = await weighing.makeMap(outlineOf(ITEMS));
    const table: string[][] = [
      ['screen', 'visit', ...[...PHASES, ...WORK].map((each) => `${each}, ms`), 'requests', 'KB'],
    ];
    const figures: Figure[] = [];
    const pictures: number[] = [];
    for (const screen of ['map', 'home'] satisfies Screen[]) {
      const visits: { readonly first: Seen[]; readonly again: Seen[] } = { first: [], again: [] };
      for (let round = 0; round < (quick ? 2 : 5); round++) {
        say(`${screen}, round ${round + 1}`);
        const seen = await weighing.visit(screen === 'map' ? address : '/', screen);
        visits.first.push(seen.first);
        visits.again.push(seen.again);
      }
      for (const visit of ['first', 'again'] as const) {
        const middle = (of: (seen: Seen) => number): number => median(visits[visit].map(of));
        const phases = PHASES.map((phase) => middle((seen) => seen.phases[phase]).toFixed(0));
        const work = WORK.map((kind) => middle((seen) => seen.work[kind]).toFixed(0));
        const [picture, requests] = [middle((seen) => seen.phases.picture), middle((seen) => seen.requests)];
        const kilobytes = middle((seen) => seen.bytes) / 1_000;
        table.push([screen, visit, ...phases, ...work, String(requests), kilobytes.toFixed(0)]);
        const name = `${screen}, ${visit === 'first' ? 'first visit' : 'second visit'}`;
        figures.push(
          { name: `${name}: picture`, value: picture, unit: 'ms', bar: { atMost: BARS[screen][visit] } },
          { name: `${name}: requests`, value: requests, unit: '', bar: { atMost: MOST_REQUESTS } },
        );
        if (visit === 'first')
          figures.push({
            name: `${name}: bytes`,
            value: kilobytes,
            unit: 'KB',
            bar: { atMost: BARS[screen].kilobytes },
          });
        if (screen === 'map') pictures.push(picture);
      }
    }
    const [a = Number.NaN, b = Number.NaN] = pictures;
    return { table, a, b, ratio: b / a, figures };
  } finally {
    await weighing.stop();
  }
}

export const benchmark: Benchmark = {
  name: 'weigh',
  needsPage: true,
  what:
    `from the address to the picture on a slow device (processor slowed 4 times, 9 Mbit/s, 40 ms), a map of ${ITEMS} items and home: ` +
    'A: the first visit, B: the second; with the time of each phase, what the page did in it, requests and bytes',
  run,
};
