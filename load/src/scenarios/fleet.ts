import type { Benchmark, Figure, Report, RunSettings } from '../benchmark.ts';
import { numberOf } from '../bough/k6.ts';
import { type Cores, countOf, type Restart, runRooms } from '../bough/rooms-load.ts';
import type { Standing } from '../bough/stand.ts';

// One, two and four gateways and docstores, each with the same load: a fleet is worth its price as long as a change costs no more in it. There
// and back again, since a machine is not as fast in one minute as in the next.
// Then every service is restarted, one after the other, while people go on typing.

const ROOMS_OF_A_NODE = 20;
const EACH = 5;
const CHANGE_EVERY_MS = 4_000;
const MOST_OF_ONE = 1.2;
const SIZES = [1, 2, 4] as const;
const TURNS = [...SIZES, 2, 1];

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
  for (const nodes of TURNS) {
    settings.say(`${nodes} of each`);
    sizes.push(await sized(nodes, settings));
  }
  const costs = SIZES.map((nodes) => ({ nodes, perChangeMs: costOf(nodes, sizes) }));
  const [first, last] = [costOf(1, sizes), costOf(4, sizes)];
  return {
    table: [
      ['gateways and docstores', 'processor time of a change', 'of that of one'],
      ...costs.map(({ nodes, perChangeMs }) => [
        String(nodes),
        `${perChangeMs.toFixed(2)} ms`,
        (perChangeMs / first).toFixed(2),
      ]),
    ],
    a: first,
    b: last,
    ratio: last / first,
    figures: [
      ...sizes.flatMap(({ nodes, report }, turn) => {
        const name = turn < SIZES.length ? String(nodes) : `${nodes} again`;
        return report.figures.map((figure) => ({ ...figure, name: `${name}: ${figure.name}` }));
      }),
      ...costs
        .filter(({ nodes }) => nodes > 1)
        .map(({ nodes, perChangeMs }) => ({
          name: `${nodes}: processor time of a change, of that of one`,
          value: perChangeMs / first,
          unit: '',
          bar: { atMost: MOST_OF_ONE },
        })),
    ],
    facts: { ...sizes[0]?.report.facts },
  };
}

/** What a change costs with so many, over all turns that had as many. */
function costOf(nodes: number, sizes: readonly Size[]): number {
  const costs = sizes.filter((size) => size.nodes === nodes).map(({ perChangeMs }) => perChangeMs);
  return costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
}

export const benchmark: Benchmark = {
  name: 'fleet',
  what: 'one, two and four gateways and docstores, each with the same load: a change costs at most 1.2 times what it costs with one, and a rolling restart loses nothing',
  needsFullStack: true,
  run,
};
