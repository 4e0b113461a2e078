import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from '../benchmark.ts';
import type { FullStack } from '../bough/full-stack.ts';
import { Sampler } from '../bough/sampler.ts';
import { added, commandsOf } from '../bough/asked.ts';
import type { CountedWay } from '../bough/counted-way.ts';

// What a Bough costs that nobody uses. Nothing may be asked for a document: there are two hundred of them (SLEEPING), so that one that is asked for
// once in the time would show. What is left are processes that look again and again whether something has happened elsewhere, and say that they are there. That
// is the same for ten documents and for a million:
//
// - Storage: nothing. Docstore notes in `mirrored/` up to when the second location has everything, once a minute while something was copied; looks at
//   `upkeep/state` when a walk is due, and a walk is due once a day; gateways ask for notes of commands once an hour. So there is room for
//   one request a minute, for a moment that happens to be counted.
// - MongoDB, each gateway: sessions that were ended (every 750 ms), links that have ended (1 s), emails about requests (3 s) and about groups
//   (5 s), emails about changes (20 s): 175 a minute. The mailer: its outbox every 10 s. Each driver asks its server every 10 s, on two connections,
//   and makes its ten kept connections anew once a minute (MONGO_POOL, maxIdleTimeMS).
// - Redis, each gateway: that it is there, every 150 ms: 400 a minute.

/** How many of each kind a stack has. */
interface Size {
  readonly gateways: number;
  readonly mailers: number;
}

/** Requests in a minute that are the processes' own, with a tenth for what is counted at the edges. */
function mostAMinute({ gateways, mailers }: Size): Readonly<Record<'storage' | 'MongoDB' | 'Redis', number>> {
  const driver = 2 * 6 + 10;
  return {
    storage: 1,
    MongoDB: Math.ceil(1.1 * (gateways * (175 + driver) + mailers * (2 * 6 + driver))),
    Redis: Math.ceil(1.1 * gateways * 400),
  };
}

/** Of one core. A gateway wakes about twenty times a second, to say that it is there and for looks that find nothing: 1.5 % where this was written. A process that turns in circles takes all of it. */
const MOST_CORE = 0.03;

/** While people work, each way carries far more than this a minute: twelve changes a second are kept twice, and what gateways ask when idle is more. */
const LEAST_AT_WORK = 60;

/** The ways on which requests are counted. */
export type Ways = Readonly<Record<'first' | 'second' | 'database', CountedWay>>;

/** How often what was asked so far, by where it was asked. */
export type Counts = Readonly<Record<keyof Ways | 'bus', ReadonlyMap<string, number>>>;

const PLACES = ['first', 'second', 'database', 'bus'] as const;

/** What idle time cost. */
export interface IdleCost {
  readonly figures: readonly Figure[];
  /** Where what was asked, and how often a minute. */
  readonly table: readonly (readonly string[])[];
}

export async function countsNow(stack: FullStack, ways: Ways): Promise<Counts> {
  const { first, second, database } = ways;
  const bus = commandsOf(await stack.askBus('INFO commandstats'));
  return { first: first.counts, second: second.counts, database: database.counts, bus };
}

/** A way that counts nothing would find every Bough idle: so what was counted while people worked is judged, too. */
export function heardAtWork(before: Counts, after: Counts, forMs: number): readonly Figure[] {
  const figure = (name: string, ...places: readonly (typeof PLACES)[number][]): Figure => ({
    name: `at work: requests to ${name}`,
    value: askedBetween(before, after, places) / (forMs / 60_000),
    unit: 'a minute',
    bar: { atLeast: LEAST_AT_WORK },
  });
  return [
    figure('storage', 'first'),
    figure('the second location', 'second'),
    figure('MongoDB', 'database'),
    figure('Redis', 'bus'),
  ];
}

/** Counts for so long what is used and asked while nobody is there. */
export async function idle(stack: FullStack, ways: Ways, forMs: number): Promise<IdleCost> {
  const sampler = new Sampler(stack.services);
  const before = await countsNow(stack, ways);
  sampler.begin();
  await sleep(forMs);
  sampler.end();
  const after = await countsNow(stack, ways);
  const minutes = forMs / 60_000;
  const most = mostAMinute({ gateways: stack.gateways.length, mailers: 1 });
  const requests = (name: keyof typeof most, ...places: readonly (typeof PLACES)[number][]): Figure => ({
    name: `idle: requests to ${name}`,
    value: askedBetween(before, after, places) / minutes,
    unit: 'a minute',
    bar: { atMost: most[name] },
  });
  return {
    figures: [
      ...stack.services.map(({ name }, n) => ({
        name: `idle: ${name}`,
        value: sampler.cores(n) * 100,
        unit: '% of one core',
        bar: { atMost: MOST_CORE * 100 },
      })),
      requests('storage', 'first', 'second'),
      requests('MongoDB', 'database'),
      requests('Redis', 'bus'),
    ],
    table: [
      ['idle', 'what', 'a minute'],
      ...PLACES.flatMap((name) =>
        askedOf(before, after, name).map(([command, count]) => [name, command, (count / minutes).toFixed(1)]),
      ),
    ],
  };
}

function askedBetween(before: Counts, after: Counts, places: readonly (typeof PLACES)[number][]): number {
  return places.flatMap((name) => askedOf(before, after, name)).reduce((sum, [, count]) => sum + count, 0);
}

/** To ask Redis for its counts is counted, too. */
function askedOf(before: Counts, after: Counts, name: keyof Counts): ReturnType<typeof added> {
  return added(before[name], after[name]).filter(([command]) => command !== 'info');
}
