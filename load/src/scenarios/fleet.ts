import type { Benchmark, Figure, Report, RunSettings } from '../benchmark.ts';
import { numberOf } from '../bough/k6.ts';
import { type Cores, countOf, type Restart, runRooms } from '../bough/rooms-load.ts';
import type { Standing } from '../bough/stand.ts';

// One, two and four gateways and docstores, each with the same load: a fleet is worth its price as long as a change costs no more in it.
// Then every service is restarted, one after the other, while people go on typing.

const ROOMS_OF_A_NODE = 20;
const EACH = 5;
const CHANGE_EVERY_MS = 4_000;
const MOST_OF_ONE = 1.2;

/** One after the other, each up again before the next goes. */
class Rolling implements Restart {
  #restarted = 0;

  async at(mark: string, { gateways, docstores }: Standing): Promise<void> {
    if (mark !== 'restart') return;
    for (const one of [...gateways, ...docstores]) {
      await one.stop();
      await one.start();
      this.#restarted++;
    }
  }

  figures(): readonly Figure[] {
    return [{ name: 'services restarted', value: this.#restarted, unit: '', bar: { atLeast: 2 } }];
  }
}

interface Size {
  readonly nodes: number;
  readonly report: Report;
  /** Processor time of gateways and docstores for each change. */
  readonly perChangeMs: number;
}

async function sized(nodes: number, { quick, say }: RunSettings): Promise<Size> {
  const [usualMs, restartsMs] = [quick ? 15_000 : 40_000, 20_000 + nodes * 15_000];
  const steadyMs = usualMs + restartsMs;
  let perChangeMs = Number.NaN;
  const report = await runRooms(
    {
      rooms: ROOMS_OF_A_NODE * nodes,
      each: EACH,
      perUser: 20,
      cursorEveryMs: 0,
      changeEveryMs: CHANGE_EVERY_MS,
      arriveMs: 10_000,
      steadyMs,
      restartAfterMs: usualMs,
      settleMs: 20_000,
      lookAtOneIn: 1,
      thresholds: {},
      standing: { nodes, environment: { BOUGH_UPKEEP: 'false' } },
      judge: (measured, { gateways, docstores }: Cores) => {
        const aSecond = countOf(measured, 'changes') / (steadyMs / 1_000);
        perChangeMs = ((gateways + docstores) * 1_000) / aSecond;
        return [{ name: 'kept, p99', value: numberOf(measured, 'acknowledged_ms', 'p(99)'), unit: 'ms' }];
      },
      restart: new Rolling(),
    },
    { stack: 'full', say },
  );
  return { nodes, report, perChangeMs };
}

async function run(settings: RunSettings): Promise<Report> {
  const sizes: Size[] = [];
  for (const nodes of [1, 2, 4]) {
    settings.say(`${nodes} of each`);
    sizes.push(await sized(nodes, settings));
  }
  const [one] = sizes;
  const first = one?.perChangeMs ?? Number.NaN;
  const last = sizes.at(-1)?.perChangeMs ?? Number.NaN;
  return {
    table: [
      ['gateways and docstores', 'processor time of a change', 'of that of one'],
      ...sizes.map(({ nodes, perChangeMs }) => [
        String(nodes),
        `${perChangeMs.toFixed(2)} ms`,
        (perChangeMs / first).toFixed(2),
      ]),
    ],
    a: first,
    b: last,
    ratio: last / first,
    figures: sizes.flatMap(({ nodes, report, perChangeMs }) => [
      ...report.figures.map((figure) => ({ ...figure, name: `${nodes}: ${figure.name}` })),
      ...(nodes === 1
        ? []
        : [
            {
              name: `${nodes}: processor time of a change, of that of one`,
              value: perChangeMs / first,
              unit: '',
              bar: { atMost: MOST_OF_ONE },
            },
          ]),
    ]),
    facts: { ...one?.report.facts },
  };
}

export const benchmark: Benchmark = {
  name: 'fleet',
  what: 'one, two and four gateways and docstores, each with the same load: a change costs at most 1.2 times what it costs with one, and a rolling restart loses nothing',
  needsFullStack: true,
  run,
};
