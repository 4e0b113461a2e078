import { setTimeout as sleep } from 'node:timers/promises';
import { findServer } from '@bough/house/servers';
import { storageReader } from '../bough/asked.ts';
import { FullStack, type WayName } from '../bough/full-stack.ts';
import { HeldWay } from '../bough/held-way.ts';
import type { Process } from '../bough/process.ts';
import { runCommand } from './command.ts';
import { Drill, type DrillParts } from './drill/drill.ts';
import { Faults, type Seen } from './faults.ts';
import type { MissedFile } from './files.ts';
import { objectProblems } from './objects.ts';
import { Room } from './room.ts';
import { type Fault, scheduleOf } from './schedule.ts';
import { Spans } from './spans.ts';
import { Uncaught } from './uncaught.ts';
import { Visits } from './visits.ts';

const ROOMS = 3;
const EACH = 3;
const DRAW_MS = 700;
/** How much each draws beforehand: enough for what docstore seals. */
const PAST = 180;
/** What the way to the stores of a cloud adds: what is not written yet is so for a while. */
const STORE_MS = 45;
const REVOKE_AT = 0.5;
/** From when everything runs again, everybody has everything within this (L1). */
const CONVERGED_MS = 10_000;
/** Beyond it nobody waits any more. */
const LONGEST_MS = 60_000;
/** The second location has caught up by then. */
const VERIFY_MS = 30_000;
/** Characters of a log: the minutes before the end. */
const LOG = 6_000;
const READ_ELSEWHERE = /was mended from the second|was read from the second/;

/** What a run came to. */
export interface ChaosReport {
  readonly seed: number;
  readonly injected: readonly Fault[];
  readonly seen: readonly Seen[];
  /** What could not be done here, and why. */
  readonly never: readonly string[];
  readonly changes: number;
  readonly comments: number;
  /** Words that a Chromium showed when they were typed there. */
  readonly typed: number;
  readonly shared: { readonly letIn: number; readonly sentAway: number };
  readonly files: { readonly asked: number; readonly missed: readonly MissedFile[] };
  /** Damaged objects of the first location that were read from the second, and those that only an operator's `repair` found. */
  readonly rotten: { readonly turned: number; readonly readElsewhere: number; readonly repaired: number };
  readonly convergedMs: number;
  readonly standIns: readonly string[];
  readonly problems: readonly string[];
  /** The end of what each process logged, where there is a problem to be explained. */
  readonly logs: readonly { readonly name: string; readonly said: string }[];
}

/** Of a run that came to nothing. */
const NOTHING = {
  ...{ injected: [], seen: [], never: [], changes: 0, comments: 0, typed: 0, convergedMs: 0 },
  shared: { letIn: 0, sentAway: 0 },
  files: { asked: 0, missed: [] },
  rotten: { turned: 0, readElsewhere: 0, repaired: 0 },
} satisfies Partial<ChaosReport>;

/** People draw, save, are sent away and look back, on a whole stack that this seed makes suffer; then everything is held to account. */
export async function chaos(seed: number, lengthMs: number, say: (line: string) => void): Promise<ChaosReport> {
  say('Starting two gateways, two docstores, exporter and mailer on MongoDB, two S3 stores and Redis ...');
  const { stack, held } = await startStack();
  const rooms: Room[] = [];
  const uncaught = new Uncaught();
  let faults: Faults | null = null;
  try {
    rooms.push(...(await Room.openAll(stack.url, { rooms: ROOMS, each: EACH, seed })));
    await Promise.all(rooms.map((room) => room.drawPast(PAST)));
    const noTypist = await letTypistIn(rooms);
    say(`${ROOMS * (EACH + 1)} people draw in ${ROOMS} maps for ${Math.round(lengthMs / 1000)} s.`);
    for (const room of rooms) room.draw(DRAW_MS);
    const beganMs = performance.now();
    const nowMs = (): number => performance.now() - beganMs;
    const spans = new Spans(nowMs);
    faults = new Faults(stack, spans, nowMs);
    const visits = new Visits(rooms, spans, nowMs);
    setTimeout(() => void visits.revokeAll(), lengthMs * REVOKE_AT);
    const planned = scheduleOf(seed, lengthMs);
    await faults.run(planned, lengthMs);
    for (const room of rooms) room.rest();
    const convergedMs = await converge(rooms);
    await visits.end();
    const problems = [...faults.problems];
    if (convergedMs > CONVERGED_MS)
      problems.push(`L1: it took ${Math.round(convergedMs)} ms until everybody had everything`);
    const counts = await judgeRooms(rooms, problems);
    problems.push(...(await visits.problems()));
    const { turned } = faults;
    const rotten = { turned, readElsewhere: readElsewhere(stack), ...(await repair(stack, turned, problems)) };
    problems.push(...(await verify(stack)), ...(await judgeObjects(stack)));
    await collectInDrill({ stack, held, seed }, problems);
    problems.push(...uncaught.problems);
    const { seen, never } = faults;
    const { standIns } = stack;
    const done = { ...counts, shared: visits.shared, files: visits.files, rotten };
    const injected = planned.map(({ fault }) => fault);
    return {
      seed,
      injected,
      seen,
      never: [...never, ...noTypist],
      ...done,
      convergedMs,
      standIns,
      problems,
      logs: logsOf(stack, problems),
    };
  } catch (failure) {
    // Before anything was done to it, it has no reason to end.
    const problems = faults === null ? stack.services.flatMap(endedProblems) : [];
    if (problems.length === 0) throw failure;
    return { ...NOTHING, seed, standIns: stack.standIns, problems, logs: logsOf(stack, problems) };
  } finally {
    await Promise.all(rooms.map((room) => room.stop()));
    await stack.stop();
    for (const way of Object.values(held)) way.stop();
    await faults?.stop();
    uncaught.stop();
  }
}

/** The whole stack, with ways to both locations on which requests can be held back. */
async function startStack(): Promise<Pick<DrillParts, 'stack' | 'held'>> {
  const held: Partial<Record<WayName, HeldWay>> = {};
  const through = async (name: WayName, url: string): Promise<string> => {
    if (name !== 'first' && name !== 'second') return url;
    return (held[name] = await HeldWay.open(url, storageReader)).url;
  };
  const stack = await FullStack.start({ addedMs: STORE_MS, through });
  const { first, second } = held;
  if (first === undefined || second === undefined) throw new Error('a stack has a way to each location');
  return { stack, held: { first, second } };
}

/** One of the people is in a Chromium; answers why not, where there is none. */
async function letTypistIn([room]: readonly Room[]): Promise<readonly string[]> {
  const chromium = findServer('chromium');
  if (chromium.kind === 'missing') return [`Typing in a Chromium: ${chromium.why}`];
  await room?.letTypistIn();
  return [];
}

function endedProblems({ name, isRunning, endedWith }: Process): readonly string[] {
  return isRunning ? [] : [`L2: ${name} ended by itself with ${endedWith} before anything was done to it`];
}

/** Every map when all has come to rest; answers how much there was in all of them. */
async function judgeRooms(
  rooms: readonly Room[],
  problems: string[],
): Promise<Pick<ChaosReport, 'changes' | 'comments' | 'typed'>> {
  const counts = { changes: 0, comments: 0, typed: 0 };
  for (const room of rooms) {
    const judged = await room.judge().catch((failure: unknown) => cannotBeRead(failure));
    counts.changes += judged.changes;
    counts.comments += judged.comments;
    counts.typed += judged.typed;
    problems.push(...judged.problems);
  }
  return counts;
}

/** What is not there to be judged is wrong. */
function cannotBeRead(failure: unknown): Awaited<ReturnType<Room['judge']>> {
  return {
    changes: 0,
    comments: 0,
    typed: 0,
    problems: [`S5: a map cannot be read when all is well: ${String(failure)}`],
  };
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

function logsOf({ services }: FullStack, problems: readonly string[]): ChaosReport['logs'] {
  return problems.length === 0 ? [] : services.map(({ name, said }) => ({ name, said: said.slice(-LOG) }));
}

/** How often docstore said that it reads on from the second location. */
function readElsewhere({ docstores }: FullStack): number {
  return docstores.reduce((sum, { said }) => sum + said.split(READ_ELSEWHERE).length - 1, 0);
}

/** What rotted in the first location and nobody has read is brought back as an operator does it: people have read what they read before. */
async function repair(stack: FullStack, turned: number, problems: string[]): Promise<{ readonly repaired: number }> {
  if (turned === 0) return { repaired: 0 };
  const { code, said } = await runCommand(stack, 'repair');
  if (code !== 0) problems.push(`S10: repair does not bring back what rotted: ${said}`);
  return { repaired: Number(/^(\d+) objects? repaired/m.exec(said)?.[1] ?? 0) };
}

/** What cannot be read to be judged is wrong, too. */
async function judgeObjects(stack: FullStack): Promise<readonly string[]> {
  return await objectProblems(stack).catch((failure: unknown) => [
    `S10: the first location cannot be read when all is well: ${String(failure)}`,
  ]);
}

/** A drill where nothing is wrong yet, with the objects collected in the middle of it, and everything verified at its end. */
async function collectInDrill(parts: DrillParts, problems: string[]): Promise<void> {
  if (problems.length > 0) return;
  const { stack } = parts;
  const drill = await Drill.open(parts);
  await drill.beforeCollecting();
  problems.push(...(await collect(stack)));
  await drill.afterCollecting();
  drill.close();
  problems.push(...drill.problems, ...(await verify(stack)).map((found) => `S8: after collecting, ${found}`));
  // Everything runs, so there is no reason for it.
  problems.push(...drill.never.map((what) => `L1: a drill did not come about: ${what}`));
}

/** S8: what no head names is removed, however young, and nothing else is: both locations are as whole and alike as before. */
async function collect(stack: FullStack): Promise<readonly string[]> {
  const { code, said } = await runCommand(stack, 'collect --hours 0');
  return code === 0 ? [] : [`S8: collect does not come to its end: ${said}`];
}

/** S9, S10: both locations are whole and alike, once the second has caught up. */
async function verify(stack: FullStack): Promise<readonly string[]> {
  const fromMs = performance.now();
  for (;;) {
    const { code, said } = await runCommand(stack, 'verify');
    if (code === 0) return [];
    if (performance.now() - fromMs > VERIFY_MS) return [`S9, S10: verify finds something: ${said}`];
    await sleep(1_000);
  }
}
