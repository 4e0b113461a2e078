import exec from 'k6/execution';
import { SharedArray } from 'k6/data';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import type { Options } from 'k6/options';
import { type GivenPerson, type GivenVisits, readGiven } from './given.ts';
import { askForTicket, Person, shortId } from './person.ts';

export { handleSummary } from './summary.ts';

// Visits: the page, who one is, the map's document, a ticket, a socket, one change that is kept. Open arrivals: a visit
// begins when it is due, whatever became of those before. Whoever is turned away goes; whoever waits too long goes.

// Read once for all of k6's users: there are hundreds.
const shared = new SharedArray('given', () => {
  const { people: all, ...rest } = readGiven(open(__ENV['GIVEN'] ?? '')) as GivenVisits;
  return [rest, ...all];
}) as unknown as readonly [Omit<GivenVisits, 'people'>, ...GivenPerson[]];
const given = shared[0];

export const options: Options = {
  scenarios: {
    visits: {
      executor: 'constant-arrival-rate',
      rate: given.perSecond,
      timeUnit: '1s',
      duration: `${given.seconds}s`,
      // As many as can be under way: to make one more costs what many visits do.
      preAllocatedVUs: Math.ceil(given.perSecond * (given.patienceMs / 1_000)) + 20,
      gracefulStop: `${given.patienceMs + 1_000}ms`,
      exec: 'visit',
    },
  },
  // Every tag costs on every message, and every body that nobody looks at.
  systemTags: [],
  discardResponseBodies: true,
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max', 'count'],
};

const begun = new Counter('begun');
const good = new Counter('good');
const turnedAway = new Counter('turned_away');
const whole = new Trend('visit_ms');

/** One visit. */
export async function visit(): Promise<void> {
  const person = shared[1 + (exec.scenario.iterationInTest % (shared.length - 1))];
  if (person === undefined || !('cookie' in person)) return;
  begun.add(1);
  const fromMs = Date.now();
  const client = shortId();
  const ticket = await arrive(person, client);
  if (ticket === null) {
    turnedAway.add(1);
    return;
  }
  const leave = (isGood: boolean): void => {
    if (isGood) {
      good.add(1);
      whole.add(Date.now() - fromMs);
    }
    clearTimeout(patience);
    drawer.close();
  };
  const patience = setTimeout(() => leave(false), Math.max(1, fromMs + given.patienceMs - Date.now()));
  const nothing = (): void => undefined;
  const hears = {
    welcome: () => drawer.change('words'),
    shown: nothing,
    changes: nothing,
    kept: () => leave(Date.now() - fromMs <= given.patienceMs),
    refused: nothing,
    closed: () => clearTimeout(patience),
  };
  const drawer = new Person(given.url, person, hears, client);
  drawer.comeWith(ticket);
}

/** What a page asks before it opens its socket; null: the visitor was turned away. */
async function arrive(person: GivenPerson, client: string): Promise<string | null> {
  const headers = { cookie: person.cookie, 'accept-encoding': 'zstd, br' };
  const timeout = `${given.patienceMs}ms`;
  if (http.get(`${given.url}/m/${person.map}`, { headers, timeout }).status !== 200) return null;
  const asked = http.batch(
    ['session', `maps/${person.map}/document`].map(
      (path) => ['GET', `${given.url}/api/${path}`, null, { headers, timeout }] as const,
    ),
  );
  return asked.every(({ status }) => status === 200) ? await askForTicket(given.url, person, client) : null;
}
