import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FullStack } from '../bough/full-stack.ts';
import { Faults, type Seen } from './faults.ts';
import { Room } from './room.ts';
import { scheduleOf } from './schedule.ts';

const ROOMS = 3;
const EACH = 3;
const DRAW_MS = 700;
/** What the way to the stores of a cloud adds: what is not written yet is so for a while. */
const STORE_MS = 45;
const LOOK_MS = 2_000;
const REVOKE_AT = 0.5;
/** From when everything runs again, everybody has everything within this (L1). */
const CONVERGED_MS = 10_000;
/** Beyond it nobody waits any more. */
const LONGEST_MS = 60_000;
const VERIFY_TRIES = 20;
const COMMANDS = fileURLToPath(new URL('../../../apps/docstore/src/commands/main.ts', import.meta.url));

/** What a run came to. */
export interface ChaosReport {
  readonly seed: number;
  readonly seen: readonly Seen[];
  /** What could not be done here, and why. */
  readonly never: readonly string[];
  readonly changes: number;
  readonly comments: number;
  readonly shared: { readonly letIn: number; readonly sentAway: number };
  readonly files: { readonly asked: number; readonly failed: number };
  readonly convergedMs: number;
  readonly standIns: readonly string[];
  readonly problems: readonly string[];
}

/** People draw, save, are sent away and look back, on a whole stack that this seed makes suffer; then everything is held to account. */
export async function chaos(seed: number, lengthMs: number, say: (line: string) => void): Promise<ChaosReport> {
  say('Starting two gateways, two docstores, exporter and mailer on MongoDB, two S3 stores and Redis ...');
  const stack = await FullStack.start({ addedMs: STORE_MS });
  const rooms: Room[] = [];
  let faults: Faults | null = null;
  try {
    rooms.push(...(await Room.openAll(stack.url, ROOMS, EACH)));
    say(`${ROOMS * (EACH + 1)} people draw in ${ROOMS} maps for ${Math.round(lengthMs / 1000)} s.`);
    for (const room of rooms) room.draw(DRAW_MS);
    faults = new Faults(stack);
    const visits = new Visits(rooms);
    setTimeout(() => void visits.revokeAll(), lengthMs * REVOKE_AT);
    await faults.run(scheduleOf(seed, lengthMs), lengthMs);
    for (const room of rooms) room.rest();
    const rotten = faults.turned > 0 ? await repair(stack) : [];
    const convergedMs = await converge(rooms);
    await visits.end();
    const problems = [...faults.ownEnds, ...rotten];
    if (convergedMs > CONVERGED_MS)
      problems.push(`L1: it took ${Math.round(convergedMs)} ms until everybody had everything`);
    let [changes, comments] = [0, 0];
    for (const room of rooms) {
      const judged = await room.judge();
      changes += judged.changes;
      comments += judged.comments;
      problems.push(...judged.problems);
    }
    problems.push(...(await visits.problems()));
    problems.push(...(await verify(stack)));
    const { asked, failed, shared } = visits;
    const { seen, never } = faults;
    const { standIns } = stack;
    const done = { changes, comments, shared, files: { asked, failed } };
    return { seed, seen, never: [...never], ...done, convergedMs, standIns, problems };
  } finally {
    for (const room of rooms) room.stop();
    await stack.stop();
    await faults?.stop();
  }
}

/** What people do beside drawing: it may fail while something is away, and not when all is well again. */
class Visits {
  asked = 0;
  failed = 0;
  readonly #rooms: readonly Room[];
  readonly #going: Promise<void>;
  #revoking: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(rooms: readonly Room[]) {
    this.#rooms = rooms;
    this.#going = this.#go();
  }

  /** Each owner sends one away, and asks again until it is done. */
  async revokeAll(): Promise<void> {
    this.#revoking = Promise.all(this.#rooms.map((room) => insist(() => room.revoke()))).then(() => undefined);
    await this.#revoking;
  }

  /** How many were let into maps, and how many of them were sent away again. */
  get shared(): { readonly letIn: number; readonly sentAway: number } {
    const counts = this.#rooms.map((room) => room.sharing.counts);
    const sum = (of: 'letIn' | 'sentAway'): number => counts.reduce((all, one) => all + one[of], 0);
    return { letIn: sum('letIn'), sentAway: sum('sentAway') };
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all([this.#going, this.#revoking]);
  }

  async problems(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const room of this.#rooms) {
      await room
        .save('svg')
        .catch((failure: unknown) => found.push(`a file is not had when all is well: ${String(failure)}`));
    }
    return found;
  }

  async #go(): Promise<void> {
    const formats = ['svg', 'mm', 'md', 'pdf'];
    for (let n = 0; !this.#isOver; n++) {
      const room = this.#rooms[n % this.#rooms.length];
      this.asked++;
      await room?.save(formats[n % formats.length] ?? 'svg').catch(() => this.failed++);
      await room?.look().catch(() => undefined);
      await room?.sharing.step().catch(() => undefined);
      await sleep(LOOK_MS);
    }
  }
}

/** Waits until everybody has everything; answers how long that took. */
async function converge(rooms: readonly Room[]): Promise<number> {
  const fromMs = performance.now();
  while (!rooms.every((room) => room.isAtRest || room.sentAway.length > 0)) {
    if (performance.now() - fromMs > LONGEST_MS) break;
    await sleep(50);
  }
  return performance.now() - fromMs;
}

/** What rotted in the first location is there again, from the second. */
async function repair(stack: FullStack): Promise<readonly string[]> {
  const { code, said } = await command(stack, 'repair');
  return code === 0 ? [] : [`S10: repair does not bring back what rotted: ${said}`];
}

/** S9, S10: both locations are whole and alike, once the second has caught up. */
async function verify(stack: FullStack): Promise<readonly string[]> {
  let said = '';
  for (let tries = 0; tries < VERIFY_TRIES; tries++) {
    const run = await command(stack, 'verify');
    if (run.code === 0) return [];
    said = run.said;
    await sleep(1_000);
  }
  return [`S9, S10: verify finds something: ${said}`];
}

/** A command of docstore, as an operator runs it, to its end. */
async function command(
  stack: FullStack,
  name: string,
): Promise<{ readonly code: number | null; readonly said: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [COMMANDS, name], { env: { PATH, HOME, ...stack.docstoreSettings } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, said: said.trim() };
}

/** Asks until it is done. */
async function insist(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch {
      await sleep(200);
    }
  }
}
