import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

// Whoever edits goes before whoever waits for a file, as far as the system can be told so. All of this is asked for, and what a system
// does not grant is done without.

const CARRYING = 10;
const DRAWING = 19;

/** This process, which carries files, works when others rest. */
export function giveWay(): void {
  // Linux has a priority for each thread, and those that collect are there before this is run; elsewhere the process has one: 0 is ours.
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0];
  for (const thread of threads) tryPriority(thread, CARRYING);
}

/** Whom a process that draws lets go first: nearly everybody, so that it has what is left of the machine; or whom this process lets go first. */
export type GivesWay = 'always' | 'mostly';

/**
 * What is to be written before a command that only works through a heap. With the lowest priority it takes no core from anybody when it
 * wakes, and the system wakes others on a core where nobody works. SCHED_IDLE would be worse: the system takes a core that only such
 * work has for a free one and wakes others there, and they wait while its threads are given what they went without, a tick for each.
 */
export function commandOf(way: GivesWay): readonly string[] {
  if (way === 'mostly' || process.platform !== 'linux') return [];
  isBatchGranted ??= tryBatch();
  return isBatchGranted ? BATCH : [];
}

/** A process that draws, just begun, has the lowest of ordinary priorities, if nothing else. */
export function drawLast(pid: number): void {
  tryPriority(pid, DRAWING);
}

/** Since it began, on all cores; null where nobody can tell. */
export function processorMsOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_MS;
  } catch {
    return null;
  }
}

/**
 * Whether a process that draws leaves the first of several cores alone, so that whoever is woken there need not drive it away first, which
 * may take a tick of the clock for each of the many that carry one change. One file is made with all cores, sooner.
 */
export function leaveCore(pid: number, isLeft: boolean): void {
  if (CORES === null) return;
  const cores = isLeft ? CORES.butFirst : CORES.all;
  execFile('taskset', ['--all-tasks', '--pid', '--cpu-list', cores, String(pid)], () => undefined);
}

/** As both the chrt of util-linux and that of BusyBox read it: Linux's SCHED_BATCH. */
const BATCH = ['chrt', '-b', '0'] as const;
let isBatchGranted: boolean | null = null;

function tryBatch(): boolean {
  try {
    execFileSync(BATCH[0], [...BATCH.slice(1), 'true'], { stdio: 'ignore', timeout: 5_000 });
    return true;
  } catch {
    // There is no such program, or the host allows nobody this.
    return false;
  }
}

/** Of the fields behind the name, and what they count in. */
const [USER_TIME, SYSTEM_TIME, TICK_MS] = [11, 12, 10] as const;

function tryPriority(id: number, priority: number): void {
  try {
    setPriority(id, priority);
  } catch {
    // It has ended meanwhile, or the host allows nobody this.
  }
}

/** The cores that this process may use, and those without the first, as taskset reads them; null when there are no two. */
const CORES = process.platform === 'linux' ? coresOf(readFileSync('/proc/self/status', 'utf8')) : null;

function coresOf(status: string): { readonly all: string; readonly butFirst: string } | null {
  const all = /^Cpus_allowed_list:\s+(\S+)$/m.exec(status)?.[1] ?? '';
  const [first = '', ...more] = all.split(',');
  const [from, to] = first.split('-').map(Number);
  const rest = from === undefined || to === undefined ? more : [`${from + 1}-${to}`, ...more];
  return rest.length === 0 ? null : { all, butFirst: rest.join(',') };
}
