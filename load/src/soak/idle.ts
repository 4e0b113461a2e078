import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from '../benchmark.ts';
import type { FullStack } from '../bough/full-stack.ts';
import { Sampler } from '../bough/sampler.ts';
import { added, commandsOf } from './asked.ts';
import type { CountedWay } from './counted-way.ts';

// What a Bough costs that nobody uses. Nothing may be asked for a document: there are two hundred of them (SLEEPING), so that one that is asked for
// once in the time would show. What is left are processes that look again and again whether something has happened elsewhere, and say that they are there. That
// is the same for ten documents and for a million:
//
// - Storage: nothing. Docstore notes in `mirrored/` up to when the second location has everything, once a minute while something was copied; looks at
//   `upkeep/state` when a walk is due, and a walk is due once a day; gateways ask for notes of commands once an hour. So there is room for
//   one request a minute, for a moment that happens to be counted.
// - MongoDB, each gateway: sessions that were ended (every 750 ms), links that have ended (1 s), emails about requests (3 s) and about groups
//   (5 s), emails about changes (20 s): 175 a minute. The mailer: its outbox every 10 s. Each driver asks its server every 10 s, on two connections.
// - Redis, each gateway: that it is there, every 150 ms: 400 a minute.

/** How many of each kind a stack has. */
interface Size {
  readonly gateways: number;
  readonly mailers: number;
}

/** Requests in a minute that are the processes' own, with a tenth for what is counted at the edges. */
function mostAMinute({ gateways, mailers }: Size): Readonly<Record<'storage' | 'MongoDB' | 'Redis', number>> {
  const driver = 12;
  return {
    storage: 1,
    MongoDB: Math.ceil(1.1 * (gateways * (175 + driver) + mailers * (2 * 6 + driver))),
    Redis: Math.ceil(1.1 * gateways * 400),
  };
}

/** Of one core. Some wake-ups a second, each for a look that finds nothing: about half a percent; a process that turns in circles takes all of it. */
const MOST_CORE = 0.03;

/** What idle time cost. */
export interface IdleCost {
  readonly figures: readonly Figure[];
  /** What was asked, by whom it was asked and how often a minute. */
  readonly table: readonly (readonly string[])[];
}

/** Counts for so long what is used and asked while nobody is there. */
export async function idle(
  stack: FullStack,
  ways: Readonly<Record<'first' | 'second' | 'database', CountedWay>>,
  forMs: number,
): Promise<IdleCost> {
  const sampler = new Sampler(stack.services);
  const counted = async () => ({
    first: ways.first.counts,
    second: ways.second.counts,
    database: ways.database.counts,
    bus: commandsOf(await stack.askBus('INFO commandstats')),
  });
  const before = await counted();
  sampler.begin();
  await sleep(forMs);
  sampler.end();
  const after = await counted();
  const minutes = forMs / 60_000;
  const asked = (['first', 'second', 'database', 'bus'] as const).map((name) => ({
    name,
    // To ask Redis for its counts is counted, too.
    what: added(before[name], after[name]).filter(([command]) => command !== 'info'),
  }));
  const perMinute = (...names: readonly string[]): number =>
    asked
      .filter(({ name }) => names.includes(name))
      .flatMap(({ what }) => what)
      .reduce((sum, [, count]) => sum + count, 0) / minutes;
  const most = mostAMinute({ gateways: stack.gateways.length, mailers: 1 });
  const requests = (name: keyof typeof most, value: number): Figure => ({
    name: `idle: requests to ${name}`,
    value,
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
      requests('storage', perMinute('first', 'second')),
      requests('MongoDB', perMinute('database')),
      requests('Redis', perMinute('bus')),
    ],
    table: [
      ['idle', 'what', 'a minute'],
      ...asked.flatMap(({ name, what }) =>
        what.map(([command, count]) => [name, command, (count / minutes).toFixed(1)]),
      ),
    ],
  };
}
