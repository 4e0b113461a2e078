import { docstoreRoutes, OF_NOBODY } from '@bough/contracts';
import { rankOf } from '@bough/service';
import type { DocstoreFleet } from './docstore-fleet.ts';
import type { DocstoreProcess } from './docstore-process.ts';
import { add, change } from '../test-maps.ts';
import { Writers } from '../writers.ts';

const WRITERS = 5;
const TURNS = 20;

/** What a run came to. */
export interface FleetRun {
  readonly problems: readonly string[];
  readonly writers: Writers;
  readonly reads: number;
  /** From each kill to the next acknowledged change and the next read, the longer of the two... */
  readonly gapsMs: readonly number[];
  /** ...and of each, how long the other process waited for a processor that the machine gave to somebody else. */
  readonly starvedMs: readonly number[];
  /** Requests to storage in a second without anybody asking anything. */
  readonly idleRequests: number;
}

/**
 * Kills the owner of a document again and again, under writers of whom one believes that the other process owns it, and under a
 * reader who must never see less than was acknowledged before; then holds the log to account.
 */
export async function fleetRun(fleet: DocstoreFleet, kills: number): Promise<FleetRun> {
  const writers = new Writers(fleet);
  await writers.start(WRITERS);
  const { map } = writers;
  const rank = rankOf(
    map,
    fleet.processes.map((each) => each.url),
  );
  const [owner, other] = rank.flatMap((url) => fleet.processes.find((each) => each.url === url) ?? []);
  if (owner === undefined || other === undefined) throw new Error('there are two');
  writers.join('stray', other);
  const reader = new Reader(fleet, writers);
  const gapsMs: number[] = [];
  const starvedMs: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    await until(() => writers.acknowledged.size, 20 + Math.floor(Math.random() * 100));
    await owner.end('SIGKILL');
    const killedMs = performance.now();
    const starvedBeforeMs = other.starvedMs();
    // The stray one goes on all the time: only the others were cut off.
    await Promise.all([until(() => writers.acknowledgedBy('w0'), 1), until(() => reader.reads, 2)]);
    gapsMs.push(performance.now() - killedMs);
    starvedMs.push(other.starvedMs() - starvedBeforeMs);
    await until(() => writers.acknowledged.size, 10);
    await owner.start();
  }
  await until(() => writers.acknowledged.size, 50);
  await writers.stop();
  await reader.stop();
  const problems = [
    ...reader.problems,
    ...(await turns(fleet, other, writers)),
    ...writers.problems(await writers.read()),
  ];
  const idleRequests = await idle(fleet);
  const states = await Promise.all(
    [fleet, owner, other].map((each) => each.call(docstoreRoutes.documentState, { params: { map, ...OF_NOBODY } })),
  );
  // Whoever asks one alone may be answered by what it had; the fleet knows better.
  if (states[0]?.seq !== Math.max(...states.map((state) => state.seq)))
    problems.push('the fleet reads less than one of it');
  return { problems, writers, reads: reader.reads, gapsMs, starvedMs, idleRequests };
}

/** The one process writes, and the other one, where the document lies idle, is read at once: what is missing there. */
async function turns(fleet: DocstoreFleet, other: DocstoreProcess, writers: Writers): Promise<string[]> {
  const problems: string[] = [];
  const { map } = writers;
  for (let counter = 1; counter <= TURNS; counter++) {
    const { seq: base } = await fleet.call(docstoreRoutes.documentState, { params: { map, ...OF_NOBODY } });
    const changes = [change('turn', counter, add(`turn-${counter}`, 'x'))];
    const { seq } = await other.call(docstoreRoutes.appendChanges, { params: { map }, body: { base, changes } });
    const page = { params: { map, from: seq, to: seq } };
    if ((await fleet.call(docstoreRoutes.readChanges, page)).changes.length !== 1)
      problems.push(`${seq} cannot be read`);
    const facts = await fleet.call(docstoreRoutes.documentFacts, { params: { map } });
    if (facts.seq !== seq) problems.push(`read ${facts.seq} when ${seq} was the last`);
  }
  return problems;
}

/** How many requests to storage there are in a second without anybody asking anything, once what is under way has ended. */
async function idle(fleet: DocstoreFleet): Promise<number> {
  for (let before = -1; ;) {
    const now = await requests(fleet);
    if (now === before) break;
    before = now;
    await sleep(300);
  }
  const before = await requests(fleet);
  await sleep(1_000);
  return (await requests(fleet)) - before;
}

/** Reads on and on, and notes whenever it sees less than had been acknowledged when it asked, or than it saw before. */
class Reader {
  readonly problems: string[] = [];
  reads = 0;
  readonly #fleet: DocstoreFleet;
  readonly #writers: Writers;
  readonly #running: Promise<void>;
  #isStopping = false;

  constructor(fleet: DocstoreFleet, writers: Writers) {
    this.#fleet = fleet;
    this.#writers = writers;
    this.#running = this.#read();
  }

  stop(): Promise<void> {
    this.#isStopping = true;
    return this.#running;
  }

  async #read(): Promise<void> {
    const { map } = this.#writers;
    let last = 0;
    for (let turn = 0; !this.#isStopping; turn++) {
      const acknowledged = Math.max(0, ...this.#writers.acknowledged.values());
      const seq = await this.#writers.insist(() => this.#ask(turn, map, acknowledged));
      if (seq < Math.max(last, acknowledged)) {
        this.problems.push(`read ${seq}, though ${acknowledged} was acknowledged and ${last} read before`);
      }
      last = Math.max(last, seq);
      this.reads++;
    }
  }

  /** The last number, by one way of asking after another. */
  async #ask(turn: number, map: Writers['map'], acknowledged: number): Promise<number> {
    const params = { map, known: null, at: null, encoding: 'zstd' } as const;
    switch (turn % 4) {
      case 0:
        return (await this.#fleet.call(docstoreRoutes.documentState, { params: { map, ...OF_NOBODY } })).seq;
      case 1:
        return (await this.#fleet.call(docstoreRoutes.readDocument, { params })).seq ?? 0;
      case 2:
        return (await this.#fleet.call(docstoreRoutes.documentFacts, { params: { map } })).seq;
      default: {
        const page = { map, from: Math.max(1, acknowledged), to: acknowledged + 10 };
        const { changes } = await this.#fleet.call(docstoreRoutes.readChanges, { params: page });
        return changes.at(-1)?.seq ?? 0;
      }
    }
  }
}

/** Resolves when the count has grown by so much. */
async function until(count: () => number, by: number): Promise<void> {
  const goal = count() + by;
  while (count() < goal) await sleep(1);
}

async function requests(fleet: DocstoreFleet): Promise<number> {
  const all = await Promise.all(fleet.processes.map((each) => each.blobRequests()));
  return all.reduce((sum, each) => sum + each, 0);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
