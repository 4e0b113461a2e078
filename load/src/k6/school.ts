import exec from 'k6/execution';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import type { Options } from 'k6/options';
import { type GivenPerson, type GivenSchool, readGiven } from './given.ts';
import { Person, whenKept } from './person.ts';

export { handleSummary } from './summary.ts';

// Classes whose pupils come within a minute, each by the link of their class and as somebody whom nobody knows, and edit at once. All
// of them have one address.

const given = readGiven(open(__ENV['GIVEN'] ?? '')) as GivenSchool;

export const options: Options = {
  scenarios: {
    classes: {
      executor: 'per-vu-iterations',
      vus: given.classes.length,
      iterations: 1,
      maxDuration: `${given.arriveMs + given.steadyMs + given.settleMs + 60_000}ms`,
      gracefulStop: '5s',
      exec: 'attend',
    },
  },
  // Every tag costs on every message.
  systemTags: [],
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max', 'count'],
};

const there = new Trend('there_ms');
const arrival = new Trend('arrival_ms');
const turnedAway = new Counter('turned_away');
const acknowledged = new Trend('acknowledged_ms');
const refusals = new Counter('refused');
const lost = new Counter('lost_sockets');
const made = new Counter('made_changes');
const unkept = new Counter('unkept_changes');

/** When the bell rings: the same for all classes. */
export function setup(): { readonly fromMs: number } {
  return { fromMs: Date.now() };
}

/** One class. */
export function attend({ fromMs }: { readonly fromMs: number }): void {
  const own = given.classes[exec.vu.idInTest - 1];
  if (own === undefined) return;
  const people: Person[] = [];
  const timers: number[] = [];
  let isOver = false;
  const come = (): void => {
    const askedMs = Date.now();
    const pupil = enrol(own);
    if (pupil === null) {
      turnedAway.add(1);
      return;
    }
    const person = new Person(given.url, pupil, {
      welcome: () => {
        there.add(Date.now() - fromMs);
        arrival.add(Date.now() - askedMs);
        person.change('words');
      },
      shown: () => undefined,
      changes: () => undefined,
      kept: (afterMs) => acknowledged.add(afterMs),
      refused: () => refusals.add(1),
      closed: () => {
        if (!isOver) lost.add(1);
      },
    });
    void person.come();
    people.push(person);
    timers.push(Number(setInterval(() => person.change(String(Date.now())), given.changeEveryMs)));
  };
  for (let n = 0; n < given.pupils; n++) setTimeout(come, (given.arriveMs * (n + Math.random())) / given.pupils);
  const endMs = fromMs + given.arriveMs + given.steadyMs;
  setTimeout(() => {
    for (const timer of timers) clearInterval(timer);
    whenKept(people, endMs + given.settleMs, (left) => {
      isOver = true;
      made.add(people.reduce((sum, person) => sum + person.made, 0));
      unkept.add(left);
      for (const person of people) person.close();
    });
  }, endMs - Date.now());
}

/** What the page of somebody does who opens the link of their class: it finds out that nobody knows them, and joins as a guest. */
function enrol({ map, secret }: { readonly map: string; readonly secret: string }): GivenPerson | null {
  const cookies = new Map<string, string>();
  let csrf = '';
  const ask = (method: 'GET' | 'POST', path: string, body: object | null): boolean => {
    const answer = http.request(method, `${given.url}${path}`, body === null ? null : JSON.stringify(body), {
      // Of one of k6's users there is one jar; here each pupil has a browser of their own.
      jar: new http.CookieJar(),
      headers: {
        origin: given.url,
        'content-type': 'application/json',
        cookie: [...cookies.values()].join('; '),
        ...(csrf === '' ? {} : { 'bough-csrf': csrf }),
      },
    });
    for (const [name, [set]] of Object.entries(answer.cookies)) cookies.set(name, `${name}=${set?.value ?? ''}`);
    if (answer.status >= 300) return false;
    const said = path.startsWith('/api/session') ? answer.json('csrf') : null;
    const inSession = path.startsWith('/api/session') ? answer.json('session.csrf') : null;
    csrf = typeof said === 'string' ? said : typeof inSession === 'string' ? inSession : csrf;
    return true;
  };
  const isIn =
    ask('GET', '/', null) &&
    ask('GET', '/api/session', null) &&
    ask('POST', '/api/session/guest', { name: null }) &&
    ask('POST', '/api/join', { secret }) &&
    ask('GET', `/api/maps/${map}/document`, null);
  return isIn ? { cookie: [...cookies.values()].join('; '), csrf, map } : null;
}
