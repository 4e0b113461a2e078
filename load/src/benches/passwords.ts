import type { Benchmark, Report } from '../benchmark.ts';
import { interleave, median, percentile } from '../benchmark.ts';
import { Fleet } from '../bough/fleet.ts';
import { peopleInRooms } from '../bough/people.ts';
import { inLanes, Visitor } from '../bough/visitor.ts';
import { BoughTalker } from './rooms/bough.ts';

// People draw while others sign in by password, as fast as the server lets them, and while nobody does, in turn. An unknown address costs
// the very same hash as a known one, so that nobody has to have an account. Each change counts from being sent until it is durable and has
// come back. Everybody draws in a map of their own: where two do in one, the gateway gathers what they say up to its next tick, and that
// wait, the same with sign-ins and without, would be nearly all that is measured.

const ROOMS = 20;
const PAUSE_MS = 250;
const SIGNING_IN = 50;
const TURN_SECONDS = 6;
/** The tick that nobody waits for here is 40 ms: of the 50 ms within which a change of two who draw together is to come back, it leaves this. */
const MOST_MS = 10;
const MIB = 1_048_576;

interface Phase {
  readonly kept: readonly number[];
  readonly mostBytes: number;
}

async function draw(fleet: Fleet, talkers: readonly BoughTalker[], kept: number[], seconds: number): Promise<Phase> {
  kept.length = 0;
  let mostBytes = 0;
  const untilMs = performance.now() + seconds * 1_000;
  for (let round = 0; performance.now() < untilMs; round++) {
    // Spread over the pause, as people are.
    for (const [n, talker] of talkers.entries()) {
      setTimeout(() => talker.say(`words ${round}`), (n * PAUSE_MS) / talkers.length);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    mostBytes = Math.max(mostBytes, fleet.gateway.residentBytes());
  }
  return { kept: [...kept], mostBytes };
}

/** Signs in again and again until told to stop; answers how often it was told until then that the password is wrong. Who waits too long goes again. */
async function signIn(url: string, lane: number, isOver: () => boolean): Promise<number> {
  const visitor = new Visitor(url);
  await visitor.ask('GET', '/api/session');
  let answered = 0;
  while (!isOver()) {
    const body = { email: `nobody${lane}-${answered}@example.test`, password: 'four words of nobody' };
    try {
      await visitor.ask('POST', '/api/session/password', body);
    } catch (error) {
      if (!isOver() && String(error).includes('gateway/wrong-password')) answered++;
    }
  }
  return answered;
}

/** Draws while so many sign in; ends when the last of them has been answered. */
async function drawBeside(url: string, drawn: () => Promise<Phase>): Promise<Phase & { readonly signIns: number }> {
  let isOver = false;
  const signing = Promise.all(Array.from({ length: SIGNING_IN }, (_each, n) => signIn(url, n, () => isOver)));
  const phase = await drawn();
  isOver = true;
  const signIns = (await signing).reduce((sum, each) => sum + each, 0);
  return { ...phase, signIns };
}

function together(phases: readonly Phase[]): Phase {
  return {
    kept: phases.flatMap(({ kept }) => kept),
    mostBytes: Math.max(...phases.map(({ mostBytes }) => mostBytes)),
  };
}

/** What signing in costs those who draw. */
export const benchmark: Benchmark = {
  name: 'passwords',
  what: 'A: drawing alone, B: drawing while 50 sign in by password at once, in turn: acknowledgement p99 (ratio b / a), memory',
  run: async ({ quick, say }): Promise<Report> => {
    const fleet = await Fleet.start();
    try {
      const { url } = fleet.gateway;
      const people = await peopleInRooms(url, ROOMS, 1);
      const kept: number[] = [];
      const ignore = (): void => undefined;
      const talkers = await inLanes(people.length, 4, async (n) => {
        const person = people[n];
        if (person === undefined) throw new Error('nobody is left');
        return await BoughTalker.join(url, person, ignore, (ms) => kept.push(ms));
      });
      say('warming up');
      await draw(fleet, talkers, kept, 5);
      say(`drawing alone, and while ${SIGNING_IN} sign in`);
      const draws = async (): Promise<Phase> => await draw(fleet, talkers, kept, TURN_SECONDS);
      const turns = await interleave<Phase & { readonly signIns: number }>(
        quick ? 2 : 5,
        async () => ({ ...(await draws()), signIns: 0 }),
        async () => await drawBeside(url, draws),
      );
      for (const talker of talkers) talker.close();
      const [alone, beside] = [together(turns.a), together(turns.b)];
      const signIns = turns.b.reduce((sum, turn) => sum + turn.signIns, 0);
      const beforeBytes = turns.a[0]?.mostBytes ?? Number.NaN;
      const grownMib = (beside.mostBytes - beforeBytes) / MIB;
      const row = (name: string, { kept: ms, mostBytes }: Phase): string[] => [
        name,
        `${median(ms).toFixed(1)} / ${percentile(ms, 0.99).toFixed(1)} ms`,
        `${(mostBytes / MIB).toFixed(0)} MiB`,
      ];
      const [a, b] = [percentile(alone.kept, 0.99), percentile(beside.kept, 0.99)];
      return {
        table: [
          ['', 'acknowledged p50 / p99', 'gateway resident'],
          row('alone', alone),
          row('beside 50 sign-ins', beside),
        ],
        a,
        b,
        ratio: b / a,
        figures: [
          { name: 'acknowledgedP99', value: b, unit: 'ms', bar: { atMost: MOST_MS } },
          { name: 'what sign-ins add to it', value: b - a, unit: 'ms' },
          { name: 'residentGrown', value: grownMib, unit: 'MiB', bar: { atMost: 200 } },
          { name: 'signInsPerSecond', value: signIns / (turns.b.length * TURN_SECONDS), unit: '', bar: { atLeast: 1 } },
        ],
      };
    } finally {
      await fleet.stop();
    }
  },
};
