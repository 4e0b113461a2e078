import { type Benchmark, interleave, median, type Report, type RunSettings } from '../benchmark.ts';
import { coresApart } from '../bough/cores.ts';
import { numberOf, runK6 } from '../bough/k6.ts';
import { peopleInRooms } from '../bough/people.ts';
import { countOf } from '../bough/rooms-load.ts';
import { Sampler } from '../bough/sampler.ts';
import { type Standing, stand } from '../bough/stand.ts';
import type { GivenPerson, GivenVisits } from '../k6/given.ts';
import { rounded } from '../verdicts.ts';

// Visits arrive at X, 2X, 3X a second, whether those before were answered or not, until more of them bring no more goodput: that is the
// knee. Then at the knee's load and at three times that in turn, several times, for single turns of one code differ by a tenth: each turn
// is compared with itself, and the median of that is judged. A visit counts when its one change was kept within the visitor's patience. The servers share
// one core, and the load comes from another one: else a greater load would take from them what they need to answer it.

const ROOMS = 100;
const EACH = 4;
const PATIENCE_MS = 2_000;
const MOST_STEPS = 24;
const TURNS = 3;
/** A step whose visits come to so much good is before the knee. */
const NEARLY_ALL = 0.95;
const KEPT_UNDER_OVERLOAD = 0.9;
/** Less than that, and it was not the load that was wanted. */
const APPLIED = 0.97;

interface Step {
  readonly offered: number;
  readonly begun: number;
  readonly goodput: number;
  readonly turnedAway: number;
  readonly p50: number;
  readonly p99: number;
  readonly cores: readonly [number, number];
}

async function run({ quick, stack, say }: RunSettings): Promise<Report> {
  const cores = coresApart();
  if (cores === null) say('no cores can be set apart here: the load takes processor time from the servers');
  const bough = await stand(stack, { cores: cores?.servers ?? null });
  try {
    const seconds = quick ? 4 : 15;
    const step = async (offered: number, length = seconds): Promise<Step> => {
      // Each step has maps of its own: a map grows with every visit, and whoever comes later would have more to read.
      const people = await peopleInRooms(bough.url, ROOMS, EACH);
      const done = await visits(bough, people, { offered, seconds: length, cores: cores?.askers ?? null, say });
      say(`${offered} a second: ${done.goodput.toFixed(0)} good, ${done.turnedAway.toFixed(0)} turned away`);
      return done;
    };
    const facts = { stack, standIns: bough.standIns };
    const x = quick ? 80 : 40;
    await step(x, 3);
    const climb = await upToKnee(step, x);
    const { offered } = climb.knee;
    const done = await interleave(
      quick ? 1 : TURNS,
      () => step(offered),
      () => step(3 * offered, 2 * seconds),
    );
    const turns = done.a.flatMap((at, n) => turnOf(at, done.b[n]) ?? []);
    return { ...report(climb, turns), facts: { ...facts, turns: turns.map(({ kept }) => rounded(kept)) } };
  } finally {
    await bough.stop();
  }
}

interface Climb {
  readonly steps: readonly Step[];
  readonly knee: Step;
}

/** The knee's load and three times that, one after the other. */
interface Turn {
  readonly at: Step;
  readonly beyond: Step;
  /** The goodput beyond the knee, of that at it. */
  readonly kept: number;
}

function turnOf(at: Step, beyond: Step | undefined): Turn | null {
  return beyond === undefined ? null : { at, beyond, kept: beyond.goodput / at.goodput };
}

async function upToKnee(step: (offered: number) => Promise<Step>, x: number): Promise<Climb> {
  const steps: Step[] = [];
  for (let n = 1; n <= MOST_STEPS; n++) {
    const next = await step(x * n);
    steps.push(next);
    if (next.goodput >= next.offered * NEARLY_ALL) continue;
    const [knee = next] = steps.toSorted((a, b) => b.goodput - a.goodput);
    return { steps, knee };
  }
  throw new Error(`there is no knee up to ${x * MOST_STEPS} visits a second`);
}

async function visits(
  { url, gateways, docstores }: Standing,
  people: readonly GivenPerson[],
  load: {
    readonly offered: number;
    readonly seconds: number;
    readonly cores: string | null;
    readonly say: (line: string) => void;
  },
): Promise<Step> {
  const { offered, seconds, cores, say } = load;
  const sampler = new Sampler([...gateways, ...docstores]);
  sampler.begin();
  const { measured } = await runK6({
    script: 'visits',
    given: {
      url,
      people,
      perSecond: offered,
      seconds,
      patienceMs: PATIENCE_MS,
    } satisfies GivenVisits,
    cores,
    say,
  });
  sampler.end();
  return {
    offered,
    begun: countOf(measured, 'begun') / seconds,
    goodput: countOf(measured, 'good') / seconds,
    turnedAway: countOf(measured, 'turned_away') / seconds,
    p50: numberOf(measured, 'visit_ms', 'med'),
    p99: numberOf(measured, 'visit_ms', 'p(99)'),
    cores: [sampler.coresTogether(gateways), sampler.coresTogether(docstores)],
  };
}

function report({ steps, knee }: Climb, turns: readonly Turn[]): Report {
  const row = (step: Step, kept = ''): string[] => [
    step.offered.toFixed(0),
    step.goodput.toFixed(1),
    step.turnedAway.toFixed(1),
    `${step.p50.toFixed(0)} / ${step.p99.toFixed(0)} ms`,
    step.cores.map((each) => each.toFixed(2)).join(' + '),
    kept,
  ];
  const kept = median(turns.map((turn) => turn.kept));
  return {
    table: [
      [
        'visits a second',
        'good',
        'turned away',
        'p50 / p99 of the good',
        'gateways + docstores, cores',
        "of the knee's",
      ],
      ...steps.map((step) => row(step)),
      ...turns.flatMap((turn) => [row(turn.at), row(turn.beyond, turn.kept.toFixed(3))]),
    ],
    a: median(turns.map(({ at }) => at.goodput)),
    b: median(turns.map(({ beyond }) => beyond.goodput)),
    ratio: kept,
    figures: [
      { name: 'the knee', value: knee.goodput, unit: 'visits a second' },
      {
        name: 'load beyond it, as was wanted',
        value: Math.min(...turns.map(({ beyond }) => beyond.begun / beyond.offered)),
        unit: '',
        bar: { atLeast: APPLIED },
      },
      {
        name: "goodput at three times the knee's load, of the knee's",
        value: kept,
        unit: '',
        bar: { atLeast: KEPT_UNDER_OVERLOAD },
      },
    ],
  };
}

export const benchmark: Benchmark = {
  name: 'steps',
  what: "visits at X, 2X, 3X a second to the knee and beyond, open arrivals: at three times the knee's load 90 % of the knee's goodput, the median of three turns",
  needsPage: true,
  isForStacks: true,
  run,
};
