import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import type { Options } from 'k6/options';
import { type GivenHome, readGiven } from './given.ts';

export { handleSummary } from './summary.ts';

// Page views of people who have been here before: the page itself, who they are, and their maps. Open arrivals: a view begins
// when it is due, whatever became of those before.

const given = readGiven(open(__ENV['GIVEN'] ?? '')) as GivenHome;

export const options: Options = {
  scenarios: {
    views: {
      executor: 'constant-arrival-rate',
      rate: given.viewsPerSecond,
      timeUnit: '1s',
      duration: `${given.seconds}s`,
      preAllocatedVUs: 40,
      maxVUs: 400,
      exec: 'view',
    },
  },
  thresholds: Object.fromEntries(Object.entries(given.thresholds).map(([name, all]) => [name, [...all]])),
  // Every tag costs on every message.
  systemTags: [],
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max', 'count'],
};

const pages = new Trend('page_ms');
const answers = new Trend('answer_ms');
const whole = new Trend('view_ms');
const failed = new Counter('failed_views');
const cookies = new Counter('cookies_set');

/** One view: the document, then what the page asks, at once. */
export function view(): void {
  const person = given.people[exec.scenario.iterationInTest % given.people.length];
  if (person === undefined) return;
  if (exec.scenario.iterationInTest === given.viewsPerSecond * 2) console.log('mark:steady');
  const headers = { cookie: person.cookie, 'accept-encoding': 'zstd, br' };
  const fromMs = Date.now();
  const page = http.get(`${given.url}/`, { headers });
  const asked = http.batch([
    ['GET', `${given.url}/api/session`, null, { headers }],
    ['GET', `${given.url}/api/maps`, null, { headers }],
  ]);
  whole.add(Date.now() - fromMs);
  pages.add(page.timings.duration);
  for (const answer of asked) answers.add(answer.timings.duration);
  for (const answer of [page, ...asked]) {
    if (answer.status !== 200) failed.add(1);
    if (Object.keys(answer.cookies).length > 0) cookies.add(1);
  }
}
