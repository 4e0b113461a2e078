import type { Benchmark, Report, RunSettings } from '../benchmark.ts';
import type { DatabaseWrites } from '../bough/database-writes.ts';
import { numberOf, runK6 } from '../bough/k6.ts';
import { peopleInRooms } from '../bough/people.ts';
import { countOf } from '../bough/rooms-load.ts';
import { Sampler } from '../bough/sampler.ts';
import { standWatched } from '../bough/stand.ts';
import { Visitor } from '../bough/visitor.ts';
import type { GivenHome } from '../k6/given.ts';

// Whether a page view writes is asked of the database itself, or on the way to it. That the question is alive is seen first, with a write
// that is known to happen.

const PEOPLE = 100;
const VIEWS_PER_SECOND = 300;

async function run({ quick, stack, say }: RunSettings): Promise<Report> {
  const bough = await standWatched(stack);
  const { url, gateways, writes } = bough;
  try {
    say(`${PEOPLE} people with maps`);
    const people = await peopleInRooms(url, PEOPLE, 1);
    const control = await writesOf(writes, url);
    const sampler = new Sampler(gateways);
    writes.begin();
    const seconds = quick ? 15 : 60;
    const { measured, isHeld } = await runK6({
      script: 'home',
      given: {
        url,
        people,
        viewsPerSecond: VIEWS_PER_SECOND,
        seconds,
        thresholds: { page_ms: ['med<20', 'p(95)<100'], answer_ms: ['med<20', 'p(95)<100'], failed_views: ['count<1'] },
      } satisfies GivenHome,
      onMark: () => sampler.begin(),
      say,
    });
    sampler.end();
    const written = writes.end();
    const cores = sampler.coresTogether(gateways);
    const views = numberOf(measured, 'view_ms', 'count');
    return {
      table: [
        ['', 'median', 'p95', 'p99'],
        ...['page_ms', 'answer_ms', 'view_ms'].map((name) => [
          name.replace('_ms', ''),
          ...['med', 'p(95)', 'p(99)'].map((fact) => `${numberOf(measured, name, fact).toFixed(1)} ms`),
        ]),
        ['gateways together', `${cores.toFixed(2)} of one core`, '', ''],
      ],
      a: numberOf(measured, 'page_ms', 'med'),
      b: numberOf(measured, 'page_ms', 'p(95)'),
      ratio: numberOf(measured, 'page_ms', 'p(95)') / numberOf(measured, 'page_ms', 'med'),
      facts: { stack, standIns: bough.standIns },
      figures: [
        { name: "k6's thresholds hold", value: isHeld ? 1 : 0, unit: '', bar: { atLeast: 1 } },
        { name: 'views per second', value: views / seconds, unit: '', bar: { atLeast: VIEWS_PER_SECOND * 0.99 } },
        { name: 'page, median', value: numberOf(measured, 'page_ms', 'med'), unit: 'ms', bar: { atMost: 20 } },
        { name: 'page, p95', value: numberOf(measured, 'page_ms', 'p(95)'), unit: 'ms', bar: { atMost: 100 } },
        { name: 'answers, median', value: numberOf(measured, 'answer_ms', 'med'), unit: 'ms', bar: { atMost: 20 } },
        { name: 'answers, p95', value: numberOf(measured, 'answer_ms', 'p(95)'), unit: 'ms', bar: { atMost: 100 } },
        { name: 'views that failed', value: countOf(measured, 'failed_views'), unit: '', bar: { atMost: 0 } },
        { name: 'cookies set', value: countOf(measured, 'cookies_set'), unit: '', bar: { atMost: 0 } },
        { name: 'writes that a new guest makes (the control)', value: control, unit: '', bar: { atLeast: 1 } },
        { name: 'database writes', value: written, unit: '', bar: { atMost: 0 } },
      ],
    };
  } finally {
    await bough.stop();
    writes.close();
  }
}

async function writesOf(writes: DatabaseWrites, url: string): Promise<number> {
  writes.begin();
  await Visitor.guest(url);
  return writes.end();
}

export const benchmark: Benchmark = {
  name: 'home',
  needsPage: true,
  isForStacks: true,
  what: '300 page views a second (page, session, list of maps) of people who are signed in: median 20 ms, p95 100 ms, no database write',
  run,
};
