import exec from 'k6/execution';
import { Counter, Trend } from 'k6/metrics';
import type { Options } from 'k6/options';
import { type GivenPerson, type GivenRooms, readGiven } from './given.ts';
import { Person, whenKept } from './person.ts';

export { handleSummary } from './summary.ts';

// People in rooms, whose pointers move and who type and drag. When something was shown or typed stands in what is shown or
// typed itself, so that whoever receives it knows how long it was under way.

const given = readGiven(open(__ENV['GIVEN'] ?? '')) as GivenRooms;
const users = Math.ceil(given.people.length / given.perUser);

export const options: Options = {
  scenarios: {
    people: {
      executor: 'per-vu-iterations',
      vus: users,
      iterations: 1,
      maxDuration: `${given.arriveMs + given.steadyMs + given.settleMs + 60_000}ms`,
      gracefulStop: '5s',
      exec: 'stay',
    },
  },
  thresholds: Object.fromEntries(Object.entries(given.thresholds).map(([name, all]) => [name, [...all]])),
  // Every tag costs on every message.
  systemTags: [],
  summaryTrendStats: ['med', 'p(95)', 'p(99)', 'max', 'count'],
};

const pointers = new Trend('pointer_ms');
const deliveries = new Trend('delivery_ms');
const acknowledged = new Trend('acknowledged_ms');
const changes = new Counter('changes');
const refusals = new Counter('refused');
const lost = new Counter('lost_sockets');
const absent = new Counter('absent_people');
const made = new Counter('made_changes');
const unkept = new Counter('unkept_changes');
const back = new Counter('came_back');
const backAt = new Trend('back_at');
/** The pauses of the page's own client between two tries to come back. */
const PAUSE = { firstMs: 300, longestMs: 4_000 };
/** So many units of the map a roaming pointer goes in a second. */
const ROAMS_PER_S = 400;
/** Heights at which pointers roam are multiples of that many units: somebody who is watched points between two of them. */
const BETWEEN_HEIGHTS = 4;

/** When everybody starts to arrive: the same for all users. */
export function setup(): { readonly fromMs: number } {
  return { fromMs: Date.now() };
}

/** One user of k6: some people, from their arrival to the end. */
export function stay({ fromMs }: { readonly fromMs: number }): void {
  const first = (exec.vu.idInTest - 1) * given.perUser;
  const steadyMs = fromMs + given.arriveMs;
  const endMs = steadyMs + given.steadyMs;
  let isOver = false;
  const isSteady = (): boolean => !isOver && Date.now() >= steadyMs && Date.now() < endMs;
  const people: Person[] = [];
  const timers: number[] = [];
  const arrive = (person: GivenPerson, number: number): void => {
    let frames = 0;
    let tries = 0;
    const arrived = new Person(given.url, person, {
      welcome: () => {
        if (tries > 0 && !isOver) {
          back.add(1);
          backAt.add(Date.now());
        }
        tries = 0;
      },
      shown: (text) => {
        frames++;
        if (frames % given.lookAtOneIn === 0 && isSteady()) look(text, fromMs);
      },
      changes: (text) => {
        if (!isSteady()) return;
        for (const [, at] of text.matchAll(/<(\d+)>/g)) deliveries.add(Date.now() - fromMs - Number(at));
      },
      kept: (afterMs) => {
        if (!isSteady()) return;
        acknowledged.add(afterMs);
        changes.add(1);
      },
      refused: () => refusals.add(1),
      closed: () => {
        if (isOver) return;
        if (given.restartAfterMs === undefined) lost.add(1);
        else setTimeout(() => void arrived.come(), pauseMs(tries++));
      },
    });
    void arrived.come();
    people.push(arrived);
    keepBusy(arrived, { fromMs, timers, isChanging: number < (given.changing ?? given.people.length) });
  };
  // One after the other, as people come.
  given.people.slice(first, first + given.perUser).forEach((person, n) => {
    setTimeout(() => arrive(person, first + n), (given.arriveMs * 0.7 * n) / given.perUser);
  });
  if (first === 0) setTimeout(() => console.log('mark:steady'), steadyMs - Date.now());
  const { restartAfterMs } = given;
  if (first === 0 && restartAfterMs !== undefined)
    setTimeout(() => console.log('mark:restart'), steadyMs + restartAfterMs - Date.now());
  setTimeout(() => {
    absent.add(Math.min(given.perUser, given.people.length - first) - people.filter((person) => person.isThere).length);
    if (first === 0) console.log('mark:end');
    for (const timer of timers) clearInterval(timer);
    whenKept(people, endMs + given.settleMs, (left) => {
      isOver = true;
      made.add(people.reduce((sum, person) => sum + person.made, 0));
      unkept.add(left);
      for (const person of people) person.close();
    });
  }, endMs - Date.now());
}

function pauseMs(tries: number): number {
  const whole = Math.min(PAUSE.longestMs, PAUSE.firstMs * 2 ** tries);
  return whole / 2 + (whole / 2) * Math.random();
}

interface Busy {
  readonly fromMs: number;
  readonly timers: number[];
  readonly isChanging: boolean;
}

/** Begins at a moment of each person's own, so that they do not all move at once. */
function keepBusy(person: Person, { fromMs, timers, isChanging }: Busy): void {
  const every = (ms: number, run: () => void): void => {
    if (ms > 0) setTimeout(() => timers.push(Number(setInterval(run, ms))), Math.random() * ms);
  };
  const phase = Math.random();
  every(given.cursorEveryMs, () => {
    const atMs = Date.now() - fromMs;
    if (given.within === undefined) person.point(atMs, Math.round(Math.random() * 1_000));
    else person.point(...roaming(atMs, phase, given.within));
  });
  if (isChanging) every(given.changeEveryMs, () => person.change(`<${Date.now() - fromMs}>`));
  if (given.cursorEveryMs === 0) every(10_000, () => person.ping());
}

/** To and fro around the middle, each person at a height of their own. */
function roaming(atMs: number, phase: number, within: number): [x: number, y: number] {
  const way = ((atMs / 1_000) * ROAMS_PER_S + phase * 2 * within) % (2 * within);
  const y = Math.round(((phase - 0.5) * within) / BETWEEN_HEIGHTS) * BETWEEN_HEIGHTS;
  return [Math.round((way < within ? way : 2 * within - way) - within / 2), y];
}

/** How long the pointers of this frame were under way: those that only moved, for of others it is not known when. */
function look(text: string, fromMs: number): void {
  if (given.within !== undefined) return;
  const nowMs = Date.now() - fromMs;
  const frame = JSON.parse(text) as { readonly moved?: readonly (readonly [string, number, number])[] };
  const moved = frame.moved ?? [];
  for (let at = 0; at < moved.length; at += 1 + Math.floor(moved.length / 10))
    pointers.add(nowMs - (moved[at]?.[1] ?? 0));
}
