import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Random } from '@bough/base';
import { seededRandom } from '@bough/base/testing';
import { keepsBy, stateOf, type Way, WAYS, writeState } from './power-states.ts';
import type { RecordedDisk } from './recorded-disk.ts';
import type { Call } from './strace-calls.ts';

/** A recording whose power is to be cut. */
export interface PowerCuts {
  readonly calls: readonly Call[];
  /** What a call says to the outside; null: nothing. */
  readonly textOf: (call: Call) => string | null;
  /** Begins at the beginning. */
  readonly begin: () => Rerun;
}

/** One run through the calls. */
export interface Rerun {
  readonly disk: RecordedDisk;
  /** Told what was said; answers whether something was acknowledged with it. */
  readonly hear: (text: string) => boolean;
  /** What is wrong with this folder, in which a power cut has left what may be left when this is called. */
  readonly problems: (folder: string) => Promise<readonly string[]>;
}

export interface TrySettings {
  readonly atLeast: number;
  readonly seed: number;
  /** Told now and then how many states were tried. */
  readonly onProgress?: (states: number) => void;
}

/** What came of it. */
export interface Tried {
  /** How many, no two the same. */
  readonly states: number;
  readonly bad: readonly BadState[];
}

/** A state that breaks a promise. */
export interface BadState {
  /** The line of the trace after which the power went. */
  readonly line: number;
  readonly way: Way;
  readonly problem: string;
}

/** Once so many states are bad, no more are tried. */
const MOST_BAD = 10;
const MOST_ROUNDS = 20;
const MEMORY = '/dev/shm';
const PROGRESS = 500;
/** So many are tried at once: each waits for threads most of the time. */
const AT_ONCE = 6;
/** What finds a flush that is missing, wherever there is one. */
const PLAIN_WAYS: readonly Way[] = ['nothing', 'no names', 'no bytes'];

/** Cuts the power at least so many times and tries what may be left each time. The same seed and calls give the same states. */
export async function tryStates(cuts: PowerCuts, settings: TrySettings): Promise<Tried> {
  const scratch = mkdtempSync(join(scratchFolder(), 'bough-power-'));
  const round: Round = { cuts, settings, scratch, seen: new Set(), bad: [], random: seededRandom(settings.seed) };
  const weight = weightOf(cuts);
  try {
    for (let rounds = 0; round.seen.size < settings.atLeast && round.bad.length < MOST_BAD; rounds++) {
      if (rounds === MOST_ROUNDS) throw new Error(`there are no ${settings.atLeast} states, only ${round.seen.size}`);
      // A little more than needed: some will be the same.
      await tryRound(round, (1.1 * (settings.atLeast - round.seen.size) + 20) / weight);
    }
    return { states: round.seen.size, bad: round.bad };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Round {
  readonly cuts: PowerCuts;
  readonly settings: TrySettings;
  readonly scratch: string;
  readonly seen: Set<string>;
  readonly bad: BadState[];
  readonly random: Random;
}

/** Goes through the calls once. */
async function tryRound(round: Round, statesOfWeight: number): Promise<void> {
  const { cuts, random, bad } = round;
  const rerun = cuts.begin();
  let acknowledged = 0;
  let due = random.fraction();
  const running = new Set<Promise<void>>();
  for (const call of cuts.calls) {
    const moment = follow(cuts, rerun, call);
    if (moment === 'acknowledged') acknowledged++;
    due += weights[moment] * statesOfWeight;
    for (; due >= 1 && bad.length < MOST_BAD; due--) {
      const ways = moment === 'acknowledged' && random.fraction() < 0.7 ? PLAIN_WAYS : WAYS;
      const way = ways[Math.floor(random.fraction() * ways.length)] ?? 'nothing';
      const folder = tryWrite(round, rerun, way, acknowledged);
      if (folder === null) continue;
      const trying = tryState(round, rerun, { line: call.endedAt, way }, folder).finally(() => running.delete(trying));
      running.add(trying);
      if (running.size === AT_ONCE) await Promise.race(running);
    }
  }
  await Promise.all(running);
}

/** Writes a state that may be left now, and answers where; null when it was tried before. */
function tryWrite(round: Round, rerun: Rerun, way: Way, acknowledged: number): string | null {
  const { seen, random, settings } = round;
  const state = stateOf(rerun.disk.root, keepsBy(way, rerun.disk.root, random));
  const name = `${acknowledged} ${state.name}`;
  if (seen.has(name)) return null;
  seen.add(name);
  if (seen.size % PROGRESS === 0) settings.onProgress?.(seen.size);
  const folder = join(round.scratch, String(seen.size));
  mkdirSync(folder);
  writeState(state, folder);
  return folder;
}

async function tryState(round: Round, rerun: Rerun, at: Omit<BadState, 'problem'>, folder: string): Promise<void> {
  try {
    for (const problem of await rerun.problems(folder)) round.bad.push({ ...at, problem });
  } catch (error) {
    round.bad.push({ ...at, problem: `it does not open: ${error instanceof Error ? error.stack : String(error)}` });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Moment = 'acknowledged' | 'changed' | 'written' | 'other';

/** What a moment weighs against others: just after an acknowledgement the most can be lost; of writes there are many. */
const weights: Readonly<Record<Moment, number>> = { acknowledged: 5, changed: 2, written: 0.15, other: 0 };

function follow(cuts: PowerCuts, rerun: Rerun, call: Call): Moment {
  const text = cuts.textOf(call);
  if (text !== null) return rerun.hear(text) ? 'acknowledged' : 'other';
  if (!rerun.disk.follow(call)) return 'other';
  return call.name.includes('write') ? 'written' : 'changed';
}

function weightOf(cuts: PowerCuts): number {
  const rerun = cuts.begin();
  return cuts.calls.reduce((sum, call) => sum + weights[follow(cuts, rerun, call)], 0);
}

/** In memory where there is a folder for that: a flush costs nothing there. */
function scratchFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    return MEMORY;
  } catch {
    return tmpdir();
  }
}
