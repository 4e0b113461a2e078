/** How long a process has been on processors, or has waited for one, as Linux tells it. */

import { existsSync, readFileSync } from 'node:fs';

const DOES_TELL = existsSync('/proc/self/schedstat');
/** A hundredth of a second on every Linux that Node runs on. */
const TICK_MS = 10;

/** How long its main thread has been on a processor; null where the system does not tell. */
export function mainThreadMs(pid: number | null): number | null {
  return schedule(pid)?.ranMs ?? null;
}

/** How long its main thread has waited for a processor that the machine gave to somebody else; null where the system does not tell. */
export function starvedMs(pid: number | null): number | null {
  return schedule(pid)?.waitedMs ?? null;
}

/** A watch that begins now. It tells how long it has been, less what this thread waited for a processor that the machine gave to others. */
export function stopwatch(): () => number {
  const waitedMs = (): number => schedule('thread-self')?.waitedMs ?? 0;
  const [fromMs, waitedBefore] = [performance.now(), waitedMs()];
  return () => performance.now() - fromMs - (waitedMs() - waitedBefore);
}

/**
 * Watches a process from now on: the answer says how long its threads have been on processors since, and which share of that its main thread
 * was. Where the system does not tell, that is the time that has passed, and no share.
 */
export function watchThreads(pid: number | null): () => { readonly allMs: number; readonly mainShare: number } {
  const [mainBefore, allBefore] = [mainThreadMs(pid) ?? 0, allThreadsMs(pid)];
  return () => {
    const allMs = allThreadsMs(pid) - allBefore;
    return { allMs, mainShare: ((mainThreadMs(pid) ?? 0) - mainBefore) / allMs };
  };
}

function allThreadsMs(pid: number | null): number {
  if (!DOES_TELL) return performance.now();
  // What comes first is its name, which may have anything in it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function schedule(pid: number | 'thread-self' | null): { readonly ranMs: number; readonly waitedMs: number } | null {
  if (!DOES_TELL) return null;
  // Nanoseconds on a processor, nanoseconds waiting for one, turns.
  const [ran, waited] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
  return { ranMs: Number(ran) / 1e6, waitedMs: Number(waited) / 1e6 };
}
