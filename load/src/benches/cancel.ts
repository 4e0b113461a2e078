import type { MapId } from '@bough/base';
import { type Benchmark, interleave, median, type Report, type RunSettings } from '../benchmark.ts';
import { retitle } from './exports/changer.ts';
import { Exporting, type Wish } from './exports/running.ts';

// Files wait for their turn, and people leave what takes long: of twenty who ask, fourteen want a large map, each another one, and leave
// after a moment, six want a small one and stay. A: nobody tells the exporter who has left, B: they hang up, as a browser does. Then
// everybody leaves, and what the exporter still does is counted.

const LARGE = 4_000;
const SMALL = 60;
const LEAVE = 14;
const PATIENCE_MS = 300;
const AFTER_MS = 3_000;

interface Maps {
  readonly large: readonly MapId[];
  readonly small: MapId;
}

const SIZES = ['one', 'a4', 'a3', 'a2', 'letter', 'legal'] as const;

/**
 * Asks for a file of each large map: of one map, the second would cost a part of the first. Answers when all are in line, since who asks
 * for a small one is ready before a large one is read.
 */
async function inLine(exporting: Exporting, { large }: Maps, signal: AbortSignal): Promise<readonly Promise<void>[]> {
  const lines = large.map((map) => {
    const { promise: isInLine, resolve, reject } = Promise.withResolvers<void>();
    const ended = exporting.export({ map, format: 'pdf' }, signal, resolve).then(
      () => undefined,
      (error: unknown) => {
        reject(error);
        if (!signal.aborted) throw error;
      },
    );
    return { isInLine, ended };
  });
  await Promise.all(lines.map(({ isInLine }) => isInLine));
  return lines.map(({ ended }) => ended);
}
function staying({ small }: Maps): readonly Wish[] {
  return SIZES.map((paper) => ({ map: small, format: 'pdf', paper }));
}
async function changeAll(exporting: Exporting, { large, small }: Maps, n: number): Promise<void> {
  for (const map of [...large, small]) await exporting.change(map, retitle(n));
}

/** How long those wait who stay, each. */
async function waits(exporting: Exporting, maps: Maps, isCancelled: boolean, n: number): Promise<readonly number[]> {
  await changeAll(exporting, maps, n);
  const goes = new AbortController();
  const left = await inLine(exporting, maps, goes.signal);
  const stayed = staying(maps).map(async (wish) => {
    const fromMs = performance.now();
    await exporting.export(wish);
    return performance.now() - fromMs;
  });
  await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  if (isCancelled) goes.abort();
  const times = await Promise.all(stayed);
  goes.abort();
  await Promise.all(left);
  return times;
}

/** Processor time that is used once everybody has left. */
async function afterAll(exporting: Exporting, maps: Maps, n: number): Promise<number> {
  await changeAll(exporting, maps, n);
  const goes = new AbortController();
  const left = await inLine(exporting, maps, goes.signal);
  await new Promise((resolve) => setTimeout(resolve, 2 * PATIENCE_MS));
  goes.abort();
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
    const large: MapId[] = [];
    while (large.length < LEAVE) large.push(await exporting.makeMap(LARGE));
    const maps = { large, small: await exporting.makeMap(SMALL) };
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
        [`${SIZES.length} stay, ${LEAVE} leave`, 'those who stay wait, ms'],
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
