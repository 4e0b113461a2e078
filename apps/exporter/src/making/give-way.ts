import { execFile } from 'node:child_process';
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

/** A process that draws, just begun, works when nobody else does. */
export function drawLast(pid: number): void {
  tryPriority(pid, DRAWING);
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
