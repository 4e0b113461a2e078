import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Benchmark, Report, RunSettings } from '../benchmark.ts';
import { Fleet } from '../bough/fleet.ts';
import { numberOf, runK6 } from '../bough/k6.ts';
import { peopleInRooms } from '../bough/people.ts';
import { countOf } from '../bough/rooms-load.ts';
import { Sampler } from '../bough/sampler.ts';
import { Visitor } from '../bough/visitor.ts';
import type { GivenHome } from '../k6/given.ts';

// Whether a page view writes is asked of the database itself: `data_version` is another one after any other connection has
// committed, whatever it wrote. That the question is alive is seen first, with a write that is known to happen.

const PEOPLE = 100;
const VIEWS_PER_SECOND = 300;

async function run({ quick, say }: RunSettings): Promise<Report> {
  const fleet = await Fleet.start();
  const watch = new Writes(fleet.data);
  try {
    say(`${PEOPLE} people with maps`);
    const people = await peopleInRooms(fleet.gateway.url, PEOPLE, 1);
    const control = await writesOf(watch, fleet);
    const sampler = new Sampler([fleet.gateway]);
    watch.begin();
    const seconds = quick ? 15 : 60;
    const { measured, isHeld } = await runK6({
      script: 'home',
      given: {
        url: fleet.gateway.url,
        people,
        viewsPerSecond: VIEWS_PER_SECOND,
        seconds,
        thresholds: { page_ms: ['med<20', 'p(95)<100'], answer_ms: ['med<20', 'p(95)<100'], failed_views: ['count<1'] },
      } satisfies GivenHome,
      onMark: () => sampler.begin(),
      say,
    });
    sampler.end();
    const writes = watch.end();
    const views = numberOf(measured, 'view_ms', 'count');
    return {
      table: [
        ['', 'median', 'p95', 'p99'],
        ...['page_ms', 'answer_ms', 'view_ms'].map((name) => [
          name.replace('_ms', ''),
          ...['med', 'p(95)', 'p(99)'].map((fact) => `${numberOf(measured, name, fact).toFixed(1)} ms`),
        ]),
        ['gateway', `${sampler.cores(0).toFixed(2)} of one core`, '', ''],
      ],
      a: numberOf(measured, 'page_ms', 'med'),
      b: numberOf(measured, 'page_ms', 'p(95)'),
      ratio: numberOf(measured, 'page_ms', 'p(95)') / numberOf(measured, 'page_ms', 'med'),
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
        { name: 'database writes', value: writes, unit: '', bar: { atMost: 0 } },
      ],
    };
  } finally {
    watch.close();
    await fleet.stop();
  }
}

async function writesOf(watch: Writes, fleet: Fleet): Promise<number> {
  watch.begin();
  await Visitor.guest(fleet.gateway.url);
  return watch.end();
}

/** Counts the moments at which somebody else had committed something, looking ten times a second. */
class Writes {
  readonly #databases: readonly DatabaseSync[];
  #versions: readonly unknown[] = [];
  #count = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(folder: string) {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
    // Every database that the gateway has there, whatever it is called.
    const found = files.filter((file) => existsSync(`${file}-wal`));
    this.#databases = found.map((file) => new DatabaseSync(file));
    if (found.length === 0) throw new Error('the gateway has no database to be watched');
  }

  begin(): void {
    this.#versions = this.#read();
    this.#count = 0;
    this.#timer = setInterval(() => this.#look(), 100);
  }

  end(): number {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#look();
    return this.#count;
  }

  close(): void {
    for (const database of this.#databases) database.close();
  }

  #look(): void {
    const now = this.#read();
    this.#count += now.filter((version, n) => version !== this.#versions[n]).length;
    this.#versions = now;
  }

  #read(): readonly unknown[] {
    return this.#databases.map((database) => database.prepare('PRAGMA data_version').get()?.['data_version']);
  }
}

export const benchmark: Benchmark = {
  name: 'home',
  needsPage: true,
  what: '300 page views a second (page, session, list of maps) of people who are signed in: median 20 ms, p95 100 ms, no database write',
  run,
};
