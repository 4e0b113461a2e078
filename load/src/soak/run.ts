import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from '../benchmark.ts';
import { FullStack, type WayName } from '../bough/full-stack.ts';
import { MEMORY_HOOK } from '../bough/live-bytes.ts';
import { databaseReader, storageReader } from '../bough/asked.ts';
import { CountedWay } from '../bough/counted-way.ts';
import { Crowd, SLEEPING } from './crowd.ts';
import { countsNow, heardAtWork, idle, type Ways } from './idle.ts';
import { judgeRun } from './judge-run.ts';
import { Looks, type Sample } from './sample.ts';

const SAMPLE_MS = 10_000;
/** What is kept is counted every so many samples, since listing buckets and counting rows is work for the servers; in a run of minutes more often. */
const [KEPT_EVERY, KEPT_EVERY_SHORT, SHORT_MS] = [6, 2, 20 * 60_000];
/** From the last tab's closing on: what is done for the last changes (copied, indexed, noted once a minute) is not idle time. */
const SETTLE_MS = 75_000;
/** A tenth of the time, and at least this. */
const [IDLE_PART, IDLE_LEAST_MS] = [0.1, 60_000];

const ACTS = ['changes', 'comments', 'asks', 'files', 'pieces', 'emails', 'purges'] as const;

/** What a soak came to. */
export interface Soaked {
  readonly figures: readonly Figure[];
  /** What so short a run says nothing of. */
  readonly notJudged: readonly string[];
  readonly problems: readonly string[];
  readonly tables: readonly (readonly (readonly string[])[])[];
  readonly facts: Readonly<Record<string, unknown>>;
}

/** People work on a full stack at a constant rate for so long, and leave; what it has at each moment is held to being flat, and what it does then to being nothing. */
export async function soak(lengthMs: number, say: (line: string) => void): Promise<Soaked> {
  const ways = new Map<WayName, CountedWay>();
  try {
    say('Starting two gateways, two docstores, exporter and mailer on MongoDB, two S3 stores and Redis ...');
    const stack = await FullStack.start({
      nodeOptions: MEMORY_HOOK,
      through: async (name, url) => {
        if (name === 'bus') return url;
        const way = await CountedWay.open(url, name === 'database' ? databaseReader : storageReader);
        ways.set(name, way);
        return way.url;
      },
    });
    return await soakOn(stack, waysOf(ways), lengthMs, say);
  } finally {
    for (const way of ways.values()) way.stop();
  }
}

/** Ends the stack, too. */
async function soakOn(stack: FullStack, ways: Ways, lengthMs: number, say: (line: string) => void): Promise<Soaked> {
  let [crowd, looks]: [Crowd | null, Looks | null] = [null, null];
  try {
    say('People come, and their maps become as old as maps get.');
    crowd = await Crowd.come(stack.url);
    looks = await Looks.open(stack);
    say(`They work for ${Math.round(lengthMs / 60_000)} min, at a constant rate; ${SLEEPING} more maps sleep.`);
    const before = await countsNow(stack, ways);
    const samples = await work(stack, { crowd, looks, lengthMs, say });
    const heard = heardAtWork(before, await countsNow(stack, ways), lengthMs);
    await crowd.rest();
    const { problems, acts } = crowd;
    crowd.stop();
    const idleMs = Math.max(IDLE_LEAST_MS, lengthMs * IDLE_PART);
    say(
      `They leave. What is left to do is done in ${SETTLE_MS / 1_000} s; then nobody is there for ${idleMs / 60_000} min.`,
    );
    await sleep(SETTLE_MS);
    const cost = await idle(stack, ways, idleMs);
    const { figures, notJudged } = judgeRun(samples, lengthMs);
    const wrong: Figure = { name: 'what went wrong for people', value: problems.length, unit: '', bar: { atMost: 0 } };
    return {
      figures: [...figures, ...heard, ...cost.figures, wrong],
      notJudged,
      problems,
      tables: [tableOf(samples), cost.table],
      facts: { ...acts, standIns: stack.standIns },
    };
  } finally {
    crowd?.stop();
    await looks?.close();
    await stack.stop();
  }
}

interface Work {
  readonly crowd: Crowd;
  readonly looks: Looks;
  readonly lengthMs: number;
  readonly say: (line: string) => void;
}

/** Lets them work, and looks again and again. */
async function work(stack: FullStack, { crowd, looks, lengthMs, say }: Work): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const beganMs = performance.now();
  const keptEvery = lengthMs < SHORT_MS ? KEPT_EVERY_SHORT : KEPT_EVERY;
  crowd.begin();
  for (;;) {
    const atMs = performance.now() - beganMs;
    if (atMs > lengthMs) return samples;
    for (const { name, isRunning, endedWith, said } of stack.services) {
      if (!isRunning) throw new Error(`${name} ended by itself with ${endedWith}: ${said.slice(-2_000)}`);
    }
    const sample = await looks.sample(atMs, samples.length % keptEvery === 0 ? crowd.acts : null);
    samples.push(sample);
    if (sample.kept !== null) say(lineOf(sample));
    // Where a look took long, the next one waits for its turn: two in a row would see two times the same.
    await sleep(SAMPLE_MS - ((performance.now() - beganMs) % SAMPLE_MS));
  }
}

/** One line of progress. */
function lineOf({ atMs, processes, kept }: Sample): string {
  const live = kept?.liveBytes ?? {};
  const all = Object.entries(processes).map(
    ([name, { residentBytes, descriptors, loopMs }]) =>
      `${name} ${mega(live[name])}/${mega(residentBytes)} MB ${descriptors} fd ${loopMs.toFixed(0)} ms`,
  );
  return `${(atMs / 60_000).toFixed(1).padStart(6)} min  ${kept?.acts.changes ?? 0} changes  ${all.join('; ')}`;
}

/** What was kept in the middle of the run and at its end. */
function tableOf(samples: readonly Sample[]): readonly (readonly string[])[] {
  const kept = samples.flatMap((one) => (one.kept === null ? [] : [one.kept]));
  const [middle, last] = [kept[Math.floor(kept.length / 2)], kept.at(-1)];
  if (middle === undefined || last === undefined) return [];
  return [
    ['kept', 'in the middle', 'at the end'],
    ...ACTS.map((name) => [name, String(middle.acts[name]), String(last.acts[name])]),
    ...Object.entries(last.objects).map(([name, { count, bytes }]) => {
      const before = middle.objects[name] ?? { count: 0, bytes: 0 };
      return [`objects: ${name}`, `${before.count} (${mega(before.bytes)} MB)`, `${count} (${mega(bytes)} MB)`];
    }),
    ...Object.entries(last.rows)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => [`rows: ${name}`, String(middle.rows[name] ?? 0), String(count)]),
  ];
}

function mega(bytes: number | undefined): string {
  return bytes === undefined ? '?' : (bytes / 1e6).toFixed(1);
}

function waysOf(ways: ReadonlyMap<WayName, CountedWay>): Ways {
  const [first, second, database] = [ways.get('first'), ways.get('second'), ways.get('database')];
  if (first === undefined || second === undefined || database === undefined) throw new Error('each way is counted');
  return { first, second, database };
}
